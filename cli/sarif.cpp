#include "cli/sarif.hpp"

#include <charconv>
#include <set>

#include "host/demangle.hpp"

namespace lockstep::cli {

namespace {

using nlohmann::json;

const char* level(findings::Severity severity) {
  return severity >= findings::kFailsByDefault  ? "error"
         : severity == findings::Severity::risk ? "warning"
                                                : "note";
}

json location(const SarifResult& r) {
  json j{{"logicalLocations", json::array({{{"name", host::demangled(r.kernel)}, {"kind", "function"}}})}};
  const std::size_t colon = r.source.rfind(':');
  if (colon == std::string::npos) return j;
  int line = 0;
  std::from_chars(r.source.data() + colon + 1, r.source.data() + r.source.size(), line);
  j["physicalLocation"]["artifactLocation"]["uri"] = r.source.substr(0, colon);
  if (line > 0) j["physicalLocation"]["region"]["startLine"] = line;
  return j;
}

}  // namespace

json sarif(std::span<const SarifResult> results) {
  std::set<std::string> rules;
  json all = json::array();
  for (const SarifResult& r : results) {
    rules.insert(r.rule);
    all.push_back({{"ruleId", r.rule},
                   {"level", level(r.severity)},
                   {"message", {{"text", r.message}}},
                   {"locations", json::array({location(r)})}});
  }
  json run{{"results", std::move(all)}};
  run["tool"]["driver"] = {{"name", "lockstep"}, {"rules", json::array()}};
  for (const std::string& rule : rules) run["tool"]["driver"]["rules"].push_back({{"id", rule}});
  return {{"version", "2.1.0"},
          {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"runs", json::array({std::move(run)})}};
}

}  // namespace lockstep::cli
