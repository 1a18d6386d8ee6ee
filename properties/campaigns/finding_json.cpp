#include "properties/campaigns/finding_json.hpp"

#include <array>
#include <string>

#include <nlohmann/json.hpp>

namespace lockstep::campaigns {

using machine::Finding;
using nlohmann::json;

json json_of_finding(const Finding& f) {
  return {{"kind", machine::name(f.kind)},
          {"severity", findings::name(f.severity)},
          {"kernel", f.kernel},
          {"instruction", f.instruction},
          {"address", f.address},
          {"workgroup", f.workgroup},
          {"wave", f.wave},
          {"lane", f.lane},
          {"text", f.text},
          {"source", f.source},
          {"other", f.other},
          {"other_address", f.other_address},
          {"rule", f.rule}};
}

std::optional<Finding> finding_of(const json& j) {
  const auto text = [&](const char* key) { return j.at(key).get<std::string>(); };
  const machine::KindFacts* kind = machine::find_kind(text("kind"));
  const auto severity = findings::find_severity(text("severity"));
  if (kind == nullptr || !severity) return std::nullopt;
  Finding f;
  f.kind = kind->kind;
  f.severity = *severity;
  f.kernel = text("kernel");
  f.instruction = text("instruction");
  f.address = j.at("address").get<std::uint64_t>();
  f.workgroup = j.at("workgroup").get<std::array<std::uint32_t, 3>>();
  f.wave = j.at("wave").get<int>();
  f.lane = j.at("lane").get<int>();
  f.text = text("text");
  f.source = text("source");
  f.other = text("other");
  f.other_address = j.at("other_address").get<std::uint64_t>();
  f.rule = text("rule");
  return f;
}

}  // namespace lockstep::campaigns
