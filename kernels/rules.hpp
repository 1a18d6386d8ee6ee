// What a launch plan asks of its problem, a row for each condition: the first that does not hold is the refusal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "reference/operators/refusal.hpp"

namespace lockstep::kernels {

struct Rule {
  const char* argument;
  std::int64_t value;
  bool holds;
  const char* sentence;
};

template <std::size_t kCount>
tl::expected<void, operators::Refusal> check_rules(const Rule (&rules)[kCount]) {
  for (const Rule& rule : rules)
    if (!rule.holds)
      return tl::unexpected(operators::Refusal{rule.argument, std::to_string(rule.value), rule.sentence});
  return {};
}

}  // namespace lockstep::kernels
