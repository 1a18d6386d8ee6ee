// From the largest magnitude of a block to the block's scale: the rules that libraries use, each one row.
//
//   x[i] is stored as convert(x[i] / scale)      scale = rule(largest |x| of the block, element format)
//
// Every rule is total. In the rows below "largest" is the element format's largest number and "emax" the
// exponent of it; quotients are binary32 divisions. What each makes of a zero block, of a block with NaN or
// infinity, and past the ends of the scale's exponent stands in its row, and `lockstep arith quantise` prints
// it.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "reference/formats/format.hpp"

namespace lockstep::scaling {

/// How an element meets its scale before it is rounded to its format.
enum class Step : std::uint8_t {
  exact,       ///< the scale is a power of two: no rounding
  divide,      ///< binary32 division
  reciprocal,  ///< binary32 multiplication by the binary32 reciprocal
};

struct ScaleRule {
  std::string_view name;
  const formats::Format* scale;  ///< float8_e8m0fnu, float8_ue4m3, float8_ue5m3 or float32
  Step step;
  std::uint32_t (*code)(float amax, const formats::Format& element);  ///< amax >= 0 or NaN; a code of `scale`
  std::string_view sentence;                                          ///< the rule
  std::string_view edges;  ///< zero, NaN, infinity, ends of the exponent
  std::string_view source;
  /// Where the scales of blocks are relative to one binary32 of the tensor: their code beside it. nullptr:
  /// there is none.
  std::uint32_t (*code_under)(float global, float amax, const formats::Format& element) = nullptr;
};

/// All rules; the tables and messages that list them keep this order.
std::span<const ScaleRule> scale_rules();

/// nullptr when there is none of that name.
const ScaleRule* find_scale_rule(std::string_view name);

/// floor(log2(largest finite)) of a format: 8 for e4m3fn, 2 for e2m1fn.
constexpr int emax(const formats::Format& f) {
  const formats::Value v = formats::decode(f, formats::largest_finite(f));
  return v.exponent + std::bit_width(v.significand) - 1;
}

}  // namespace lockstep::scaling
