// Codes that are finite numbers, from bits drawn at random.
#pragma once

#include <cstdint>

#include "reference/formats/format.hpp"

namespace lockstep::cases {

/// Every finite code is as likely as any other, but for those that special ones are mapped to: an infinity
/// or NaN among several goes to the binade below, a format's only NaN to the code beside it.
class FiniteCodes {
 public:
  /// Of 8 bits at most, with a sign.
  explicit constexpr FiniteCodes(const formats::Format& f)
      : mask_(std::uint8_t(f.code_mask())),
        kept_(f.specials == formats::Specials::ieee ? std::uint8_t(~(1u << f.mantissa_bits)) : mask_),
        flipped_(f.specials == formats::Specials::ieee ? 0 : 1) {
    const bool above_sign = f.specials == formats::Specials::fnuz;
    offset_ = above_sign ? std::uint8_t(f.sign_mask() + 1) : 0;
    rank_mask_ = std::uint8_t(above_sign ? f.code_mask() : f.magnitude_mask());
    largest_ = std::uint8_t(above_sign ? f.code_mask() - 1 : formats::largest_finite(f));
  }

  /// Of the draw's lowest bits.
  constexpr std::uint8_t operator()(std::uint8_t draw) const {
    const auto code = std::uint8_t(draw & mask_);
    const auto special = std::uint8_t((code & kept_) ^ flipped_);
    return rank(code) > largest_ ? special : code;
  }

 private:
  /// Orders codes so that infinities and NaNs come last.
  constexpr std::uint8_t rank(std::uint8_t code) const { return std::uint8_t(code - offset_) & rank_mask_; }

  std::uint8_t mask_, kept_, flipped_, offset_ = 0, rank_mask_ = 0, largest_ = 0;
};

}  // namespace lockstep::cases
