// What makes two failures one: the law, and where it was broken.
//
// Where a check found something, that is law `clean` and the pair of instructions, or the one, whatever other
// laws are broken by it; else the pattern of the wrong elements, whatever its numbers, which follow from the
// sizes of the case.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "properties/laws/evaluate.hpp"

namespace lockstep::campaigns {

struct Cause {
  std::string kernel;  ///< KERNEL@ARCH and its build
  std::string law;
  std::string what;
  auto operator<=>(const Cause&) const = default;
};

/// The cause of a case that a law falsifies.
Cause cause_of(const laws::CaseResult& result);

/// "12 of 4096 elements differ; all in row 17" becomes "N of N elements differ; all in row N".
std::string without_numbers(std::string_view text);

/// What a cause is where a check found something: the pair of instructions, or the one.
std::string what_of(const findings::Finding& finding);

/// What of a cause outlives another build of the same code: of a finding the kind and the names of its
/// instructions, without registers and addresses; else all of it.
std::string lasting_text(const Cause& cause, const std::optional<findings::Finding>& finding);

}  // namespace lockstep::campaigns
