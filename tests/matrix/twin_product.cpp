#include "tests/matrix/twin_product.hpp"

#include <algorithm>

namespace lockstep::tests::twin {
namespace {

constexpr std::size_t kBlock = 32;  // consecutive k under one scale

int scale_exponent(const TwinVector& v, std::size_t k) {
  return v.scales.empty() ? 0 : int(v.scales[k / kBlock]) - 127;
}

}  // namespace

Extended scale(const TwinVector& v, std::size_t k) {
  if (v.scales.empty()) return {false, 0, 1};
  if (v.scales[k / kBlock] == 255) return {true, 0, 0};
  return {false, 0, pow2(scale_exponent(v, k))};
}

Products products(const TwinVector& a, const TwinVector& b, std::size_t begin, std::size_t length) {
  Products all;
  for (std::size_t k = begin; k < begin + length; ++k) {
    const Element x = element(*a.format, a.codes[k]), y = element(*b.format, b.codes[k]);
    const Extended value = x.value * y.value * (scale(a, k) * scale(b, k));
    all.push_back({value, x.significand * y.significand,
                   x.exponent + y.exponent + scale_exponent(a, k) + scale_exponent(b, k)});
  }
  return all;
}

Extended specials(const Products& products, float c) {
  Extended sum;
  const Extended acc = extended(c);
  if (acc.special()) sum = acc;
  for (const Product& p : products)
    if (p.value.special()) sum = sum + p.value;
  return sum;
}

float in_steps(const TwinVector& a, const TwinVector& b, float c, std::size_t length, Step* step) {
  const std::size_t k = a.codes.size(), of_step = std::min(length, k);
  for (std::size_t begin = 0; begin < k; begin += of_step) c = step(products(a, b, begin, of_step), c);
  return c;
}

TwinVector unscaled_block(const TwinVector& v, std::size_t block) {
  const auto first = v.codes.begin() + std::ptrdiff_t(block * kBlock);
  return {v.format, {first, first + kBlock}, {}};
}

float scaled_after(const TwinVector& a, const TwinVector& b, float c, TwinDot* sum) {
  for (std::size_t block = 0; block < a.scales.size(); ++block) {
    const float s = sum(unscaled_block(a, block), unscaled_block(b, block), 0.0f);
    const Extended scales = scale(a, block * kBlock) * scale(b, block * kBlock);
    c = ieee_add(c, nearest_even(extended(s) * scales));
  }
  return c;
}

}  // namespace lockstep::tests::twin
