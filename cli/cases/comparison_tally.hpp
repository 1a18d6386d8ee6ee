// What became of the cases that `compare` gave both sides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

class ComparisonTally {
 public:
  void count(const laws::CaseResult& r);

  std::uint64_t drawn() const { return drawn_; }
  std::uint64_t same() const { return same_; }
  /// The first case in which the sides differ, or nullptr.
  const laws::CaseResult* failure() const { return failure_ ? &*failure_ : nullptr; }

  /// A line on the cases that are the same, under `name`, with a remark unless it is empty; one on those not
  /// run.
  std::string text(std::string_view name, std::string_view remark) const;
  nlohmann::json json() const;
  int exit_code() const;

 private:
  std::uint64_t not_compared() const { return drawn_ - same_ - (failure_ ? 1 : 0); }

  std::uint64_t drawn_ = 0, same_ = 0, inconclusive_ = 0, instructions_ = 0;
  std::optional<laws::CaseResult> failure_;
  std::string reason_;  ///< why the first that was not compared was not
};

}  // namespace lockstep::cli
