#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/inspection/controls.hpp"
#include "cli/inspection/selftest.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/version.hpp"

namespace lockstep::cli {

namespace {

// Both programs of the control on the arch.
const char* cell(const SelfTest& test, const Control& control, std::string_view arch) {
  bool ran = true, passes = true;
  for (const ControlResult& r : test.results)
    if (r.control == &control && r.arch == arch) ran &= r.ran(), passes &= r.problem.empty();
  return passes ? "ok" : ran ? "FAILED" : "not run";
}

std::string findings_of(const Control& control, const SelfTest& test) {
  std::vector<std::string_view> all;
  for (const std::string_view arch : test.archs)
    if (const auto finding = control.finding_on(*arch::find(arch));
        std::ranges::find(all, finding) == all.end())
      all.push_back(finding);
  return fmt::format("{}", fmt::join(all, " or "));
}

void print(const SelfTest& test) {
  fmt::print("lockstep {}, SIMD {}\n{:<12}", version(), simd_level(), "kind");
  for (const std::string_view arch : test.archs) fmt::print("{:<9}", arch);
  fmt::print("bug found as\n");
  for (const Control& control : controls()) {
    fmt::print("{:<12}", control.kind);
    for (const std::string_view arch : test.archs) fmt::print("{:<9}", cell(test, control, arch));
    fmt::print("{}\n", findings_of(control, test));
  }
  for (const SelfTest::Image& image : test.images)
    if (image.problem.empty())
      fmt::print("image {}: {} bytes, sha256 {}\n", image.arch, image.bytes, image.sha256);
  for (const std::string& problem : test.problems()) fmt::print("{}\n", problem);
  fmt::print("{}\n", test.summary());
}

}  // namespace

int selftest(const SelfTestOptions& options) {
  if (!options.arch.empty() && arch::find_emulated(options.arch) == nullptr)
    return complain(
        "selftest",
        fmt::format("'{}' is no arch that is emulated; `lockstep list archs` names them", options.arch));
  if (const std::string problem = remove_stale({options.json}, {}); !problem.empty())
    return complain("selftest", problem);
  const SelfTest test = self_test(options);
  if (test.interrupted) return kInterrupted;
  print(test);
  const int code = test.exit_code();
  nlohmann::json record = to_json(test);
  record.update({{"schema", kSchema}, {"seconds", test.seconds}});
  const bool written = options.json.empty() || write_or_complain(options.json, record.dump(1) + "\n");
  return written || code != kHolds ? code : int(kUsage);
}

}  // namespace lockstep::cli
