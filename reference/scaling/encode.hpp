// Runs of elements into codes of any format of up to eight bits: the inner loop of the quantisers.
#pragma once

#include <cstdint>
#include <span>

#include "reference/formats/conversion.hpp"

namespace lockstep::scaling {

class Encoder {
 public:
  /// The format is not exponent_only, and the conversion draws no random bits. Both outlive the encoder.
  Encoder(const formats::Format& format, const formats::Conversion& conversion);

  /// codes[i] = convert(conversion, format, x[i] * factor), the product rounded to binary32 first. With a
  /// power of two for the factor the product loses nothing that any of these formats could hold.
  void products(std::span<const float> x, float factor, std::span<std::uint8_t> codes) const;

  /// Encodes x[i] / divisor.
  void quotients(std::span<const float> x, float divisor, std::span<std::uint8_t> codes) const;

  /// Whether the branch-free loop serves: round to nearest even, one rule for all that overflows. Else every
  /// element goes through convert().
  bool is_fast() const { return fast_; }

 private:
  /// The format as the fields of a binary32 see it.
  struct Narrowing {
    int cut, sign_shift;
    std::int32_t half, rebias, smallest_normal, shift, largest, overflow, nan, sign, zero_sign;
  };
  struct Loops;

  const formats::Format& format_;
  const formats::Conversion& conversion_;
  Narrowing narrowing_;
  bool fast_;
};

}  // namespace lockstep::scaling
