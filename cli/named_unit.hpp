// Matrix units as they are named on the command line.
#pragma once

#include <string>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/units/units.hpp"

namespace lockstep::cli {

/// nullptr, and a complaint on standard error, when there is none of that name.
inline const matrix::Unit* named_unit(std::string_view command, const std::string& name) {
  const matrix::Unit* unit = matrix::find_unit(name);
  if (unit == nullptr)
    fmt::print(stderr, "lockstep {}: no matrix unit '{}'; `lockstep list models` prints them\n", command,
               name);
  return unit;
}

}  // namespace lockstep::cli
