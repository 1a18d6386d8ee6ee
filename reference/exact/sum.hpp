// The exact sum of a list of doubles, fast when two doubles can hold it and right always.
#pragma once

#include <cstdint>
#include <span>

#include "reference/formats/format.hpp"

namespace lockstep::exact {

/// The exact sum, rounded once to nearest even in each form.
struct Sum {
  double value;
  std::uint32_t code;  ///< in the format asked for
};

/// Two-sum first, which proves its own exactness; the wide accumulator only where that proof fails.
Sum sum(std::span<const double> terms, const formats::Format& format);

}  // namespace lockstep::exact
