#include "emulator/runtime/report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "emulator/findings/causes.hpp"
#include "emulator/findings/finding_lines.hpp"

namespace lockstep::runtime {

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
