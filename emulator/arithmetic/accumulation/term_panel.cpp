#include "emulator/arithmetic/accumulation/term_panel.hpp"

#include <algorithm>

#include "emulator/arch/arch.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {

namespace {

/// The instruction that a panel stands for. Of two operands of 4 bits gfx1250 has one of its own.
fingerprint::MatrixUnit unit_of(std::string_view arch, const formats::Format& a, const formats::Format& b,
                                Scales scales) {
  const bool wmma = arch::has(arch, arch::Feature::wmma), scaled = scales == Scales::in_instruction;
  fingerprint::MatrixUnit unit{{}, {{}, &a}, {{}, &b}, {{}, &formats::float32}, Panel::kStep};
  if (scaled) {
    unit.a.scale = unit.b.scale = &formats::float8_e8m0fnu;
    unit.scale_block = Panel::kStep / Panel::kStepScales;
  }
  unit.instruction = wmma && scaled && a.bits == 4 && b.bits == 4 ? "v_wmma_scale_f32_32x16x128_f4"
                     : wmma && scaled                             ? "v_wmma_scale_f32_16x16x128_f8f6f4"
                     : wmma                                       ? "v_wmma_f32_16x16x128_f8f6f4"
                     : scaled                                     ? "v_mfma_scale_f32_16x16x128_f8f6f4"
                                                                  : "v_mfma_f32_16x16x128_f8f6f4";
  return unit;
}

}  // namespace

TermPanel::TermPanel(const fingerprint::Hasher& hasher, std::string_view arch, const formats::Format& a,
                     const formats::Format& b, Scales scales)
    : hasher_(hasher), unit_(unit_of(arch, a, b, scales)) {}

void TermPanel::begin(Operand& operand, std::size_t width) const {
  constexpr std::uint8_t kZero = 0, kOne = 127;
  operand.width = width;
  operand.lines.resize(width * unit_.line());
  for (std::size_t i = 0; i < width; ++i) {
    std::ranges::fill(codes(operand, i), hasher_.of({kZero}));
    if (unit_.scale_block != 0) std::ranges::fill(scales(operand, i), hasher_.of({kOne}));
  }
}

void TermPanel::begin(std::size_t rows, std::size_t columns) {
  begin(a_, rows);
  begin(b_, columns);
  sums_.assign(rows * columns, hasher_.constant(0));
}

void TermPanel::add_step() {
  hasher_.multiply(unit_, a_.lines, b_.lines, sums_);
  for (Fingerprint& sum : sums_) sum = hasher_.value_of(sum);
}

}  // namespace lockstep::accumulation
