#include <algorithm>

#include "emulator/isa/parsers.hpp"
#include "emulator/isa/text.hpp"

namespace lockstep::isa {
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
