#include "cli/json.hpp"

#include <nlohmann/json.hpp>

namespace lockstep::cli {

nlohmann::json to_json(const machine::Finding& f) {
  nlohmann::json j{{"kind", machine::name(f.kind)},
                   {"kernel", f.kernel},
                   {"instruction", f.instruction},
                   {"address", f.address},
                   {"workgroup", f.workgroup},
                   {"wave", f.wave},
                   {"text", f.text},
                   {"line", f.line()}};
  if (f.lane >= 0) j["lane"] = f.lane;
  if (!f.source.empty()) j["source"] = f.source;
  return j;
}

nlohmann::json to_json(const laws::CaseResult& r) {
  nlohmann::json j{{"case", cases::print(r.the_case)}, {"verdict", verdict::name(r.verdict)}};
  nlohmann::json verdicts = nlohmann::json::object(), reasons = nlohmann::json::object();
  for (const verdict::LawResult& law : r.laws) {
    verdicts[std::string(law.law)] = verdict::name(law.verdict);
    if (law.verdict == verdict::Verdict::falsified || law.verdict == verdict::Verdict::inconclusive)
      reasons[std::string(law.law)] = law.reason;
  }
  j["laws"] = verdicts;
  if (!reasons.empty()) j["reasons"] = reasons;
  if (!r.error.empty()) j["error"] = r.error;
  if (!r.sampled.empty()) j["sampled"] = r.sampled;
  return j;
}

}  // namespace lockstep::cli
