#include "emulator/isa/wave_width.hpp"

#include <algorithm>
#include <array>

namespace lockstep::isa {

namespace {

struct Row {
  std::string_view arch;
  WaveWidths widths;
};
// LLVM AMDGPUUsage, "Processors" (target feature wavefrontsize64); gfx1250: LLVM's FeatureISAVersion12_50,
// which has FeatureWavefrontSize32 alone.
constexpr std::array kRows{
    Row{"gfx942", {.lanes64 = true}},
    Row{"gfx950", {.lanes64 = true}},
    Row{"gfx1250", {.lanes32 = true}},
};

}  // namespace

WaveWidths wave_widths(std::string_view arch) {
  const auto row = std::ranges::find(kRows, arch, &Row::arch);
  return row == kRows.end() ? WaveWidths{} : row->widths;
}

}  // namespace lockstep::isa
