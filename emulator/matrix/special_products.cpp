#include "emulator/matrix/special_products.hpp"

#include <algorithm>
#include <cmath>

#include "emulator/matrix/decode_codes.hpp"

namespace lockstep::matrix {
namespace {

constexpr int kNaNScale = 0xFF;

/// The smallest scale of A with which some product may be special.
int first_scale(const Operand& a, const Operand& b, double limit) {
  const int largest_b_scale = *std::max_element(b.scales, b.scales + kOperandScales);
  if (largest_b_scale == kNaNScale || any_special(a) || any_special(b)) return 0;
  if (std::isinf(limit)) return kNaNScale;
  const int tops = decode_table(*a.format).top + decode_table(*b.format).top;
  return std::min(kNaNScale, std::ilogb(limit) - tops + 2 * 127 - largest_b_scale);
}

}  // namespace

SpecialProducts::SpecialProducts(Shape shape, const Operand& a, const Operand& b, double limit)
    : shape_(shape), a_(a), b_(b), limit_(limit), look_from_(first_scale(a, b, limit)) {}

void SpecialProducts::sum(int row, int begin, int end, float* sums) const {
  const auto& ta = decode_table(*a_.format).value;
  const auto& tb = decode_table(*b_.format).value;
  std::fill(sums, sums + shape_.n, 0.0F);
  for (int j = 0; j < shape_.n; ++j)
    for (int k = begin; k < end; ++k) {
      const int block = k / kScaleBlock;
      const double scale = scale_value(a_.scales[row * shape_.blocks() + block]) *
                           scale_value(b_.scales[j * shape_.blocks() + block]);
      const double product =
          double(ta[a_.codes[row * shape_.k + k]]) * tb[b_.codes[j * shape_.k + k]] * scale;
      if (product >= limit_) sums[j] += kInfinity;
      if (product <= -limit_) sums[j] -= kInfinity;
      if (product != product) sums[j] = kNaN;
    }
}

}  // namespace lockstep::matrix
