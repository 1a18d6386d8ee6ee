// When asynchronous operations happen and in which order waves run: every choice that the hardware is free to
// make.
//
//   earliest:     every operation completes as it is issued; waves run in ascending order, each from barrier
//                 to barrier
//   latest:       nothing completes before a wait, a full counter or the end forces it; waves run in
//                 descending order
//   vmem-late:    vector memory operations as under latest, LDS and scalar ones as under earliest; waves run
//                 in descending order
//   lds-late:     the reverse; waves run in ascending order. What a wait for one counter leaves open is
//                 hidden under latest where a wait for the other comes first
//   random:SEED:  operations are sampled and completed, and waves switched, at times drawn from SEED, and so
//                 are the extremes: per workgroup how long a turn is, per wave and counter how fast
//                 operations progress; vector memory operations on different bytes reach memory in any order
//
// Workgroups run in ascending, descending or any order, under random several at a time, where the launch
// leaves it to the schedule.
//
// Where the order of waves is fixed, one that runs very long without a barrier lets the others run: it may be
// waiting for what they write.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::machine {

struct Schedule {
  enum class Kind : std::uint8_t { earliest, latest, vmem_late, lds_late, random };
  Kind kind = Kind::earliest;
  std::uint64_t seed = 0;

  /// Whether operations that vmcnt counts complete as they are issued.
  bool vm_at_once() const { return kind == Kind::earliest || kind == Kind::lds_late; }
  bool lgkm_at_once() const { return kind == Kind::earliest || kind == Kind::vmem_late; }
  bool is_descending() const { return kind == Kind::latest || kind == Kind::vmem_late; }
  auto operator<=>(const Schedule&) const = default;
};

/// The schedules without a seed, and `seeds` random ones from `seed` on.
std::vector<Schedule> several_schedules(std::uint64_t seed, std::uint64_t seeds);

/// The names of the schedules, for messages and --help.
inline constexpr const char* kScheduleNames = "earliest, latest, vmem-late, lds-late or random:SEED";

std::string to_string(const Schedule& schedule);
std::optional<Schedule> parse_schedule(std::string_view text);

/// Parses a list of names with commas between them, or one of two words: `several`, the schedules without a
/// seed and random:1; `hunt`, those and seven more random ones.
std::optional<std::vector<Schedule>> parse_schedules(std::string_view text);
/// Their names, with commas between them.
std::string to_string(const std::vector<Schedule>& schedules);
inline constexpr const char* kSchedulesNames =
    "earliest, latest, vmem-late, lds-late or random:SEED, several of them with commas between, or several or"
    " hunt";

/// Under `random`: the probability, in 256ths, that an operation of each counter progresses while one
/// instruction executes. The extremes find bugs: one counter's operations done at once, the other's hardly
/// ever before their wait.
struct Pace {
  std::uint8_t vm = 0, lgkm = 0;
};
Pace draw_pace(std::uint64_t draw);

}  // namespace lockstep::machine
