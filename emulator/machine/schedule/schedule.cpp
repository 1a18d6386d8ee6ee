#include "emulator/machine/schedule/schedule.hpp"

#include <charconv>

namespace lockstep::machine {

std::vector<Schedule> several_schedules(std::uint64_t seed, std::uint64_t seeds) {
  std::vector<Schedule> all{{Schedule::Kind::earliest, 0}, {Schedule::Kind::latest, 0}};
  for (std::uint64_t s = 0; s < seeds; ++s) all.push_back({Schedule::Kind::random, seed + s});
  return all;
}

std::string to_string(const Schedule& schedule) {
  switch (schedule.kind) {
    case Schedule::Kind::earliest:
      return "earliest";
    case Schedule::Kind::latest:
      return "latest";
    case Schedule::Kind::random:
      break;
  }
  return "random:" + std::to_string(schedule.seed);
}

std::optional<Schedule> parse_schedule(std::string_view text) {
  if (text == "earliest") return Schedule{Schedule::Kind::earliest, 0};
  if (text == "latest") return Schedule{Schedule::Kind::latest, 0};
  constexpr std::string_view kPrefix = "random:";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const std::string_view digits = text.substr(kPrefix.size());
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return Schedule{Schedule::Kind::random, seed};
}

}  // namespace lockstep::machine
