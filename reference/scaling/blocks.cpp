#include "reference/scaling/blocks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/scaling/encode.hpp"

namespace lockstep::scaling {
namespace {

// Magnitudes compared as integers, so that a NaN outranks every number and stays.
std::int32_t largest_magnitude(std::span<const float> x, std::int32_t largest) {
  for (const float v : x)
    largest = std::max(largest, std::int32_t(std::bit_cast<std::uint32_t>(v) & 0x7FFFFFFFu));
  return largest;
}

// Block by block, and the rows of a block one after the other.
template <typename Visit>
void for_each_block(const BlockShape& shape, const Extent& m, const Visit& visit) {
  const std::int64_t rows = shape.rows == 0 ? m.rows : shape.rows;
  const std::int64_t columns = shape.columns == 0 ? m.columns : shape.columns;
  std::size_t block = 0;
  for (std::int64_t row = 0; row < m.rows; row += rows)
    for (std::int64_t column = 0; column < m.columns; column += columns)
      visit(block++, Extent{row, column},
            Extent{std::min(rows, m.rows - row), std::min(columns, m.columns - column)});
}

void encode_run(const Quantiser& q, const Encoder& encoder, float scale, std::span<const float> x,
                std::span<std::uint8_t> codes) {
  if (scale == 0) {
    std::fill(codes.begin(), codes.end(), std::uint8_t{0});
  } else if (std::isnan(scale)) {
    std::fill(codes.begin(), codes.end(), std::uint8_t(formats::nan_code(*q.element)));
  } else if (q.rule->step == Step::divide) {
    encoder.quotients(x, scale, codes);
  } else {
    encoder.products(x, 1 / q.global / scale, codes);
  }
}

}  // namespace

void quantise(const Quantiser& q, const Extent& matrix, std::span<const float> x,
              std::span<std::uint8_t> codes, std::span<std::uint32_t> scales) {
  const Encoder encoder(*q.element, *q.conversion);
  for_each_block(q.block, matrix, [&](std::size_t block, const Extent& at, const Extent& size) {
    const auto row = [&](std::int64_t i) { return std::size_t((at.rows + i) * matrix.columns + at.columns); };
    const auto width = std::size_t(size.columns);
    std::int32_t amax = 0;
    for (std::int64_t i = 0; i < size.rows; ++i) amax = largest_magnitude(x.subspan(row(i), width), amax);
    const auto largest = std::bit_cast<float>(amax);
    scales[block] =
        q.global == 1 ? q.rule->code(largest, *q.element) : q.rule->code_under(q.global, largest, *q.element);
    const auto scale = float(formats::to_double(*q.rule->scale, scales[block]));
    for (std::int64_t i = 0; i < size.rows; ++i)
      encode_run(q, encoder, scale, x.subspan(row(i), width), codes.subspan(row(i), width));
  });
}

void dequantise(const Quantiser& q, const Extent& matrix, std::span<const std::uint8_t> codes,
                std::span<const std::uint32_t> scales, std::span<float> x) {
  std::array<float, 256> value{};
  for (std::uint32_t code = 0; code < 256; ++code)
    value[code] = float(formats::to_double(*q.element, code & q.element->code_mask()));
  for_each_block(q.block, matrix, [&](std::size_t block, const Extent& at, const Extent& size) {
    const float scale = float(formats::to_double(*q.rule->scale, scales[block])) * q.global;
    for (std::int64_t i = 0; i < size.rows; ++i) {
      const std::int64_t start = (at.rows + i) * matrix.columns + at.columns;
      for (std::int64_t j = start; j < start + size.columns; ++j)
        x[std::size_t(j)] = value[codes[std::size_t(j)]] * scale;
    }
  });
}

}  // namespace lockstep::scaling
