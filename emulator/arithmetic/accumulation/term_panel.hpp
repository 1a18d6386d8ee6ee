// A panel of sums as terms: what Panel computes, said instead of calculated.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/arithmetic/accumulation/panel.hpp"
#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::accumulation {

/// Whether the matrix instruction of a panel has scales.
enum class Scales : std::uint8_t { in_instruction, none };

class TermPanel {
 public:
  using Fingerprint = fingerprint::Fingerprint;
  static constexpr std::size_t kWidth = Panel::kWidth, kStep = Panel::kStep, kStepScales = Panel::kStepScales;

  TermPanel(const fingerprint::Hasher& hasher, std::string_view arch, const formats::Format& a,
            const formats::Format& b, Scales scales);

  /// Starts a panel: sums are +0, operands zeros with scales of 1.
  void begin(std::size_t rows, std::size_t columns);
  std::span<Fingerprint, kStep> a_codes(std::size_t row) { return codes(a_, row); }
  std::span<Fingerprint, kStep> b_codes(std::size_t column) { return codes(b_, column); }
  std::span<Fingerprint, kStepScales> a_scales(std::size_t row) { return scales(a_, row); }
  std::span<Fingerprint, kStepScales> b_scales(std::size_t column) { return scales(b_, column); }
  void add_step();
  Fingerprint sum(std::size_t row, std::size_t column) const { return sums_[row * b_.width + column]; }

 private:
  struct Operand {
    std::size_t width = 0;
    std::vector<Fingerprint> lines{};
  };
  std::span<Fingerprint, kStep> codes(Operand& o, std::size_t i) const {
    return std::span<Fingerprint, kStep>(&o.lines[i * unit_.line()], kStep);
  }
  std::span<Fingerprint, kStepScales> scales(Operand& o, std::size_t i) const {
    return std::span<Fingerprint, kStepScales>(&o.lines[i * unit_.line() + kStep], kStepScales);
  }
  void begin(Operand& operand, std::size_t width) const;

  const fingerprint::Hasher& hasher_;
  fingerprint::MatrixUnit unit_;
  Operand a_, b_;
  std::vector<Fingerprint> sums_;  ///< [row][column]
};

}  // namespace lockstep::accumulation
