#include "emulator/arithmetic/accumulation/term_panel.hpp"

#include <algorithm>

#include "emulator/arch/arch.hpp"

namespace lockstep::accumulation {

namespace {

/// The instruction that a panel stands for. Of two operands of 4 bits gfx1250 has one of its own.
fingerprint::Fingerprint instruction_of(const fingerprint::Hasher& hasher, std::string_view arch,
                                        const formats::Format& a, const formats::Format& b, Scales scales) {
  const bool wmma = arch::has(arch, arch::Feature::wmma), scaled = scales == Scales::in_instruction;
  if (wmma && scaled && a.bits == 4 && b.bits == 4)
    return hasher.matrix_instruction("v_wmma_scale_f32_32x16x128_f4", "f4", "f4");
  const std::string_view name =
      wmma     ? (scaled ? "v_wmma_scale_f32_16x16x128_f8f6f4" : "v_wmma_f32_16x16x128_f8f6f4")
      : scaled ? "v_mfma_scale_f32_16x16x128_f8f6f4"
               : "v_mfma_f32_16x16x128_f8f6f4";
  return hasher.matrix_instruction(name, a.name, b.name);
}

}  // namespace

TermPanel::TermPanel(const fingerprint::Hasher& hasher, std::string_view arch, const formats::Format& a,
                     const formats::Format& b, Scales scales)
    : hasher_(hasher),
      instruction_(instruction_of(hasher, arch, a, b, scales)),
      used_(scales == Scales::none ? kStep : kLine) {}

void TermPanel::begin(Operand& operand, std::size_t width) const {
  constexpr std::uint8_t kZero = 0, kOne = 127;
  operand.width = width;
  operand.lines.resize(width * kLine);
  for (std::size_t i = 0; i < width; ++i) {
    std::ranges::fill(codes(operand, i), hasher_.of({kZero}));
    std::ranges::fill(scales(operand, i), hasher_.of({kOne}));
  }
}

void TermPanel::begin(std::size_t rows, std::size_t columns) {
  begin(a_, rows);
  begin(b_, columns);
  sums_.assign(rows * columns, hasher_.constant(0));
}

std::vector<fingerprint::Fingerprint> TermPanel::terms(const Operand& operand) const {
  std::vector<Fingerprint> all(operand.width);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = hasher_.sequence(std::span(&operand.lines[i * kLine], used_));
  return all;
}

void TermPanel::add_step() {
  const std::vector<Fingerprint> rows = terms(a_), columns = terms(b_);
  auto sum = sums_.begin();
  for (const Fingerprint row : rows)
    for (const Fingerprint column : columns) {
      *sum = hasher_.value_of(hasher_.matrix_element(instruction_, row, column, *sum));
      ++sum;
    }
}

}  // namespace lockstep::accumulation
