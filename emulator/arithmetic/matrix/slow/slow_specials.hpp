// Where infinities and NaNs decide a step of dot_products_slow().
#pragma once

#include <vector>

#include "emulator/arithmetic/matrix/slow/slow_number.hpp"

namespace lockstep::matrix::slow {

/// Specials among a step's products and acc decide the result; whether there were any.
bool special_sum(const Facts& facts, const Format& f, const std::vector<Number>& products, std::uint32_t acc,
                 std::uint32_t& result);
/// ... and where the hardware tells NaNs apart.
bool special_sum_rdna(const Dot& dot, int begin, const Format& f, std::uint32_t acc, std::uint32_t& result);

}  // namespace lockstep::matrix::slow
