#include <array>
#include <bit>

#include "emulator/isa/parsers.hpp"
#include "emulator/isa/text.hpp"

namespace lockstep::isa {
namespace {

/// Numbers after the pattern's name; the count, or -1.
int read_numbers(std::string_view text, std::array<unsigned, 4>& numbers) {
  int count = 0;
  while (!text.empty()) {
    const auto value = read_digits<unsigned>(take_until(text, ','));
    if (!value || *value > 32 || count == 4) return -1;
    numbers[std::size_t(count++)] = *value;
  }
  return count;
}

/// Source lane = ((lane & and) | or) ^ xor, within 32 lanes.
constexpr std::int64_t bitmask(unsigned and_mask, unsigned or_mask, unsigned xor_mask) {
  return and_mask | or_mask << 5 | xor_mask << 10;
}

/// `"01pip"`, the highest bit of the lane first: 0, 1, keep or invert.
bool read_bitmask(std::string_view text, std::int64_t& offset) {
  if (!take_around(text, "\"", "\"") || text.size() != 5) return false;
  unsigned and_mask = 0, or_mask = 0, xor_mask = 0;
  for (unsigned i = 0; i < 5; ++i) {
    const unsigned bit = 16u >> i;
    if (text[i] == 'p' || text[i] == 'i') and_mask |= bit;
    if (text[i] == '1') or_mask |= bit;
    if (text[i] == 'i') xor_mask |= bit;
    if (std::string_view("01pi").find(text[i]) == std::string_view::npos) return false;
  }
  offset = bitmask(and_mask, or_mask, xor_mask);
  return true;
}

}  // namespace

bool read_swizzle(std::string_view text, std::int64_t& offset) {
  if (!take_around(text, "swizzle(", ")")) return false;
  const std::string_view mode = take_until(text, ',');
  if (mode == "BITMASK_PERM") return read_bitmask(text, offset);
  std::array<unsigned, 4> n{};
  const int count = read_numbers(text, n);
  if (mode == "QUAD_PERM" && count == 4 && n[0] < 4 && n[1] < 4 && n[2] < 4 && n[3] < 4) {
    offset = 0x8000 | n[0] | n[1] << 2 | n[2] << 4 | n[3] << 6;
  } else if (mode == "BROADCAST" && count == 2 && std::has_single_bit(n[0]) && n[1] < n[0]) {
    offset = bitmask(32 - n[0], n[1], 0);
  } else if (mode == "REVERSE" && count == 1 && std::has_single_bit(n[0])) {
    offset = bitmask(31, 0, n[0] - 1);
  } else if (mode == "SWAP" && count == 1 && std::has_single_bit(n[0]) && n[0] < 32) {
    offset = bitmask(31, 0, n[0]);
  } else if (mode == "ROTATE" && count == 2 && n[0] < 2 && n[1] < 32) {
    offset = 0xC000 | n[0] << 10 | n[1] << 5;
  } else if (mode == "FFT" && count == 1 && n[0] < 32) {
    offset = 0xE000 | n[0];
  } else {
    return false;
  }
  return true;
}

}  // namespace lockstep::isa
