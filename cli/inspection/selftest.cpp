#include "cli/inspection/selftest.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/inspection/controls.hpp"
#include "cli/launches/run_report.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/terminal.hpp"
#include "cli/output/version.hpp"
#include "emulator/launch/digest.hpp"
#include "host/files.hpp"
#include "host/simd_levels.hpp"
#include "kernels/images.hpp"

namespace lockstep::cli {

namespace {

using nlohmann::json;
using Code = std::shared_ptr<const machine::LoadedCode>;

tl::expected<std::vector<std::byte>, std::string> image_of(std::string_view arch, const std::string& folder) {
  if (!folder.empty()) return host::read_file(fmt::format("{}/selftest.{}.controls.co", folder, arch));
  for (const kernels::Image& image : kernels::images())
    if (image.name == "selftest" && image.arch == arch)
      return std::vector<std::byte>(image.bytes.begin(), image.bytes.end());
  return tl::unexpected(std::string("this build has no controls for it"));
}

tl::expected<Code, std::string> load(SelfTest::Image& image, const std::string& folder) {
  const auto bytes = image_of(image.arch, folder);
  if (!bytes) return tl::unexpected(bytes.error());
  launch::Sha256 digest;
  digest.add({reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()});
  image.bytes = bytes->size();
  image.sha256 = digest.finish();
  auto object = code_object::parse(fmt::format("selftest.{}", image.arch), *bytes);
  if (!object) return tl::unexpected(object.error().text());
  if (object->arch != image.arch) return tl::unexpected(fmt::format("it is built for {}", object->arch));
  return machine::LoadedCode::load(std::move(*object));
}

// What a finding is called, or the first word of what is wrong with an output.
std::string kind_of(const SarifResult& found) {
  return found.rule == "output" ? found.message.substr(0, found.message.find(':')) : found.rule;
}

/// What keeps a control's result from being as it must be; empty: nothing.
std::string problem_of(const ControlResult& result, std::string_view finding, int code,
                       const std::vector<SarifResult>& failures) {
  const std::string first = failures.empty() ? "nothing" : failures.front().message;
  if (code == kInconclusive) return fmt::format("inconclusive: {}", first);
  if (!result.wrong) return code == kHolds ? "" : fmt::format("must hold, and is accused: {}", first);
  const bool found =
      std::ranges::any_of(failures, [&](const SarifResult& f) { return kind_of(f) == finding; });
  return found ? "" : fmt::format("must be found as {}; found: {}", finding, first);
}

/// Runs the control's program and judges it as `run` does. False: it was interrupted.
bool judge(ControlResult& result, const arch::Arch& arch, const Code& code, bool checks) {
  LaunchFile file;
  file.description = launch_of(*result.control, arch, result.wrong);
  file.output_files.resize(1);
  file.operators.resize(1);
  file.schedules = *machine::parse_schedules(file.schedule);
  file.checks = checks;
  const auto target = ready(std::move(file), code);
  if (!target) return result.problem = "did not run: " + target.error(), true;
  const RunOptions options;
  ScheduledRuns runs(**target, options, watch_for_interrupt());
  const auto finished = runs.run();
  if (!finished) return result.problem = "did not run: " + finished.error(), true;
  if (!*finished) return false;
  const findings::Suppressions none;
  const RunReport report(**target, options, none, runs, "");
  result.verdict = verdict_of(report.exit_code());
  std::vector<SarifResult> failures = report.found();
  std::erase_if(failures, [&](const SarifResult& f) { return !options.policy.is_failure(f.severity); });
  for (const SarifResult& f : failures)
    if (std::ranges::find(result.found, kind_of(f)) == result.found.end()) result.found.push_back(kind_of(f));
  std::ranges::sort(result.found);
  result.problem = problem_of(result, result.control->finding_on(arch), report.exit_code(), failures);
  return true;
}

json json_of_control(const ControlResult& r) {
  json j{{"kind", r.control->kind},
         {"arch", r.arch},
         {"program", r.control->program(r.wrong)},
         {"found", r.found},
         {"passes", r.problem.empty()}};
  if (r.wrong) j["expected"] = r.control->finding_on(*arch::find(r.arch));
  if (r.ran()) j["verdict"] = r.verdict;
  if (!r.problem.empty()) j["problem"] = r.problem;
  return j;
}

}  // namespace

std::string ControlResult::name() const {
  return fmt::format("{}@{}", control->program(wrong), arch);
}

int SelfTest::exit_code() const {
  if (interrupted) return kInterrupted;
  int code = results.empty() ? kInconclusive : kHolds;
  for (const ControlResult& r : results)
    if (!r.problem.empty())
      code = worse(code, r.ran() && r.verdict != verdict_of(kInconclusive) ? kFalsified : kInconclusive);
  return code;
}

std::vector<std::string> SelfTest::problems() const {
  std::vector<std::string> all;
  std::set<std::string_view> unusable;
  for (const Image& image : images)
    if (!image.problem.empty()) {
      unusable.insert(image.arch);
      all.push_back(fmt::format("image {}: {}", image.arch, image.problem));
    }
  for (const ControlResult& r : results)
    if (!r.problem.empty() && !unusable.contains(r.arch))
      all.push_back(fmt::format("{}: {}", r.name(), r.problem));
  return all;
}

std::string SelfTest::summary() const {
  const auto passing = [&](bool wrong) {
    return std::ranges::count_if(
        results, [&](const ControlResult& r) { return r.wrong == wrong && r.problem.empty(); });
  };
  return fmt::format("{}  {} controls: {} bugs found, {} right programs hold; {:.2f} s",
                     verdict_of(exit_code()), results.size(), passing(true), passing(false), seconds);
}

SelfTest self_test(const SelfTestOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  SelfTest test;
  std::map<std::string_view, Code> codes;
  for (const arch::Arch* arch : arch::all()) {
    if (!arch->is_emulated() || (!options.arch.empty() && options.arch != arch->name)) continue;
    test.archs.push_back(arch->name);
    SelfTest::Image& image = test.images.emplace_back(SelfTest::Image{arch->name, 0, "", ""});
    auto code = load(image, options.images);
    if (code)
      codes[arch->name] = std::move(*code);
    else
      image.problem = code.error();
  }
  for (const Control& control : controls())
    for (const SelfTest::Image& image : test.images)
      for (const bool wrong : {true, false}) {
        ControlResult& result =
            test.results.emplace_back(ControlResult{&control, image.arch, wrong, "", {}, ""});
        if (!image.problem.empty())
          result.problem = "did not run: " + image.problem;
        else if (!judge(result, *arch::find(image.arch), codes[image.arch], !options.no_checks))
          return test.interrupted = true, test;
      }
  test.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return test;
}

tl::expected<SelfTest, int> passed_self_test(std::string_view command) {
  SelfTest test = self_test({});
  fmt::print(stderr, "selftest: {}\n", test.summary());
  for (const std::string& problem : test.problems()) complain(command, "--selftest: " + problem);
  if (const int code = test.exit_code(); code != kHolds) return tl::unexpected(code);
  return test;
}

std::string_view simd_level() {
  switch (host::best_simd_level()) {
    case host::SimdLevel::baseline:
      return "baseline";
    case host::SimdLevel::v3:
      return "x86-64-v3";
    case host::SimdLevel::v4:
      return "x86-64-v4";
    case host::SimdLevel::v4_vnni:
      return "x86-64-v4 with VNNI";
  }
  return "unknown";
}

json to_json(const SelfTest& test) {
  json j{{"version", version()},
         {"simd", simd_level()},
         {"verdict", verdict_of(test.exit_code())},
         {"images", json::array()},
         {"controls", json::array()}};
  for (const SelfTest::Image& image : test.images) {
    j["images"].push_back({{"arch", image.arch}, {"bytes", image.bytes}, {"sha256", image.sha256}});
    if (!image.problem.empty()) j["images"].back()["problem"] = image.problem;
  }
  for (const ControlResult& r : test.results) j["controls"].push_back(json_of_control(r));
  return j;
}

}  // namespace lockstep::cli
