// Why a problem is outside a contract or a kernel's envelope.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <tl/expected.hpp>

namespace lockstep::operators {

struct Refusal {
  std::string argument;  ///< "k", "masked_m[3]", ...
  std::string value;
  std::string rule;  ///< "must be a multiple of 128"
  std::string text() const { return argument + " = " + value + ": " + rule; }
};

/// Refuses the value of an argument.
tl::unexpected<Refusal> refuse(std::string_view argument, const auto& value, std::string_view rule) {
  return tl::unexpected(Refusal{std::string(argument), fmt::format("{}", value), std::string(rule)});
}

/// A condition on a problem: the first of a list that does not hold is the refusal.
struct Rule {
  std::string_view argument;
  std::int64_t value;
  bool holds;
  std::string_view sentence;
};
inline tl::expected<void, Refusal> check_rules(std::span<const Rule> rules) {
  for (const Rule& r : rules)
    if (!r.holds) return refuse(r.argument, r.value, r.sentence);
  return {};
}

}  // namespace lockstep::operators
