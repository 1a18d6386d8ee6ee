#include "emulator/arithmetic/accumulation/arrival_orders.hpp"

#include <algorithm>
#include <bit>

#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {
namespace {

float widen(std::uint16_t code) {
  return std::bit_cast<float>(std::uint32_t{code} << 16);
}

bool same(std::uint16_t a, std::uint16_t b) {
  return a == b || (formats::is_nan(formats::bfloat16, a) && formats::is_nan(formats::bfloat16, b));
}

}  // namespace

// The binary32 sum of two bf16 numbers rounds innocuously: it keeps more than twice their 8 bits, plus two.
std::uint16_t add_bf16(std::uint16_t a, std::uint16_t b) {
  const float sum = widen(a) + widen(b);
  if (sum != sum) return std::uint16_t(formats::nan_code(formats::bfloat16));
  return std::uint16_t(
      formats::encode_nearest_even(formats::bfloat16, double(sum), formats::Overflow::to_special));
}

std::vector<std::uint16_t> reachable(std::uint16_t initial, std::span<const std::uint16_t> addends) {
  const std::size_t sets = std::size_t{1} << addends.size();
  std::vector<std::vector<std::uint16_t>> codes(sets);
  codes[0] = {initial};
  for (std::size_t arrived = 0; arrived < sets; ++arrived) {
    std::vector<std::uint16_t>& here = codes[arrived];
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end()), here.end());
    for (std::size_t next = 0; next < addends.size(); ++next) {
      if ((arrived >> next & 1) != 0) continue;
      std::vector<std::uint16_t>& there = codes[arrived | std::size_t{1} << next];
      for (const std::uint16_t code : here) there.push_back(add_bf16(code, addends[next]));
    }
    if (arrived + 1 < sets) here = {};
  }
  return codes.back();
}

bool is_reachable(std::uint16_t initial, std::span<const std::uint16_t> addends, std::uint16_t code) {
  std::uint16_t in_order = initial;
  for (const std::uint16_t addend : addends) in_order = add_bf16(in_order, addend);
  if (same(in_order, code)) return true;
  const std::vector<std::uint16_t> all = reachable(initial, addends);
  return std::any_of(all.begin(), all.end(), [code](std::uint16_t c) { return same(c, code); });
}

}  // namespace lockstep::accumulation
