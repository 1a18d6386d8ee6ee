// What a wrong element is made of where the declared order has something else: elements of operands that do
// not belong there, those that are missing, or, where all are the right ones, two that stand for each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/laws/experiment.hpp"

namespace lockstep::laws {

struct OtherOperands {
  /// "a[48, 0..127] in place of a[32, 0..127]", "all but b[0, 256..383]", "also b[1, 0..31]". Empty where the
  /// element is made of what it should be, nobody can say, or the case is too large to ask soon.
  std::string text{};
  bool differ = false;  ///< elements are others than they should be, and not only what was done to them
  std::optional<std::uint64_t> instruction{};  ///< the address of one that the text or the ways name
  /// What became of such an element, or of the result as it should be, each a sentence: which instruction
  /// reads it, where it was lost in LDS. Only what holds of the workgroup that alone made the wrong element.
  std::vector<std::string> ways{};
};

/// `row` counts the output's written rows.
OtherOperands other_operands(Experiment& e, std::size_t output, std::size_t row, std::int64_t column);

}  // namespace lockstep::laws
