// D = C + A * B on whole matrices without block scales, of any element type and any number of blocks.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"

namespace lockstep::machine {

/// The elements of one operand, contiguous: A as [block][row][k], B as [block][column][k], C and D as
/// [block][column][row].
struct Elements {
  /// 32 registers: an accumulator of two blocks of 32 by 32.
  static constexpr int kMaxBytes = 64 * 4 * 32;
  alignas(8) std::array<std::uint8_t, kMaxBytes> bytes;

  template <typename T>
  T at(int i) const {
    T value;
    std::memcpy(&value, &bytes[std::size_t(i) * sizeof(T)], sizeof(T));
    return value;
  }
  template <typename T>
  void set(int i, T value) {
    std::memcpy(&bytes[std::size_t(i) * sizeof(T)], &value, sizeof(T));
  }
  /// Element i as a bit pattern of 8, 16 or 32 bits.
  std::uint32_t code(int bits, int i) const {
    return bits == 8 ? at<std::uint8_t>(i) : bits == 16 ? at<std::uint16_t>(i) : at<std::uint32_t>(i);
  }
};

/// What an instruction without block scales computes under a model, chosen once for both.
///
/// Integers are added exactly, modulo 2^32. f64 is a chain of fused multiply-adds in ascending k, as measured
/// on CDNA3 and inferred for others. For other types the model decides.
class DenseProduct {
 public:
  DenseProduct(const matrix::Model& model, const matrix::MatrixInstruction& instruction);

  /// False: the model does not cover the instruction.
  bool known() const { return step_ != nullptr; }
  /// Replaces C by D = C + A * B.
  void operator()(const Elements& a, const Elements& b, Elements& c) const { step_(*this, a, b, c); }

 private:
  static void add_integers(const DenseProduct&, const Elements& a, const Elements& b, Elements& c);
  static void add_doubles(const DenseProduct&, const Elements& a, const Elements& b, Elements& c);
  static void add_dots(const DenseProduct&, const Elements& a, const Elements& b, Elements& c);
  static void add_float8(const DenseProduct&, const Elements& a, const Elements& b, Elements& c);

  const matrix::MatrixInstruction& instruction_;
  std::optional<matrix::Unit> unit_;  ///< the model's unit, where the result depends on the model
  std::optional<matrix::Multiplication> transposed_;  ///< the transposed product, of fp8 and bf8 operands
  void (*step_)(const DenseProduct&, const Elements& a, const Elements& b, Elements& c) = nullptr;
};

}  // namespace lockstep::machine
