// Operands under a scale per block: made from real numbers, or scales drawn, as the bytes they have in
// memory, e8m0 or float32.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "properties/cases/elements.hpp"
#include "reference/scaling/blocks.hpp"
#include "reference/scaling/recipe.hpp"

namespace lockstep::problems {

class BlockQuantiser {
 public:
  BlockQuantiser(const scaling::Recipe& recipe, const formats::Format& element, const formats::Format& scale)
      : recipe_(recipe), element_(element), scale_(scale) {}

  /// Rows [first, first + rows) of an operand; block_rows is 1 or 128: what shares a scale, by 128 of k.
  void run(const char* operand, std::int64_t first, std::span<const float> x, std::int64_t rows,
           std::int64_t k, std::int64_t block_rows, std::span<std::uint8_t> codes,
           std::span<std::uint8_t> scales);

  /// Which element of which operand was the first to be moved by more than half a step; empty when none was.
  const std::string& fault() const { return fault_; }

 private:
  std::optional<std::size_t> to_e8m0(std::span<const float> x, std::int64_t rows, std::int64_t k,
                                     std::int64_t block_rows, std::span<std::uint8_t> codes,
                                     std::span<std::uint8_t> scales) const;
  std::optional<std::size_t> to_float32(std::span<const float> x, std::int64_t rows, std::int64_t k,
                                        std::int64_t block_rows, std::span<std::uint8_t> codes,
                                        std::span<std::uint8_t> scales) const;

  const scaling::Recipe& recipe_;
  const formats::Format &element_, &scale_;
  std::string fault_;
};

/// What an operator answers to values=shared where a quantiser makes the operands.
inline constexpr std::string_view kSharedNotQuantised =
    "values=shared does not go with data=full: a quantiser gives other numbers in each format";

/// Draws the scales of one row of blocks.
void draw_block_scales(const cases::Case& c, const formats::Format& scale, cases::Stream stream,
                       std::int64_t row, cases::Values values, std::span<std::uint8_t> out);

/// How a case scales blocks of 32, by its recipe; nullptr where there is no such recipe.
const scaling::ScaleRule* mx_scale_rule(const cases::Case& c);

/// Whether gfx1250's instructions may overflow although their results do not: one may multiply a block's sum
/// by one scale, then by the other. No product of e4m3fn becomes too small for binary32 in between; a scale
/// of 2^102 and more may make it too large.
bool has_far_scale(std::span<const std::uint8_t> e8m0);

/// Whether a product of two float32 scales, one of each operand, may be no normal number: an order that
/// multiplies them first then loses more than roundings.
bool products_may_leave(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);

}  // namespace lockstep::problems
