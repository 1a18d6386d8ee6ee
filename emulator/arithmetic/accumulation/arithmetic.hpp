// What an order is evaluated over: numbers under a matrix model, which gives the bits that a kernel has to
// leave, or terms, which say what each result is made of whatever the matrix unit does. An order is stated
// once, for both.
//
// Each has: Code, an element or a byte of a scale; Sum, a value of 32 bits; Result, an element of the output;
// a Panel of matrix instructions; and the operations of binary32 that orders use.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/arithmetic/accumulation/panel.hpp"
#include "emulator/arithmetic/accumulation/term_panel.hpp"
#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {

/// Numbers, as far as no matrix model has a say in them.
class Binary32 {
 public:
  using Code = std::uint8_t;
  using Sum = float;
  using Word = std::uint32_t;
  using Result = std::uint16_t;

  Code code(std::uint8_t value) const { return value; }
  Sum number(float x) const { return x; }
  Sum word(const Code* bytes) const {
    float x = 0;
    std::memcpy(&x, bytes, sizeof x);
    return x;
  }
  Sum add(Sum a, Sum b) const { return a + b; }
  Sum times(Sum a, Sum b) const { return a * b; }
  Sum fused(Sum a, Sum b, Sum c) const { return std::fma(a, b, c); }
  /// c + a * b, where the product is exact: fused or not is the same.
  Sum plus_exact(Sum a, Sum b, Sum c) const { return c + a * b; }
  Sum of_e4m3(Code code) const { return kE4m3[code]; }
  /// a * 2^(s + t), rounded once, of two codes in e8m0; NaN where one is NaN. The product is exact in double.
  Sum scaled(Sum a, Code s, Code t) const {
    constexpr Code kNan = 255;
    if (s == kNan || t == kNan) return std::numeric_limits<float>::quiet_NaN();
    return float(double(a) * formats::power_of_two(int(s) + int(t) - 254));
  }
  /// a + b; NaN where one of the codes in e8m0 is, as scaled() has it already.
  Sum add_unless_nan(Sum a, Sum b, std::span<const Code>) const { return a + b; }
  /// Rounds to a format of 16 bits, nearest even; NaNs become canonical.
  void round(const formats::Format& out, std::span<const Sum> sums, std::span<Result> results) const;
  /// Rounded to bf16, nearest even; NaN is the format's quiet NaN.
  static Result to_bf16(Sum x);
  /// The largest magnitude in bf16, as a binary32's bits: a NaN is above all.
  Word largest_magnitude(std::span<const Sum> values) const;
  /// The e8m0 code of the scale of elements of which `largest` is the largest magnitude.
  Code mx_scale(const formats::Format& element, Word largest) const;
  /// Values over that scale, nearest even and saturating; zeros where the scale is NaN.
  void mx_elements(const formats::Format& element, Word largest, std::span<const Sum> values,
                   std::span<Code> elements) const;

 private:
  static const std::array<float, 256> kE4m3;
};

class Numbers : public Binary32 {
 public:
  using Panel = accumulation::Panel;

  explicit Numbers(const matrix::Model& model) : model_(model) {}

  std::string_view arch() const { return model_.arch; }
  Panel panel(const formats::Format& a, const formats::Format& b, Scales) const { return {model_, a, b}; }
  /// One 16x16x32 of an instruction without scales: a and b [16][32], d += a * b.
  void multiply_narrow(const formats::Format& format, const Code* a, const Code* b, Sum* d) const {
    matrix::multiply(model_, matrix::k16x16x32, {&format, a, nullptr}, {&format, b, nullptr}, d, d);
  }

 private:
  const matrix::Model& model_;
};

class Terms {
 public:
  using Code = fingerprint::Fingerprint;
  using Sum = fingerprint::Fingerprint;
  using Word = std::array<Code, 4>;  ///< its bytes
  using Result = fingerprint::Fingerprint;
  using Panel = TermPanel;

  /// `arch` names the instructions.
  Terms(const fingerprint::Hasher& hasher, std::string_view arch) : hasher_(hasher), arch_(arch) {}

  const fingerprint::Hasher& hasher() const { return hasher_; }
  std::string_view arch() const { return arch_; }
  Panel panel(const formats::Format& a, const formats::Format& b, Scales scales) const {
    return {hasher_, arch_, a, b, scales};
  }
  Code code(std::uint8_t value) const { return hasher_.of({value}); }
  Sum number(float x) const { return hasher_.constant(std::bit_cast<std::uint32_t>(x)); }
  Sum word(const Code* bytes) const {
    std::array<fingerprint::Byte, 4> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i].from = bytes[i];
    return hasher_.value(all);
  }
  /// The sum of no products: +0, in as many parts as a sum may have.
  Sum add(Sum a, Sum b) const {
    return a == number(0) && b == a ? a : apply(fingerprint::Function::add_f32, {a, b});
  }
  Sum times(Sum a, Sum b) const { return apply(fingerprint::Function::mul_f32, {a, b}); }
  Sum fused(Sum a, Sum b, Sum c) const { return apply(fingerprint::Function::fma_f32, {a, b, c}); }
  Sum plus_exact(Sum a, Sum b, Sum c) const { return fused(a, b, c); }
  Sum of_e4m3(Code code) const { return apply(fingerprint::Function::from_fp8, {value({code})}); }
  /// A number of 16 bits as one of 32.
  Sum widened(const formats::Format& format, const Code* bytes) const;
  Sum scaled(Sum a, Code s, Code t) const;
  /// NaN takes the place of the sum where the largest code is NaN.
  Sum add_unless_nan(Sum a, Sum b, std::span<const Code> codes) const;
  void multiply_narrow(const formats::Format& format, const Code* a, const Code* b, Sum* d) const;
  /// Rounds to a format of 16 bits, or leaves 32 as they are. A result is an element's value, by its bytes;
  /// none where it is +0 whatever the operands hold.
  void round(const formats::Format& out, std::span<const Sum> sums, std::span<Result> results) const;
  /// With v_wmma_* kernels round the largest magnitude; else they take the largest of rounded ones.
  Word largest_magnitude(std::span<const Sum> values) const;
  Code mx_scale(const formats::Format& element, Word largest) const;
  void mx_elements(const formats::Format& element, Word largest, std::span<const Sum> values,
                   std::span<Code> elements) const;

 private:
  Sum apply(fingerprint::Function function, std::initializer_list<Sum> operands) const {
    return hasher_.value_of(hasher_.apply(function, operands));
  }
  Sum value(std::initializer_list<Code> codes) const;
  /// A word whose lowest byte is the code and whose others are 0.
  Sum word_of(Code code) const { return value({code, this->code(0), this->code(0), this->code(0)}); }

  const fingerprint::Hasher& hasher_;
  std::string_view arch_;
};

}  // namespace lockstep::accumulation
