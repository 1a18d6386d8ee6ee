// Codes that are finite numbers, from bits drawn at random.
#pragma once

#include <cstdint>

#include "reference/formats/code_rank.hpp"

namespace lockstep::cases {

/// Every finite code is as likely as any other, but for those that special ones are mapped to: an infinity
/// or NaN among several goes to the binade below, a format's only NaN to the code beside it.
class FiniteCodes {
 public:
  /// Of 8 bits at most, with a sign.
  explicit constexpr FiniteCodes(const formats::Format& f)
      : rank_(formats::code_rank(f)),
        mask_(std::uint8_t(f.code_mask())),
        kept_(f.specials == formats::Specials::ieee ? std::uint8_t(~(1u << f.mantissa_bits)) : mask_),
        flipped_(f.specials == formats::Specials::ieee ? 0 : 1) {}

  /// Of the draw's lowest bits.
  constexpr std::uint8_t operator()(std::uint8_t draw) const {
    const auto code = std::uint8_t(draw & mask_);
    const auto special = std::uint8_t((code & kept_) ^ flipped_);
    return rank_(code) > rank_.largest ? special : code;
  }

 private:
  formats::CodeRank rank_;
  std::uint8_t mask_, kept_, flipped_;
};

}  // namespace lockstep::cases
