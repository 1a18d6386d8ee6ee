#include "emulator/runtime/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/findings/finding_json.hpp"

namespace lockstep::runtime {

using nlohmann::json;

std::string Remark::line() const {
  const std::string grade =
      severity == findings::Severity::wrong ? "" : fmt::format(" ({})", findings::name(severity));
  return fmt::format("{}{}: {}{}{}", kind, grade, kernel, kernel.empty() ? "" : ": ", text);
}

std::string to_line(const LaunchRecord& r) {
  if (!r.complaint.empty())
    return json{{"complaint", r.complaint}}.dump(-1, ' ', false, json::error_handler_t::replace);
  json j{{"object", r.object},
         {"kernel", r.kernel},
         {"grid", r.geometry.grid},
         {"block", r.geometry.block},
         {"dynamic_lds", r.geometry.dynamic_lds},
         {"workgroups", r.workgroups},
         {"wave_instructions", r.wave_instructions},
         {"findings", json::array()},
         {"remarks", json::array()},
         {"notes", r.notes},
         {"checked", r.checked},
         {"launch", r.is_launch},
         {"recorded", r.recorded},
         {"number", r.number},
         {"callers", json::array()}};
  for (const Caller& c : r.callers) j["callers"].push_back({c.file, c.address});
  for (const Remark& m : r.remarks)
    j["remarks"].push_back(
        {{"kind", m.kind}, {"severity", findings::name(m.severity)}, {"kernel", m.kernel}, {"text", m.text}});
  for (const findings::Finding& f : r.findings) j["findings"].push_back(findings::json_of(f));
  if (!r.reached.empty()) j["code"] = r.code, j["reached"] = r.reached;
  if (r.stop) j["stop"] = findings::json_of(*r.stop);
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<LaunchRecord> parse_record(std::string_view line) {
  const json j = json::parse(line, nullptr, false);
  if (!j.is_object()) return std::nullopt;
  try {
    LaunchRecord r;
    if (j.contains("complaint")) {
      j.at("complaint").get_to(r.complaint);
      return r;
    }
    j.at("object").get_to(r.object);
    j.at("kernel").get_to(r.kernel);
    j.at("grid").get_to(r.geometry.grid);
    j.at("block").get_to(r.geometry.block);
    j.at("dynamic_lds").get_to(r.geometry.dynamic_lds);
    j.at("workgroups").get_to(r.workgroups);
    j.at("wave_instructions").get_to(r.wave_instructions);
    for (const json& f : j.at("findings"))
      if (auto finding = findings::finding_of(f)) r.findings.push_back(*std::move(finding));
    j.at("checked").get_to(r.checked);
    j.at("launch").get_to(r.is_launch);
    j.at("recorded").get_to(r.recorded);
    for (const json& m : j.at("remarks"))
      r.remarks.push_back(
          {m.at("kind"),
           findings::find_severity(m.at("severity").get<std::string>()).value_or(findings::Severity::wrong),
           m.at("kernel"), m.at("text")});
    j.at("notes").get_to(r.notes);
    j.at("number").get_to(r.number);
    for (const json& c : j.at("callers")) r.callers.push_back({c.at(0), c.at(1)});
    r.code = j.value("code", r.code);
    r.reached = j.value("reached", r.reached);
    if (j.contains("stop")) r.stop = findings::finding_of(j.at("stop"));
    return r;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace lockstep::runtime
