#include "emulator/findings/finding_json.hpp"

#include <string>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "host/json_members.hpp"

namespace lockstep::findings {

namespace {

constexpr std::tuple kMembers{
    std::pair("kernel", &Finding::kernel),   std::pair("instruction", &Finding::instruction),
    std::pair("address", &Finding::address), std::pair("workgroup", &Finding::workgroup),
    std::pair("wave", &Finding::wave),       std::pair("lane", &Finding::lane),
    std::pair("text", &Finding::text),       std::pair("source", &Finding::source),
    std::pair("other", &Finding::other),     std::pair("other_address", &Finding::other_address),
    std::pair("rule", &Finding::rule)};

}  // namespace

nlohmann::json json_of(const Finding& finding) {
  nlohmann::json json{{"kind", name(finding.kind)}, {"severity", name(finding.severity)}};
  if (finding.distance != 0) json["distance"] = finding.distance;
  host::write_members(finding, kMembers, json);
  return json;
}

std::optional<Finding> finding_of(const nlohmann::json& json) {
  const KindFacts* const kind = find_kind(json.at("kind").get<std::string>());
  const auto severity = find_severity(json.at("severity").get<std::string>());
  if (kind == nullptr || !severity) return std::nullopt;
  Finding finding;
  finding.kind = kind->kind;
  finding.severity = *severity;
  host::read_members(json, kMembers, finding);
  finding.distance = json.value("distance", 0);  // files of earlier versions have none
  return finding;
}

}  // namespace lockstep::findings
