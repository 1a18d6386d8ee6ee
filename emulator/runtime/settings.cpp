#include "emulator/runtime/settings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/runtime/selection.hpp"

namespace lockstep::runtime {

using nlohmann::json;

namespace {

std::string names_of(const std::vector<machine::Schedule>& schedules) {
  std::string names;
  for (const machine::Schedule& s : schedules) names += (names.empty() ? "" : ",") + machine::to_string(s);
  return names;
}

}  // namespace

std::string to_text(const Settings& s) {
  const std::string names = names_of(s.schedules);
  return json{{"arch", s.arch},
              {"model", s.model},
              {"schedules", names},
              {"seed", s.seed},
              {"threads", s.threads},
              {"step_limit", s.step_limit},
              {"checks", s.checks},
              {"keep_going", s.keep_going},
              {"kernel", s.kernel},
              {"every", s.every},
              {"bare", s.bare},
              {"lint", s.lint},
              {"coverage", s.coverage},
              {"record", s.record},
              {"regions", s.policy.regions},
              {"clamped", s.policy.clamped},
              {"wait_states", isa::name(s.policy.wait_states)},
              {"report", s.report}}
      .dump();
}

tl::expected<Settings, std::string> parse_settings(std::string_view text) {
  const json j = json::parse(text, nullptr, false);
  const auto fail = [](std::string_view what) {
    return tl::unexpected(fmt::format("{}: {}", kSettingsVariable, what));
  };
  if (!j.is_object()) return fail("no JSON object");
  Settings s;
  try {
    s.arch = j.value("arch", s.arch);
    s.model = j.value("model", s.model);
    s.seed = j.value("seed", s.seed);
    s.threads = j.value("threads", s.threads);
    s.step_limit = j.value("step_limit", s.step_limit);
    s.checks = j.value("checks", s.checks);
    s.keep_going = j.value("keep_going", s.keep_going);
    s.policy.regions = j.value("regions", false);
    s.policy.clamped = j.value("clamped", false);
    s.report = j.value("report", s.report);
    s.kernel = j.value("kernel", s.kernel);
    s.every = j.value("every", s.every);
    s.bare = j.value("bare", s.bare);
    s.lint = j.value("lint", s.lint);
    s.coverage = j.value("coverage", s.coverage);
    s.record = j.value("record", s.record);
    const auto schedules = machine::parse_schedules(j.value("schedules", "earliest"));
    const auto wait_states = isa::find_wait_state_mode(j.value("wait_states", "evidence"));
    if (!schedules || !wait_states) return fail("no such schedule or mode of wait states");
    s.schedules = *schedules;
    if (s.every == 0) return fail("every must be 1 or more");
    if (const std::string problem = problem_of_expression(s.kernel); !problem.empty()) return fail(problem);
    s.policy.wait_states = *wait_states;
  } catch (const json::exception& e) {
    return fail(e.what());
  }
  return s;
}

}  // namespace lockstep::runtime
