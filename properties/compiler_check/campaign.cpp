#include "properties/compiler_check/campaign.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>

#include <fmt/format.h>

#include "host/parallel_for.hpp"

namespace lockstep::compiler_check {

namespace {

/// A rule that no program is held to.
struct NotExercised {
  std::string_view rule;
  std::string_view why;
};

// tests/ground/command/check_compiler.sh holds this to what programs show: all others, and none of these.
constexpr NotExercised kNotExercised[] = {
    {"M0 written by SALU, message", "messages are not emulated"},
    {"data of a wide store with a scalar offset overwritten", "LLVM 22 places none (LLVM #197267)"},
};

}  // namespace

std::string_view why_not_exercised(const isa::WaitRule& rule) {
  const auto found = std::ranges::find(kNotExercised, rule.name, &NotExercised::rule);
  return found == std::end(kNotExercised) ? std::string_view() : found->why;
}

namespace {

constexpr std::uint64_t kBatch = 20;  ///< starting the compiler takes as long as judging so many

void add_to(Groups& groups, const std::string& what, const Program& program, std::string text) {
  Group& g = groups[what];
  if (g.count++ == 0 || program.seed < g.example.seed) g.example = program, g.text = std::move(text);
}

void add_to(Groups& groups, const Groups& more) {
  for (const auto& [what, g] : more) {
    Group& mine = groups[what];
    if (mine.count == 0 || g.example.seed < mine.example.seed) mine.example = g.example, mine.text = g.text;
    mine.count += g.count;
  }
}

Tally tally_of(std::span<const Program> programs, std::span<const Judged> judged) {
  Tally t;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    ++t.programs;
    if (!judged[i].bug.empty()) {
      ++t.bugs;
      add_to(t.known_bugs, judged[i].bug, programs[i], judged[i].alarms.front());
    } else if (!judged[i].alarms.empty()) {
      ++t.falsified;
      add_to(t.alarms, judged[i].alarm_kind, programs[i], judged[i].alarms.front());
    }
    for (const Removal& r : judged[i].removals) {
      const auto fate = std::size_t(r.fate);
      ++t.removals[fate];
      // Those that were noticed by what noticed them, the others by what was removed.
      const std::string what = r.fate == Fate::falsified ? r.why
                               : r.fate == Fate::missed  ? r.what
                                                         : fmt::format("{}; {}", r.what, r.why);
      add_to(t.by_fate[fate], what, programs[i], r.place);
    }
  }
  return t;
}

bool shows(const Judged& judged, const std::string& what) {
  return (!judged.alarms.empty() && judged.alarm_kind == what && judged.bug.empty()) ||
         std::ranges::any_of(judged.removals,
                             [&](const Removal& r) { return r.fate == Fate::missed && r.what == what; });
}

/// The program without rows [first, end), for each pair of neighbours that are `step` apart.
std::vector<Program> without_rows(const Program& program, std::size_t step) {
  std::vector<Program> all;
  for (std::size_t first = 0; first < program.rows.size(); first += step) {
    Program p = program;
    p.variant = all.size() + 1;
    p.rows.erase(p.rows.begin() + std::ptrdiff_t(first),
                 p.rows.begin() + std::ptrdiff_t(std::min(first + step, p.rows.size())));
    all.push_back(std::move(p));
  }
  return all;
}

}  // namespace

std::uint64_t Tally::removed() const {
  return std::accumulate(removals.begin(), removals.end(), std::uint64_t{0});
}

double Tally::recall() const {
  const auto of = [&](Fate f) { return double(removals[std::size_t(f)]); };
  const double found = of(Fate::falsified) + of(Fate::said), all = found + of(Fate::missed);
  return all == 0 ? 1 : found / all;
}

void Tally::add(const Tally& more) {
  programs += more.programs;
  falsified += more.falsified;
  bugs += more.bugs;
  add_to(alarms, more.alarms);
  add_to(known_bugs, more.known_bugs);
  for (std::size_t f = 0; f < kFates; ++f) {
    removals[f] += more.removals[f];
    add_to(by_fate[f], more.by_fate[f]);
  }
}

tl::expected<Tally, std::string> run(const CampaignOptions& options, const Compile& compile) {
  Tally all;
  std::string problem;
  std::mutex mutex;
  const auto cancelled = [&] { return options.judge.cancel != nullptr && options.judge.cancel->load(); };
  host::parallel_for((options.programs + kBatch - 1) / kBatch, options.threads, [&](std::uint64_t b, int) {
    std::vector<Program> programs;
    for (std::uint64_t n = b * kBatch; n < std::min((b + 1) * kBatch, options.programs); ++n)
      programs.push_back(draw(options.seed + n, *options.arch));
    const auto compiled = compile(programs);
    const auto judged = compiled
                            ? judge(programs, *compiled, options.judge)
                            : tl::expected<std::vector<Judged>, std::string>(tl::unexpect, compiled.error());
    const std::lock_guard lock(mutex);
    if (cancelled()) return host::Then::stop;  // what was cut short says nothing
    if (!judged) {
      if (problem.empty())
        problem = fmt::format("programs from seed {} on: {}", options.seed + b * kBatch, judged.error());
      return host::Then::stop;
    }
    all.add(tally_of(programs, *judged));
    if (options.progress) options.progress(all);
    return host::Then::go_on;
  });
  if (!problem.empty()) return tl::unexpected(problem);
  return all;
}

Program shrink(const Program& program, const std::string& what, const JudgeOptions& options,
               const Compile& compile) {
  Program least = program;
  for (std::size_t step = std::max<std::size_t>(1, least.rows.size() / 2); step > 0;) {
    const std::vector<Program> smaller = without_rows(least, step);
    if (smaller.empty()) break;
    const auto compiled = compile(smaller);
    if (!compiled) break;
    const auto judged = judge(smaller, *compiled, options);
    if (!judged || (options.cancel != nullptr && options.cancel->load())) break;
    const auto found = std::ranges::find_if(*judged, [&](const Judged& j) { return shows(j, what); });
    if (found != judged->end())
      least.rows = smaller[std::size_t(found - judged->begin())].rows;
    else
      step /= 2;
  }
  return least;
}

}  // namespace lockstep::compiler_check
