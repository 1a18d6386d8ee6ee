#include "cli/output/for_other_tools.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/demangle.hpp"

namespace lockstep::cli {

namespace {

/// Escapes a text for XML 1.0, attributes included. XML cannot say control characters: each becomes a `?`.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char ch : text) switch (ch) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += static_cast<unsigned char>(ch) < ' ' ? '?' : ch;
    }
  return out;
}

}  // namespace

std::string junit(std::span<const JunitCase> cases) {
  std::string body;
  std::size_t failures = 0, skipped = 0;
  for (const JunitCase& c : cases) {
    body +=
        fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n", escaped(c.classname), escaped(c.name));
    failures += c.failures.empty() ? 0 : 1;
    skipped += c.skipped.empty() ? 0 : 1;
    for (const std::string& line : c.failures)
      body += fmt::format("      <failure message=\"{}\"/>\n", escaped(line));
    if (!c.skipped.empty()) body += fmt::format("      <skipped message=\"{}\"/>\n", escaped(c.skipped));
    if (!c.notes.empty())
      body += fmt::format("      <system-out>{}</system-out>\n",
                          escaped(fmt::format("{}", fmt::join(c.notes, "\n"))));
    body += "    </testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"lockstep\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n{}"
      "  </testsuite>\n</testsuites>\n",
      cases.size(), failures, skipped, body);
}

std::string junit(std::span<const laws::CaseResult> results) {
  std::vector<JunitCase> all;
  for (const laws::CaseResult& r : results)
    for (const verdict::LawResult& law : r.laws) {
      JunitCase one{fmt::format("{}.{}", r.the_case.kernel, law.law), cases::print(r.the_case)};
      const std::string said = fmt::format("{}: {}", verdict::name(law.verdict), law.reason);
      if (law.verdict == verdict::Verdict::falsified)
        one.failures.push_back(said);
      else if (law.verdict != verdict::Verdict::holds)
        one.skipped = said;
      all.push_back(std::move(one));
    }
  return junit(all);
}

namespace {

using nlohmann::json;

const char* level(findings::Severity severity) {
  return severity >= findings::kFailsByDefault  ? "error"
         : severity == findings::Severity::risk ? "warning"
                                                : "note";
}

/// A path as RFC 3986 lets it stand in a URI.
std::string uri(std::string_view path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

json location(const SarifResult& r) {
  json j{{"logicalLocations", json::array({{{"name", host::demangled(r.kernel)}, {"kind", "function"}}})}};
  const std::size_t colon = r.source.rfind(':');
  int line = 1;
  if (colon != std::string::npos)
    std::from_chars(r.source.data() + colon + 1, r.source.data() + r.source.size(), line);
  j["physicalLocation"]["artifactLocation"]["uri"] =
      uri(colon == std::string::npos ? r.artifact : r.source.substr(0, colon));
  j["physicalLocation"]["region"]["startLine"] = std::max(line, 1);
  return j;
}

// Escapes what would end the message of a workflow command, or a property of it.
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
