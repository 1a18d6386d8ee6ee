#include <array>

#include <fmt/format.h>

#include "properties/laws/law.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

namespace {

// One schedule against the case's, with one poison. True when the outputs are the same.
bool agrees(Experiment& e, const machine::Schedule& schedule, Poison poison, verdict::LawResult& result) {
  const Run& run = e.run(e.the_case().schedule, Poison::first);
  const Run& other = e.run(schedule, poison);
  result = verdict::LawResult{"schedule"};
  if (const auto stopped = unfinished("schedule", other)) {
    if (stopped->verdict == verdict::Verdict::inconclusive) {
      result = *stopped;
    } else {
      result.verdict = verdict::Verdict::falsified;
      result.reason = fmt::format("under schedule={} the kernel stops: {}", machine::to_string(schedule),
                                  stopped->reason);
      result.differing = schedule;
    }
    return false;
  }
  verdict::compare(e.instance().outputs(), other.output, run.output, result);
  return result.mismatch_count == 0;
}

// Neither a GPU nor a callable takes a schedule. Nor do they keep one: the same launch may have another each
// time, the more so beside other work.
verdict::LawResult repeated(Experiment& e) {
  constexpr std::array<std::uint32_t, 3> kCopiesBeside{0, 8, 32};
  verdict::LawResult result{"schedule"};
  for (const std::uint32_t copies : kCopiesBeside) {
    if (e.cancelled()) break;
    const Run again = e.run_again(copies);
    if (const auto stopped = unfinished("schedule", again)) return *stopped;
    verdict::compare(e.instance().outputs(), again.output, e.first_run().output, result);
    if (result.mismatch_count == 0) continue;
    result.verdict = verdict::Verdict::falsified;
    result.runs = {"the first launch", "a later one"};
    result.reason = "the same launch gives another output when it is repeated";
    return result;
  }
  result.verdict = verdict::Verdict::not_applicable;
  result.reason = fmt::format("{} takes no schedule; {} more launches gave the same bits", e.runner(),
                              kCopiesBeside.size());
  return result;
}

}  // namespace

verdict::LawResult check_schedule(Experiment& e) {
  if (auto stopped = unfinished("schedule", e.first_run())) return *stopped;
  if (!e.instance().deterministic())
    return {"schedule", verdict::Verdict::not_applicable, "the order of arrival may show in the output"};
  if (!e.is_emulated()) return repeated(e);
  verdict::LawResult result{"schedule"};
  for (const machine::Schedule& other : e.other_schedules()) {
    if (e.cancelled()) break;
    // The first of them `unread` looks at, too, with other poison; one run settles both.
    const bool shared = other == e.other_schedule();
    if ((shared && agrees(e, other, Poison::second, result)) || agrees(e, other, Poison::first, result))
      continue;
    if (result.verdict == verdict::Verdict::holds) {
      result.verdict = verdict::Verdict::falsified;
      result.runs = {"schedule=" + machine::to_string(e.the_case().schedule),
                     "schedule=" + machine::to_string(other)};
      result.differing = other;
      result.reason = fmt::format(
          "schedule={} gives another output than schedule={}: something is used before it is waited for",
          machine::to_string(other), machine::to_string(e.the_case().schedule));
    }
    return result;
  }
  return result;
}

}  // namespace lockstep::laws
