#include "emulator/runtime/settings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::runtime {

using nlohmann::json;

std::string to_text(const Settings& s) {
  return json{{"arch", s.arch},
              {"model", s.model},
              {"schedule", machine::to_string(s.schedule)},
              {"seed", s.seed},
              {"threads", s.threads},
              {"checks", s.checks},
              {"keep_going", s.keep_going},
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
    s.checks = j.value("checks", s.checks);
    s.keep_going = j.value("keep_going", s.keep_going);
    s.policy.regions = j.value("regions", false);
    s.policy.clamped = j.value("clamped", false);
    s.report = j.value("report", s.report);
    const auto schedule = machine::parse_schedule(j.value("schedule", "earliest"));
    const auto wait_states = isa::find_wait_state_mode(j.value("wait_states", "evidence"));
    if (!schedule || !wait_states) return fail("no such schedule or mode of wait states");
    s.schedule = *schedule;
    s.policy.wait_states = *wait_states;
  } catch (const json::exception& e) {
    return fail(e.what());
  }
  return s;
}

}  // namespace lockstep::runtime
