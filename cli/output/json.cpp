#include "cli/output/json.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "properties/fuzzing/failure.hpp"

namespace lockstep::cli {

nlohmann::json to_json(const findings::Finding& f) {
  nlohmann::json j{{"kind", findings::name(f.kind)},
                   {"severity", findings::name(f.severity)},
                   {"kernel", f.kernel},
                   {"instruction", f.instruction},
                   {"address", f.address},
                   {"by", f.wave < 0 ? "lint" : "run"},
                   {"text", f.text},
                   {"line", f.line()}};
  if (f.wave >= 0) j.update({{"workgroup", f.workgroup}, {"wave", f.wave}});
  if (!f.rule.empty()) j["rule"] = f.rule;
  if (!f.other.empty()) j["other"] = {{"instruction", f.other}, {"address", f.other_address}};
  if (!f.launch.empty()) j["launch"] = f.launch;
  if (f.distance != 0) j["distance"] = f.distance;
  if (f.more != 0) j["more"] = f.more;
  if (f.lane >= 0) j["lane"] = f.lane;
  if (!f.source.empty()) j["source"] = f.source;
  return j;
}

nlohmann::json to_json(const findings::Finding& f, const code_object::SourceLines& lines,
                       const code_object::InlineFrames& frames) {
  nlohmann::json j = to_json(f);
  const auto put = [&](nlohmann::json& party, std::uint64_t address) {
    if (const std::string source = lines.at(address); !source.empty()) party["source"] = source;
    for (const code_object::Frame& frame : frames.at(address, lines))
      party["frames"].push_back({{"function", frame.function}, {"source", frame.source}});
  };
  put(j, f.address);
  if (j.contains("other")) put(j["other"], f.other_address);
  return j;
}

namespace {

// NaN and infinities as text.
nlohmann::json number(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(fmt::format("{}", value));
}

nlohmann::json to_json(const judges::Opinion& o) {
  nlohmann::json j{{"verdict", judges::name(o.verdict)}};
  if (o.threshold) {
    j["value"] = number(o.value);
    j["passes_if"] = o.threshold->text();
  }
  return j;
}

}  // namespace

nlohmann::json to_json(const laws::CaseResult& r) {
  nlohmann::json j{{"case", cases::print(r.the_case)}, {"verdict", verdict::name(r.verdict)}};
  nlohmann::json verdicts = nlohmann::json::object(), reasons = nlohmann::json::object();
  for (const verdict::LawResult& law : r.laws) {
    if (law.snr)
      j["snr"] = {{"db", json_of_ratio(law.snr->db)}, {"expected_db", json_of_ratio(law.snr->expected_db)}};
    if (law.snr && law.snr->unquantised_db)
      j["snr"]["unquantised_db"] = json_of_ratio(*law.snr->unquantised_db);
    verdicts[std::string(law.law)] = verdict::name(law.verdict);
    if (law.verdict == verdict::Verdict::falsified || law.verdict == verdict::Verdict::inconclusive)
      reasons[std::string(law.law)] = law.reason;
  }
  j["laws"] = verdicts;
  if (!reasons.empty()) j["reasons"] = reasons;
  for (const judges::Opinion& o : r.judges) j["judges"][std::string(o.judge->name)] = to_json(o);
  if (!r.error.empty()) j["error"] = r.error;
  if (!r.sampled.empty()) j["sampled"] = r.sampled;
  if (r.finding && r.coverage.code() != nullptr)
    j["finding"] = to_json(*r.finding, r.coverage.code()->object().lines, fuzzing::frames_of(r.the_case));
  return j;
}

nlohmann::json to_json(const laws::ModelSpread& s) {
  const auto ratio = [](const laws::ModelSpread::Ratio& r) {
    return nlohmann::json{{"model", r.model}, {"db", json_of_ratio(r.db)}};
  };
  return {{"output", s.output}, {"least", ratio(s.least)},  {"most", ratio(s.most)},
          {"models", s.models}, {"differing", s.differing}, {"elements", s.elements}};
}

}  // namespace lockstep::cli
