#include "properties/wait_mutation/original.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "properties/verdict/verdict.hpp"

namespace lockstep::wait_mutation {

using laws::Experiment;
using laws::Poison;
using laws::Run;

std::string noticed(const Run& run, const Original& original) {
  if (run.outcome.stop) return findings::name(run.outcome.stop->kind);
  if (!run.outcome.findings.empty()) return findings::name(run.outcome.findings.front().kind);
  if (run.undefined_output_bytes > 0) return "undefined";
  if (run.stray) return "untouched";
  const problems::Instance& instance = original.experiment->instance();
  if (!instance.deterministic()) return {};
  verdict::LawResult difference{"bits"};
  verdict::compare(instance.outputs(), run.output, original.output, difference);
  return difference.mismatch_count > 0 ? "bits" : "";
}

tl::expected<Original, std::string> run_original(const cases::Case& c, laws::CodeCache& cache,
                                                 std::span<const machine::Schedule> schedules,
                                                 Experiment::Options options) {
  auto prepared = Experiment::prepare(c, cache, options);
  if (!prepared) return tl::unexpected(prepared.error());
  Original original;
  original.experiment = std::move(*prepared);
  Experiment& e = *original.experiment;
  original.output = e.run(schedules.front(), Poison::first).output;
  original.executed.resize(e.code().program().instructions.size());
  original.jumped.resize(original.executed.size());
  for (const machine::Schedule& s : schedules) {
    const Run& run = e.run(s, Poison::first);
    findings::add(run.suppressed, original.suppressed);
    original.most_instructions = std::max(original.most_instructions, run.outcome.instructions);
    machine::add_counts(run.outcome.executed, original.executed);
    machine::add_counts(run.outcome.jumped, original.jumped);
    if (const std::string wrong = noticed(run, original); !wrong.empty())
      return tl::unexpected(fmt::format("the kernel as it is fails '{}' under {}: {}", cases::print(c),
                                        machine::to_string(s), wrong));
  }
  e.forget_runs();
  const auto lanes = std::uint32_t(isa::lane_count(e.code().program().width));
  for (const kernels::LaunchPlan& plan : e.instance().place(0).launches)
    original.single_wave &= plan.block[0] * plan.block[1] * plan.block[2] <= lanes;
  RetireLog log;
  options.observer = &log;
  const auto logged = Experiment::prepare(c, cache, options);
  (*logged)->run(kLatest, Poison::first);
  original.retired = log.counts();
  return original;
}

}  // namespace lockstep::wait_mutation
