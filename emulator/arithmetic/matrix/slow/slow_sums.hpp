// The sums of dot_products_slow(), each as its Summation describes it.
#pragma once

#include <vector>

#include "emulator/arithmetic/matrix/slow/slow_number.hpp"

namespace lockstep::matrix::slow {

struct Sum {
  FixedPoint value;
  int exponent = kNoExponent;  ///< the largest exponent of its terms
};

FixedPoint aligned_sum(const Facts& facts, const std::vector<Number>& products, const Number& acc);
FixedPoint fused_sum(const Facts& facts, std::vector<Sum> terms);
Sum term(const Number& x);
/// The exact sum of unscaled products, times both scales; its exponent is the scales'.
Sum group_term(const Dot& dot, int begin);
FixedPoint gfx12_sum(const Dot& dot, const std::vector<Number>& products, const Number& acc);
std::uint32_t finish(const Facts& facts, const Format& f, const FixedPoint& total);
std::uint32_t gfx11_step(const Facts& facts, const Format& f, const std::vector<Number>& products,
                         std::uint32_t acc);

/// The result of a step that infinities and NaNs among its products and acc decide; false: there are none.
bool special_sum(const Facts& facts, const Format& f, const std::vector<Number>& products, std::uint32_t acc,
                 std::uint32_t& result);
/// special_sum() for hardware that tells NaNs apart (NanBits::rdna).
bool special_sum_rdna(const Dot& dot, int begin, const Format& f, std::uint32_t acc, std::uint32_t& result);

}  // namespace lockstep::matrix::slow
