#include "emulator/arithmetic/accumulation/panel.hpp"

namespace lockstep::accumulation {

Panel::Panel(const matrix::Model& model, const formats::Format& a, const formats::Format& b)
    : multiply_(level_, model, kShape, a, b),
      a_{a, matrix::Side::rows},
      b_{b, matrix::Side::columns},
      sums_(kTiles * kTiles * kTile * kTile) {}

void Panel::begin(Operand& operand, std::size_t width) {
  operand.tiles = (width + kTile - 1) / kTile;
  for (Fragment& fragment : std::span(operand.fragments).first(operand.tiles)) {
    fragment.codes.fill(0);
    fragment.scales.fill(127);
  }
}

void Panel::begin(std::size_t rows, std::size_t columns) {
  begin(a_, rows);
  begin(b_, columns);
  std::fill(sums_.begin(), sums_.end(), 0.0f);
}

void Panel::decode(Operand& operand) {
  for (Fragment& fragment : std::span(operand.fragments).first(operand.tiles))
    matrix::decode(level_, multiply_.decoding(), kShape, operand.side,
                   {&operand.format, fragment.codes.data(), fragment.scales.data()}, fragment.decoded);
}

void Panel::add_step() {
  decode(a_);
  decode(b_);
  const auto instruction_operand = [&](const Operand& operand, std::size_t tile) {
    const Fragment& fragment = operand.fragments[tile];
    const bool decoded = multiply_.decoding() != matrix::Decoding::none;
    return matrix::Operand{&operand.format, fragment.codes.data(), fragment.scales.data(),
                           decoded ? &fragment.decoded : nullptr};
  };
  for (std::size_t row = 0; row < a_.tiles; ++row)
    for (std::size_t column = 0; column < b_.tiles; ++column) {
      float* const d = sums_.data() + (row * kTiles + column) * kTile * kTile;
      multiply_(instruction_operand(a_, row), instruction_operand(b_, column), d, d);
    }
}

}  // namespace lockstep::accumulation
