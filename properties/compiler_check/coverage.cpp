#include "properties/compiler_check/coverage.hpp"

#include <algorithm>

namespace lockstep::compiler_check {

namespace {

// tests/ground/command/check_compiler.sh holds this to what programs show: all others, and none of these.
constexpr NotExercised kNotExercised[] = {
    {"M0 written by SALU, message", "messages are not emulated"},
    {"data of a wide store with a scalar offset overwritten", "LLVM 22 places none (LLVM #197267)"},
};

}  // namespace

std::span<const NotExercised> not_exercised() {
  return kNotExercised;
}

std::string_view why_not_exercised(const isa::WaitRule& rule) {
  const auto found = std::ranges::find(kNotExercised, rule.name, &NotExercised::rule);
  return found == std::end(kNotExercised) ? std::string_view() : found->why;
}

}  // namespace lockstep::compiler_check
