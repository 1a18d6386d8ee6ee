#include "properties/problems/block_scales.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reference/formats/conversion.hpp"
#include "reference/scaling/quantise.hpp"

namespace lockstep::problems {

namespace {

std::string fault_text(const char* operand, std::int64_t first_row, std::size_t index, std::int64_t k,
                       float x) {
  return fmt::format("{}[{}, {}] = {} is more than half a step away from its code", operand,
                     first_row + std::int64_t(index) / k, std::int64_t(index) % k, x);
}

}  // namespace

void BlockQuantiser::run(const char* operand, std::int64_t first, std::span<const float> x, std::int64_t rows,
                         std::int64_t k, std::int64_t block_rows, std::span<std::uint8_t> codes,
                         std::span<std::uint8_t> scales) {
  const auto bad = scale_.bits == 8 ? to_e8m0(x, rows, k, block_rows, codes, scales)
                                    : to_float32(x, rows, k, block_rows, codes, scales);
  if (bad && fault_.empty()) fault_ = fault_text(operand, first, *bad, k, x[*bad]);
}

std::optional<std::size_t> BlockQuantiser::to_e8m0(std::span<const float> x, std::int64_t rows,
                                                   std::int64_t k, std::int64_t block_rows,
                                                   std::span<std::uint8_t> codes,
                                                   std::span<std::uint8_t> scales) const {
  if (block_rows == 1) {
    scaling::quantise_1x128(x, rows, k, recipe_, codes, scales);
  } else {
    scaling::quantise_128x128(x, rows, k, recipe_, codes, scales);
  }
  return scaling::first_outside_half_ulp(x, rows, k, codes, scales, block_rows);
}

// The scale is amax / largest: no power of two, so that no recipe takes part.
std::optional<std::size_t> BlockQuantiser::to_float32(std::span<const float> x, std::int64_t rows,
                                                      std::int64_t k, std::int64_t block_rows,
                                                      std::span<std::uint8_t> codes,
                                                      std::span<std::uint8_t> scales) const {
  const scaling::Quantiser quantiser{scaling::find_scale_rule("float32_amax"), &element_,
                                     formats::find_conversion("amd_cvt_pk"),
                                     *scaling::find_block_shape(block_rows == 1 ? "1x128" : "128x128")};
  const scaling::Extent matrix{rows, k};
  std::vector<std::uint32_t> bits(scales.size() / 4);
  scaling::quantise(quantiser, matrix, x, codes, bits);
  std::ranges::copy(std::as_bytes(std::span(bits)), std::as_writable_bytes(scales).begin());
  return scaling::first_outside_half_ulp(quantiser, matrix, x, codes, bits);
}

void draw_block_scales(const cases::Case& c, const formats::Format& scale, cases::Stream stream,
                       std::int64_t row, cases::Values values, std::span<std::uint8_t> out) {
  if (scale.bits == 8) return cases::fill_e8m0_scales(c, stream, row, out);
  std::vector<float> scales(out.size() / 4);
  values == cases::Values::shared ? cases::fill_shared_f32_scales(c, stream, row, scales)
                                  : cases::fill_f32_scales(c, stream, row, scales);
  std::ranges::copy(std::as_bytes(std::span(scales)), std::as_writable_bytes(out).begin());
}

const scaling::ScaleRule* mx_scale_rule(const cases::Case& c) {
  if (c.recipe == "ceil") return scaling::find_scale_rule("rceil");
  if (c.recipe == "floor") return scaling::find_scale_rule("truncated_quotient");
  return nullptr;
}

bool has_far_scale(std::span<const std::uint8_t> e8m0) {
  constexpr std::uint8_t kNan = 255, kFar = 127 + 102;
  static_assert(128 * 448 * 448 < 1 << 25);
  return std::ranges::any_of(e8m0, [](std::uint8_t s) { return s >= kFar && s != kNan; });
}

namespace {

/// The least and the greatest magnitude of float32 scales, of those that are neither 0 nor special.
std::pair<double, double> range_of(std::span<const std::uint8_t> float32) {
  double least = 1, greatest = 1;
  bool any = false;
  for (std::size_t i = 0; i + sizeof(float) <= float32.size(); i += sizeof(float)) {
    float scale = 0;
    std::memcpy(&scale, &float32[i], sizeof scale);
    const double size = std::fabs(double(scale));
    if (!std::isfinite(size) || size == 0) continue;
    least = any ? std::min(least, size) : size;
    greatest = any ? std::max(greatest, size) : size;
    any = true;
  }
  return {least, greatest};
}

}  // namespace

bool products_may_leave(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  const auto [a_least, a_greatest] = range_of(a);
  const auto [b_least, b_greatest] = range_of(b);
  return a_least * b_least < double(std::numeric_limits<float>::min()) ||
         a_greatest * b_greatest > double(std::numeric_limits<float>::max());
}

}  // namespace lockstep::problems
