#include "cli/output/sarif.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

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

namespace {

// Of a workflow command: what would end the message, or a property of it.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '\n' || c == '\r' || (property && (c == ':' || c == ',')))
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out;
}

std::string workflow_command(const SarifResult& r) {
  const std::string_view kind = level(r.severity) == std::string_view("error") ? "error" : "warning";
  std::string at;
  if (const std::size_t colon = r.source.rfind(':'); colon != std::string::npos)
    at = fmt::format("file={},line={},", escaped(r.source.substr(0, colon), true),
                     escaped(r.source.substr(colon + 1), true));
  return fmt::format("::{} {}title={}::{}\n", kind, at, escaped(r.rule, true), escaped(r.message, false));
}

}  // namespace

void annotate(std::span<const SarifResult> results) {
  const char* const actions = std::getenv("GITHUB_ACTIONS");
  if (actions == nullptr || std::string_view(actions) != "true") return;
  std::vector<const SarifResult*> gravest;
  for (const SarifResult& r : results)
    if (r.severity >= findings::Severity::risk) gravest.push_back(&r);
  std::ranges::sort(gravest, [](const SarifResult* a, const SarifResult* b) {
    return a->severity != b->severity ? a->severity > b->severity : a < b;
  });
  for (std::size_t i = 0; i < gravest.size() && i < kMostAnnotations; ++i)
    fmt::print("{}", workflow_command(*gravest[i]));
}

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
