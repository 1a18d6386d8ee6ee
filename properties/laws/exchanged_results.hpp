// Results that stand in each other's place, by what they are made of, whatever their values are.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::laws {

/// Other elements of an output, by index; nothing: there is none, or no single one.
struct Exchanged {
  std::optional<std::size_t> holds_that_of;  ///< whose result the element holds
  std::optional<std::size_t> stands_in;      ///< which one holds the result of this element
};

/// Of an element of an output of which each `is` something and `should_be` something.
Exchanged find_exchanged(std::span<const fingerprint::Fingerprint> is,
                         std::span<const fingerprint::Fingerprint> should_be, std::size_t element);

}  // namespace lockstep::laws
