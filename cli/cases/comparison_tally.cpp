#include "cli/cases/comparison_tally.hpp"

#include <fmt/format.h>

#include "cli/output/exit_code.hpp"

namespace lockstep::cli {

using verdict::Verdict;

namespace {

std::string in_cases(std::uint64_t count) {
  return fmt::format("in {} case{}", count, count == 1 ? "" : "s");
}

}  // namespace

void ComparisonTally::count(const laws::CaseResult& r) {
  ++drawn_;
  instructions_ += r.instructions;
  switch (r.verdict) {
    case Verdict::holds:
      ++same_;
      break;
    case Verdict::falsified:
      if (!failure_) failure_ = r;
      break;
    case Verdict::inconclusive:
      ++inconclusive_;
      [[fallthrough]];
    case Verdict::not_applicable:
      if (reason_.empty())
        for (const verdict::LawResult& law : r.laws) reason_ = law.reason;
      break;
  }
}

std::string ComparisonTally::text(std::string_view name, std::string_view remark) const {
  std::string lines = fmt::format("  {:<10} {}{}{}{}\n", name, in_cases(same_), failure_ ? "; not in 1" : "",
                                  remark.empty() ? "" : "; ", remark);
  if (not_compared() > 0)
    lines += fmt::format("  {:<10} {}, the first since {}\n", "not run", in_cases(not_compared()), reason_);
  return lines;
}

nlohmann::json ComparisonTally::json() const {
  nlohmann::json j{{"same", same_},
                   {"not_compared", not_compared()},
                   {"wave_instructions", instructions_},
                   {"verdict", failure_    ? "falsified"
                               : same_ > 0 ? "holds"
                                           : "inconclusive"}};
  if (not_compared() > 0) j["reason"] = reason_;
  return j;
}

int ComparisonTally::exit_code() const {
  if (failure_) return failure_->trapped ? kTrapped : kFalsified;
  return same_ == 0 || inconclusive_ > 0 ? kInconclusive : kHolds;
}

}  // namespace lockstep::cli
