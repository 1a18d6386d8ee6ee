#include "emulator/arithmetic/matrix/fast/special_products.hpp"

#include <algorithm>
#include <cmath>

#include "emulator/arithmetic/matrix/fast/decode_codes.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kNaNScale = 0xFF;

bool has_specials(Shape shape, const Operand& operand) {
  const auto* const end = operand.scales + shape.n * shape.blocks();
  return std::find(operand.scales, end, kNaNScale) != end || any_special(operand, shape.elements());
}

/// The smallest scale of A with which some product of finite elements may count as infinite.
int first_oversized(Shape shape, const Operand& a, const Operand& b, double limit) {
  if (std::isinf(limit)) return kNaNScale;
  int largest = 0;
  for (int i = 0; i < shape.n * shape.blocks(); ++i)
    if (b.scales[i] != kNaNScale) largest = std::max<int>(largest, b.scales[i]);
  const int tops = decode_table(*a.format).top + decode_table(*b.format).top;
  return std::clamp(std::ilogb(limit) - tops + 2 * 127 - largest, 0, kNaNScale);
}

void decode_finite(Shape shape, const Operand& operand, float* values, float* tops) {
  const auto& finite = decode_table(*operand.format).finite;
  for (int i = 0; i < shape.elements(); ++i) values[i] = finite[operand.codes[i]];
  for (int block = 0; block < shape.m * shape.blocks(); ++block) {
    const float* const of_block = values + block * shape.block_k();
    tops[block] = 0;
    for (int k = 0; k < shape.block_k(); ++k) tops[block] = std::max(tops[block], std::abs(of_block[k]));
  }
}

/// The sum of the products of magnitude `least` or more, each counted as infinite.
float outside(const float* a, const float* b, int count, double least) {
  float largest = 0, smallest = 0;
  for (int k = 0; k < count; ++k) {
    const float product = a[k] * b[k];
    largest = product > largest ? product : largest;
    smallest = product < smallest ? product : smallest;
  }
  return (largest >= least ? kInfinity : 0) - (smallest <= -least ? kInfinity : 0);
}

}  // namespace

SpecialProducts::SpecialProducts(Shape shape, const Operand& a, const Operand& b, double limit)
    : shape_(shape),
      a_(a),
      b_(b),
      of_a_(decode_table(*a.format).value.data()),
      of_b_(decode_table(*b.format).value.data()),
      limit_(limit),
      oversized_from_(first_oversized(shape, a, b, limit)) {
  const bool in_rows = has_specials(shape, a), in_columns = has_specials(shape, b);
  for (int i = 0; in_rows && i < shape.m; ++i)
    find(shape, a, i, {rows_[std::size_t(i)], nan_rows_[std::size_t(i)]});
  for (int j = 0; in_columns && j < shape.n; ++j) {
    find(shape, b, j, {columns_[std::size_t(j)], nan_columns_[std::size_t(j)]});
    any_column_ |= columns_[std::size_t(j)];
  }
  oversized_ = *std::max_element(a.scales, a.scales + shape.m * shape.blocks()) >= oversized_from_;
  if (oversized_) {
    decode_finite(shape, a, a_values_.data(), a_tops_.data());
    decode_finite(shape, b, b_values_.data(), b_tops_.data());
  }
  any_ = in_rows || in_columns || oversized_;
}

/// Finds the specials of row (or column) `i`.
void SpecialProducts::find(Shape shape, const Operand& operand, int i, Specials found) {
  const std::uint8_t* codes = operand.codes + i * shape.k;
  const std::uint8_t* scales = operand.scales + i * shape.blocks();
  const DecodeTable& table = decode_table(*operand.format);
  if (any_special({operand.format, codes, scales}, shape.k))
    for (int k = 0; k < shape.k; ++k) {
      if (table.rank(codes[k]) <= table.rank.largest) continue;
      found.all.insert(k);
      if (const float value = table.value[codes[k]]; value != value) found.nan.insert(k);
    }
  for (int block = 0; block < shape.blocks(); ++block)
    if (scales[block] == kNaNScale) {
      const DepthSet scaled =
          DepthSet::range(block * kScaleBlock, std::min(shape.k, (block + 1) * kScaleBlock));
      found.all |= scaled;
      found.nan |= scaled;
    }
}

// The sum of a block's special products: an infinity, NaN, or 0.
float SpecialProducts::sum_block(int row, int column, int begin, int end, DepthSet specials) const {
  const int block = begin / kScaleBlock, from_a = row * shape_.k, from_b = column * shape_.k;
  const int block_a = row * shape_.blocks() + block, block_b = column * shape_.blocks() + block;
  const std::uint8_t a_scale = a_.scales[block_a];
  const bool may_oversize = oversized_ && a_scale >= oversized_from_;
  if (!may_oversize && specials.empty()) return 0;
  const double scale = scale_value(a_scale) * scale_value(b_.scales[block_b]);
  float sum = 0;
  if (may_oversize && a_tops_[std::size_t(block_a)] * b_tops_[std::size_t(block_b)] * scale >= limit_)
    sum = outside(a_values_.data() + from_a + begin, b_values_.data() + from_b + begin, end - begin,
                  limit_ / scale);  // both are powers of two
  while (!specials.empty()) {
    const int k = specials.take();
    const double product = of_a_[a_.codes[from_a + k]] * of_b_[b_.codes[from_b + k]] * scale;
    if (product - product != 0) sum += float(product);  // an infinity or NaN
  }
  return sum;
}

void SpecialProducts::sum(int row, int begin, int end, float* sums) const {
  const DepthSet all = DepthSet::range(begin, end), nan_row = nan_rows_[std::size_t(row)];
  for (int j = 0; j < shape_.n; ++j)
    sums[j] = ((nan_row | nan_columns_[std::size_t(j)]) & all).empty() ? 0.0F : kNaN;
  if (!(nan_row & all).empty()) return;
  for (int from = begin, to = 0; from < end; from = to) {
    to = std::min(end, (from / kScaleBlock + 1) * kScaleBlock);
    const DepthSet wanted = DepthSet::range(from, to);
    for (int j = 0; j < shape_.n; ++j)
      if (sums[j] == sums[j])
        sums[j] += sum_block(row, j, from, to, (rows_[std::size_t(row)] | columns_[std::size_t(j)]) & wanted);
  }
  for (int j = 0; j < shape_.n; ++j)
    if (sums[j] != sums[j]) sums[j] = kNaN;
}

}  // namespace lockstep::matrix
