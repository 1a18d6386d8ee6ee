// Values of modifiers and operands that the assembly language writes in words: patterns of lanes, hardware
// registers.

#include <algorithm>
#include <array>
#include <bit>

#include "emulator/isa/line_parser.hpp"
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

namespace {

struct NamedRegister {
  std::string_view name;
  int number;
};
// LLVM AMDGPUOperandSyntax, "hwreg": names GFX9 and GFX940 share; a register without a name is printed as its
// number.
constexpr NamedRegister kRegisters[] = {
    {"HW_REG_MODE", 1},
    {"HW_REG_STATUS", 2},
    {"HW_REG_TRAPSTS", 3},
    {"HW_REG_HW_ID", 4},
    {"HW_REG_GPR_ALLOC", 5},
    {"HW_REG_LDS_ALLOC", 6},
    {"HW_REG_IB_STS", 7},
    {"HW_REG_SH_MEM_BASES", 15},
    {"HW_REG_TBA_LO", 16},
    {"HW_REG_TBA_HI", 17},
    {"HW_REG_TMA_LO", 18},
    {"HW_REG_TMA_HI", 19},
    {"HW_REG_XCC_ID", 20},
    {"HW_REG_SQ_PERF_SNAPSHOT_DATA", 21},
    {"HW_REG_SQ_PERF_SNAPSHOT_DATA1", 22},
    {"HW_REG_SQ_PERF_SNAPSHOT_PC_LO", 23},
    {"HW_REG_SQ_PERF_SNAPSHOT_PC_HI", 24},
    // GFX12 and GFX1250.
    {"HW_REG_WAVE_MODE", 1},
    {"HW_REG_WAVE_STATUS", 2},
    {"HW_REG_WAVE_STATE_PRIV", 4},
    {"HW_REG_WAVE_GPR_ALLOC", 5},
    {"HW_REG_WAVE_LDS_ALLOC", 6},
    {"HW_REG_PERF_SNAPSHOT_DATA", 10},
    {"HW_REG_PERF_SNAPSHOT_PC_LO", 11},
    {"HW_REG_PERF_SNAPSHOT_PC_HI", 12},
    {"HW_REG_PERF_SNAPSHOT_DATA1", 15},
    {"HW_REG_PERF_SNAPSHOT_DATA2", 16},
    {"HW_REG_WAVE_EXCP_FLAG_PRIV", 17},
    {"HW_REG_WAVE_EXCP_FLAG_USER", 18},
    {"HW_REG_WAVE_TRAP_CTRL", 19},
    {"HW_REG_WAVE_SCRATCH_BASE_LO", 20},
    {"HW_REG_WAVE_SCRATCH_BASE_HI", 21},
    {"HW_REG_WAVE_HW_ID1", 23},
    {"HW_REG_WAVE_HW_ID2", 24},
    {"HW_REG_WAVE_SCHED_MODE", 26},
    {"HW_REG_IB_STS2", 28},
    {"HW_REG_SHADER_CYCLES_LO", 29},
    {"HW_REG_SHADER_CYCLES_HI", 30},
    {"HW_REG_WAVE_DVGPR_ALLOC_LO", 31},
};

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::optional<std::int64_t> read_field(std::string_view& text, std::int64_t absent, std::int64_t most) {
  if (text.empty()) return absent;
  const auto value = read_integer(without_blanks(take_until(text, ',')));
  return value && *value >= 0 && *value <= most ? value : std::nullopt;
}

}  // namespace

bool read_hardware_register(std::string_view text, Modifiers& m) {
  if (!take_around(text, "hwreg(", ")")) return false;
  const std::string_view name = without_blanks(take_until(text, ','));
  const auto named = std::ranges::find(kRegisters, name, &NamedRegister::name);
  const auto number =
      named != std::end(kRegisters) ? std::optional<std::int64_t>(named->number) : read_integer(name);
  const auto first = read_field(text, 0, 31);
  const auto bits = read_field(text, 32, 32);
  if (!number || *number < 0 || *number > 63 || !first || !bits || *bits == 0 || !text.empty()) return false;
  m.offset = *number;
  m.offset0 = std::uint32_t(*first);
  m.offset1 = std::uint32_t(*bits);
  return true;
}

}  // namespace lockstep::isa
