// The products of a dot product, as the twins that align them see them.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/matrix/twin.hpp"
#include "tests/matrix/twin_number.hpp"

namespace lockstep::tests::twin {

/// value = significand * 2^exponent. The exponent is the sum of both operands' and both scales'; the
/// significand is not normalised again.
struct Product {
  Extended value;
  mpq_class significand = 0;
  int exponent = 0;

  bool zero() const { return significand == 0; }
};
using Products = std::vector<Product>;

/// The e8m0 scale of the element at k: 2^(code - 127), NaN for 0xFF, and 1 where there are none.
Extended scale(const TwinVector& v, std::size_t k);

/// Of k = begin ... begin + length - 1, scaled.
Products products(const TwinVector& a, const TwinVector& b, std::size_t begin, std::size_t length);

/// NaN and the infinities among the products and the accumulator, summed.
Extended specials(const Products& products, float c);

/// acc = step(products, acc) for each `length` of consecutive k, in ascending order. An instruction of fewer
/// products is one step.
using Step = float(const Products& products, float acc);
float in_steps(const TwinVector& a, const TwinVector& b, float c, std::size_t length, Step* step);

/// v's block of 32 without its scale.
TwinVector unscaled_block(const TwinVector& v, std::size_t block);

/// "Scaled with one rounding, added to C with another": for every block of 32, sum(a, b) from +0 without
/// scales, times both scales, rounded to f32; then acc + that, in f32.
float scaled_after(const TwinVector& a, const TwinVector& b, float c, TwinDot* sum);

}  // namespace lockstep::tests::twin
