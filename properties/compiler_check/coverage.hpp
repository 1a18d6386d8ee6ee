// Which rules of wait states random programs bring to bear. Where they do, both ways are checked: what the
// compiler places between the two suffices, and one less is noticed.
#pragma once

#include <span>
#include <string_view>

#include "emulator/isa/wait_rule.hpp"

namespace lockstep::compiler_check {

/// A rule that no program is held to.
struct NotExercised {
  std::string_view rule;
  std::string_view why;
};
std::span<const NotExercised> not_exercised();
/// Why no program is held to the rule; empty: programs are, on all of its archs.
std::string_view why_not_exercised(const isa::WaitRule& rule);

}  // namespace lockstep::compiler_check
