// The datapath of CDNA3, measured on gfx942 and carried to gfx950 as hypotheses: products aligned and
// truncated, their sum and C aligned and floored, one rounding to nearest.
#pragma once

#include "tests/matrix/twin_product.hpp"

namespace lockstep::tests::twin {

/// A sum, and the exponent that it is aligned by.
struct Dot {
  static constexpr int kNone = -100'000;  ///< of products that are all zero
  mpq_class sum = 0;
  int exponent = kNone;
};

/// How the sum of a step's products meets C, of which y is left under e_max, the larger exponent of the two.
/// The publications differ here alone.
using Tail = mpq_class(const Dot& dot, const mpq_class& y, int e_max);
Tail newest, v1, v2a, khattak;

/// One step of f16, bf16 or xf32 (TR-FDPA), and one of 8 bits (GTR-FDPA).
float tr(const Products& products, float c, Tail* tail);
float gtr(const Products& products, float c, Tail* tail);

}  // namespace lockstep::tests::twin
