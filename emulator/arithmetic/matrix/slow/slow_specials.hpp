// Steps of dot_products_slow() that infinities and NaNs decide.
#pragma once

#include <vector>

#include "emulator/arithmetic/matrix/slow/slow_number.hpp"

namespace lockstep::matrix::slow {

/// Computes the result of a step that infinities and NaNs among its products and acc decide; false: there are
/// none.
bool special_sum(const Facts& facts, const Format& f, const std::vector<Number>& products, std::uint32_t acc,
                 std::uint32_t& result);
/// special_sum() for hardware that tells NaNs apart (NanBits::rdna).
bool special_sum_rdna(const Dot& dot, int begin, const Format& f, std::uint32_t acc, std::uint32_t& result);

}  // namespace lockstep::matrix::slow
