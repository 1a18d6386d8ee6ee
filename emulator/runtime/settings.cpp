#include "emulator/runtime/settings.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "host/demangle.hpp"
#include "host/json_members.hpp"
#include "host/json_reader.hpp"

namespace lockstep::runtime {

Selection::Selection(const std::string& kernel, std::uint64_t every)
    : kernel_(kernel), all_(kernel.empty()), every_(std::max<std::uint64_t>(every, 1)) {}

bool Selection::takes(const std::string& kernel) {
  const auto [found, is_new] = kernels_.try_emplace(kernel);
  OfKernel& of = found->second;
  if (is_new)
    of.wanted =
        all_ || std::regex_search(kernel, kernel_) || std::regex_search(host::demangled(kernel), kernel_);
  return of.wanted && of.launches++ % every_ == 0;
}

std::string problem_of_expression(const std::string& kernel) {
  try {
    static_cast<void>(std::regex(kernel));
    return {};
  } catch (const std::regex_error& e) {
    return fmt::format("'{}' is no regular expression: {}", kernel, e.what());
  }
}

using nlohmann::json;

namespace {

constexpr std::tuple kSettingsMembers{
    std::pair("arch", &Settings::arch),     std::pair("model", &Settings::model),
    std::pair("seed", &Settings::seed),     std::pair("threads", &Settings::threads),
    std::pair("checks", &Settings::checks), std::pair("step_limit", &Settings::step_limit),
    std::pair("kernel", &Settings::kernel), std::pair("keep_going", &Settings::keep_going),
    std::pair("every", &Settings::every),   std::pair("bare", &Settings::bare),
    std::pair("lint", &Settings::lint),     std::pair("coverage", &Settings::coverage),
    std::pair("record", &Settings::record), std::pair("report", &Settings::report)};
constexpr std::tuple kPolicyMembers{std::pair("regions", &checks::Policy::regions),
                                    std::pair("clamped", &checks::Policy::clamped),
                                    std::pair("any_nans", &checks::Policy::any_nans)};

}  // namespace

std::string to_text(const Settings& s) {
  json j{{"schedules", machine::to_string(s.schedules)}, {"wait_states", isa::name(s.policy.wait_states)}};
  host::write_members(s, kSettingsMembers, j);
  host::write_members(s.policy, kPolicyMembers, j);
  return j.dump();
}

tl::expected<Settings, std::string> parse_settings(std::string_view text) {
  const json j = json::parse(text, nullptr, false);
  const auto fail = [](std::string_view what) {
    return tl::unexpected(fmt::format("{}: {}", kSettingsVariable, what));
  };
  if (!j.is_object()) return fail("no JSON object");
  Settings s;
  try {
    host::read_members(j, kSettingsMembers, s);
    host::read_members(j, kPolicyMembers, s.policy);
    const auto schedules = machine::parse_schedules(j.at("schedules").get<std::string>());
    const auto wait_states = isa::find_wait_state_mode(j.at("wait_states").get<std::string>());
    if (!schedules || !wait_states) return fail("no such schedule or mode of wait states");
    s.schedules = *schedules;
    if (const std::string problem = problem_of_expression(s.kernel); !problem.empty()) return fail(problem);
    s.policy.wait_states = *wait_states;
  } catch (const json::exception& e) {
    return fail(host::json_complaint(e.what()));
  }
  return s;
}

}  // namespace lockstep::runtime
