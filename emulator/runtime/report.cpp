#include "emulator/runtime/report.hpp"

#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "emulator/findings/finding_json.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "host/json_members.hpp"

namespace lockstep::runtime {

using nlohmann::json;

namespace {

constexpr std::tuple kRecordMembers{std::pair("object", &LaunchRecord::object),
                                    std::pair("kernel", &LaunchRecord::kernel),
                                    std::pair("workgroups", &LaunchRecord::workgroups),
                                    std::pair("wave_instructions", &LaunchRecord::wave_instructions),
                                    std::pair("notes", &LaunchRecord::notes),
                                    std::pair("checked", &LaunchRecord::checked),
                                    std::pair("repeated", &LaunchRecord::is_repeated),
                                    std::pair("launch", &LaunchRecord::is_launch),
                                    std::pair("recorded", &LaunchRecord::recorded),
                                    std::pair("number", &LaunchRecord::number),
                                    std::pair("test", &LaunchRecord::test)};

}  // namespace

std::string Remark::line() const {
  const std::string grade =
      severity == findings::Severity::wrong ? "" : fmt::format(" ({})", findings::name(severity));
  return fmt::format("{}{}: {}{}{}", kind, grade, kernel, kernel.empty() ? "" : ": ", text);
}

LaunchRecord record_of(const KernelLaunch& launch, bool checked) {
  LaunchRecord record{launch.function.module->code().object().file, launch.function.kernel->name,
                      launch.geometry};
  record.checked = checked;
  record.callers = launch.callers;
  record.test = launch.test;
  return record;
}

std::string to_line(const LaunchRecord& r) {
  if (!r.complaint.empty())
    return json{{"complaint", r.complaint}}.dump(-1, ' ', false, json::error_handler_t::replace);
  json j{{"grid", r.geometry.grid},   {"block", r.geometry.block}, {"dynamic_lds", r.geometry.dynamic_lds},
         {"findings", json::array()}, {"remarks", json::array()},  {"callers", json::array()}};
  host::write_members(r, kRecordMembers, j);
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
    host::read_members(j, kRecordMembers, r);
    j.at("grid").get_to(r.geometry.grid);
    j.at("block").get_to(r.geometry.block);
    j.at("dynamic_lds").get_to(r.geometry.dynamic_lds);
    for (const json& f : j.at("findings"))
      if (auto finding = findings::finding_of(f)) r.findings.push_back(*std::move(finding));
    for (const json& m : j.at("remarks"))
      r.remarks.push_back(
          {m.at("kind"),
           findings::find_severity(m.at("severity").get<std::string>()).value_or(findings::Severity::wrong),
           m.at("kernel"), m.at("text")});
    for (const json& c : j.at("callers")) r.callers.push_back({c.at(0), c.at(1)});
    r.code = j.value("code", r.code);
    r.reached = j.value("reached", r.reached);
    if (j.contains("stop")) r.stop = findings::finding_of(j.at("stop"));
    return r;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

void Report::add(const LaunchRecord& launch) {
  if (!folder_.empty()) return write(launch);
  const std::vector<findings::Finding> found = findings::by_cause(launch.findings);
  for (const std::string& line :
       findings::listed({found.begin(), found.end()}, {}, findings::kFailsByDefault))
    fmt::print(stderr, "lockstep: {}\n", line);
  for (const Remark& r : launch.remarks) fmt::print(stderr, "lockstep: {}\n", r.line());
  for (const std::string& note : launch.notes)
    fmt::print(stderr, "lockstep: note: {}: {}\n", launch.kernel, note);
  if (launch.stop) fmt::print(stderr, "lockstep: {}\n", launch.stop->line());
}

void Report::complain(const std::string& what) {
  if (!complained_.insert(what).second) return;
  fmt::print(stderr, "lockstep: {}\n", what);
  LaunchRecord record;
  record.complaint = what;
  if (!folder_.empty()) write(record);
}

void Report::write(const LaunchRecord& record) {
  if (process_ != getpid()) {
    process_ = getpid();
    [[maybe_unused]] const std::FILE* const parents = file_.release();  // its to close, not a fork's
    file_.reset(std::fopen(fmt::format("{}/{}.jsonl", folder_, process_).c_str(), "a"));
    if (file_ == nullptr)
      fmt::print(stderr, "lockstep: {}: no file of the report can be written there\n", folder_);
  }
  if (file_ == nullptr) return;
  if (std::fputs((to_line(record) + "\n").c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0)
    fmt::print(stderr, "lockstep: {}: the report could not be written\n", folder_);
}

}  // namespace lockstep::runtime
