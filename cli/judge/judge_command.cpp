#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/judge/judged.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"

namespace lockstep::cli {

namespace {

int exit_code(const verdict::Judgement& j) {
  switch (j.finding) {
    case verdict::Conclusion::clean:
      return kHolds;
    case verdict::Conclusion::found:
      return kFalsified;
    default:
      return kInconclusive;
  }
}

}  // namespace

int judge(const JudgeOptions& given) {
  if (given.serve) return serve(given.candidate.empty() ? "." : given.candidate);
  if (given.candidate.empty()) return complain("judge", "CANDIDATE is missing");
  JudgeOptions o = given;
  if (!o.seed) o.seed = std::random_device{}();
  if (!o.json.empty())
    if (const std::string problem = remove_stale({o.json}, {o.candidate, o.against}); !problem.empty())
      return complain("judge", problem);
  const Budget budget(o.budget);
  const SelfTest controls = self_test({});
  const auto j = judge_within(o, budget, controls);
  if (!j) return complain("judge", j.error());
  fmt::print("seed {}\n", *o.seed);  // not before: a candidate could read it where output goes into a file
  for (const std::string& line : verdict::lines(*j)) fmt::print("{}\n", line);
  nlohmann::json record = verdict::to_json(*j);
  record["selftest"] = to_json(controls);
  const bool written =
      o.json.empty() ||
      write_or_complain(o.json, record.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  const int code = budget.interrupted() ? int(kInterrupted) : exit_code(*j);
  return written || code != kHolds ? code : int(kUsage);
}

}  // namespace lockstep::cli
