#include "emulator/machine/schedule/schedule.hpp"

#include <array>
#include <charconv>

namespace lockstep::machine {

namespace {

using Kind = Schedule::Kind;

struct Named {
  Kind kind;
  std::string_view name;
};
constexpr Named kWithoutSeed[] = {{Kind::earliest, "earliest"},
                                  {Kind::latest, "latest"},
                                  {Kind::vmem_late, "vmem-late"},
                                  {Kind::lds_late, "lds-late"}};

}  // namespace

std::vector<Schedule> several_schedules(std::uint64_t seed, std::uint64_t seeds) {
  std::vector<Schedule> all;
  for (const Named& n : kWithoutSeed) all.push_back({n.kind, 0});
  for (std::uint64_t s = 0; s < seeds; ++s) all.push_back({Kind::random, seed + s});
  return all;
}

std::string to_string(const Schedule& schedule) {
  for (const Named& n : kWithoutSeed)
    if (n.kind == schedule.kind) return std::string(n.name);
  return "random:" + std::to_string(schedule.seed);
}

std::optional<Schedule> parse_schedule(std::string_view text) {
  for (const Named& n : kWithoutSeed)
    if (n.name == text) return Schedule{n.kind, 0};
  constexpr std::string_view kPrefix = "random:";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const std::string_view digits = text.substr(kPrefix.size());
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return Schedule{Kind::random, seed};
}

std::optional<std::vector<Schedule>> parse_schedules(std::string_view text) {
  if (text == "several") return several_schedules(1, 1);
  if (text == "hunt") return several_schedules(1, 8);
  std::vector<Schedule> all;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto one = parse_schedule(text.substr(0, comma));
    if (!one) return std::nullopt;
    all.push_back(*one);
    if (comma == text.npos) return all;
    text.remove_prefix(comma + 1);
  }
}

Pace draw_pace(std::uint64_t draw) {
  constexpr std::array<std::uint8_t, 4> kChances{1, 6, 48, 200};
  return {kChances[draw & 3], kChances[draw >> 2 & 3]};
}

std::string to_string(const std::vector<Schedule>& schedules) {
  std::string names;
  for (const Schedule& s : schedules) names += (names.empty() ? "" : ",") + to_string(s);
  return names;
}

}  // namespace lockstep::machine
