#include "cli/judge/judged.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/judge/candidate.hpp"
#include "cli/judge/judged_callable.hpp"
#include "cli/judge/judged_launch.hpp"
#include "cli/judge/judged_operator.hpp"
#include "cli/judge/own_code.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/version.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/code_object/code_object.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "properties/cases/keys.hpp"

namespace lockstep::cli {

namespace {

verdict::Judgement without_evidence(verdict::Execution execution, std::string why) {
  verdict::Judgement j;
  j.cause = std::move(why);
  verdict::Evidence evidence;
  evidence.execution = execution;
  verdict::conclude(evidence, j);
  return j;
}

/// A candidate that can't be started has a verdict, too.
verdict::Judgement not_run(std::string why) {
  return without_evidence(verdict::Execution::not_run, std::move(why));
}

/// A source of which there is no code object: the compiler refused it, or the budget ended first.
verdict::Judgement not_compiled(const JudgeOptions& o, const Budget& budget, const std::string& why) {
  if (!budget.cancel()) return not_run(why);
  return without_evidence(
      verdict::Execution::timeout,
      fmt::format("the budget of {} s ended while {} was compiled", budget.seconds(), o.candidate));
}

std::string reproduce(const JudgeOptions& o) {
  std::string line = "lockstep judge " + shell_word(o.candidate);
  const auto add = [&](const char* flag, const std::string& value) {
    if (!value.empty()) line += fmt::format(" {} {}", flag, shell_word(value));
  };
  add("--against", o.against);
  add("--kernel", o.kernel);
  add("--model", o.model);
  add("--schedule", o.schedule);
  add("--arch", o.arch);
  if (o.own_code) line += " --own-code";
  line += fmt::format(" --seed {} --budget {}s", *o.seed, o.budget);
  if (o.draws) line += fmt::format(" --draws {}", *o.draws);
  return line + checks::flags_of(o.policy);
}

void add_facts(const LaunchTarget& target, const std::string& path, verdict::Judgement& j) {
  verdict::Checked& c = j.checked;
  c.candidate = path;
  c.kernel = target.placement->kernel->name;
  c.arch = target.code->object().arch;
  c.model = target.model->name;
  c.model_label = matrix::name(target.model->label);
}

LaunchFlags flags_of_reference(const JudgeOptions& o, const std::string& file) {
  LaunchFlags flags;
  flags.file = file;
  flags.model = o.model;
  flags.expects_later = true;
  return flags;
}

/// The flags of a candidate: a launch file's own, or those of the reference with another object.
tl::expected<LaunchFlags, std::string> flags_of(const JudgeOptions& o, const Budget& budget,
                                                const JudgedFile& candidate, const std::string& reference,
                                                const std::string& folder) {
  LaunchFlags flags;
  flags.kernel = o.kernel;
  flags.model = o.model;
  flags.expects_later = !reference.empty();
  if (candidate.kind == JudgedKind::launch) {
    flags.file = candidate.path;
    return flags;
  }
  flags.file = reference;
  flags.object = candidate.path;
  if (candidate.kind == JudgedKind::object) return flags;
  const auto theirs = ready(flags_of_reference(o, reference));
  if (!theirs) return tl::unexpected(theirs.error());
  auto object = compile_hip(candidate.path, (*theirs)->code->object().arch, folder, budget.cancel());
  if (!object) return tl::unexpected(object.error());
  flags.object = *object;
  return flags;
}

/// The candidate's name in place of that of what was compiled, which is gone when somebody reads the text.
std::string renamed(std::string text, const std::string& object, const std::string& candidate) {
  if (const std::size_t at = object.empty() ? std::string::npos : text.find(object); at != std::string::npos)
    text.replace(at, object.size(), candidate);
  return text;
}

/// Why the options do not go together; empty: they do.
std::string problem_of(const JudgeOptions& o, const JudgedFile& candidate) {
  if (!o.schedule.empty() && !machine::parse_schedules(o.schedule))
    return fmt::format("'{}' is no schedule: {}", o.schedule, machine::kSchedulesNames);
  if (candidate.kind != JudgedKind::launch && (o.against.empty() || o.against == "nothing"))
    return fmt::format(
        "{} by itself does not say how it is launched: --against names a capsule or an operator",
        o.candidate);
  return {};
}

/// The arch that an operator's words name.
std::string arch_of(const std::string& words) {
  const std::string name = words.substr(0, words.find(' '));
  const std::size_t at = name.find('@');
  return at == std::string::npos ? std::string(arch::kDefault) : name.substr(at + 1);
}

tl::expected<verdict::Judgement, std::string> judged_by_operator(const JudgeOptions& o, const Budget& budget,
                                                                 const JudgedFile& candidate) {
  if (candidate.kind != JudgedKind::source) return judge_operator(o, budget, candidate.path);
  const host::TemporaryFolder folder("lockstep-judge");
  const auto object = compile_hip(candidate.path, arch_of(o.against), folder.path(), budget.cancel());
  if (!object) return not_compiled(o, budget, object.error());
  auto j = judge_operator(o, budget, *object);
  if (j) j->smallest_case = renamed(j->smallest_case, *object, candidate.path);
  return j;
}

/// A launch on inputs that a function in Python draws, held against what another makes of them.
tl::expected<verdict::Judgement, std::string> judged_by_function(JudgeOptions o, const Budget& budget,
                                                                 const LaunchedOnDraws& launched) {
  const host::TemporaryFolder folder("lockstep-judge");
  const DrawnLaunches drawn = draw_launches(o, budget, launched, folder.path());
  if (!drawn.why.empty())
    return without_evidence(drawn.execution, renamed(drawn.why, launched.object, o.candidate));
  o.read = drawn.read;
  verdict::Judgement all;
  for (const std::string& file : drawn.files) {
    LaunchFlags flags;
    flags.file = file;
    flags.kernel = o.kernel;
    flags.model = o.model;
    const auto target = ready(flags);
    if (!target) return not_run(target.error());
    verdict::Judgement one = LaunchJudge(o, budget, **target, nullptr).judge();
    add_facts(**target, o.candidate, one);
    std::erase_if(one.not_checked, [](const std::string& what) {
      return what.starts_with("other inputs") || what.starts_with("values on other inputs");
    });
    verdict::add_counts(all, one);
    all = std::move(one);
    if (all.finding != verdict::Conclusion::clean) break;
  }
  return all;
}

/// The arch that a code object is for; empty: it is none.
std::string arch_of_object(const std::string& path) {
  const auto bytes = host::read_file(path);
  const auto object = bytes ? code_object::parse(path, *bytes) : code_object::parse(path, {});
  return object ? object->arch : std::string();
}

tl::expected<verdict::Judgement, std::string> judged_by_function(const JudgeOptions& o, const Budget& budget,
                                                                 const JudgedFile& candidate) {
  if (candidate.kind == JudgedKind::launch) return judged_by_function(o, budget, {.capsule = candidate.path});
  if (candidate.kind == JudgedKind::object)
    return judged_by_function(o, budget, {.object = candidate.path, .arch = arch_of_object(candidate.path)});
  const host::TemporaryFolder folder("lockstep-judge");
  const std::string arch = o.arch.empty() ? std::string(arch::kDefault) : o.arch;
  const auto object = compile_hip(candidate.path, arch, folder.path(), budget.cancel());
  if (!object) return not_compiled(o, budget, object.error());
  return judged_by_function(o, budget, {.object = *object, .arch = arch});
}

/// A kernel that ran and that the candidate does not define is what was found, whatever else was.
void demand_own_code(const OwnSources& own, verdict::Judgement& j) {
  for (const std::string_view kernel : cases::split(j.checked.kernel, ',')) {
    const std::string name(kernel.substr(std::min(kernel.find_first_not_of(' '), kernel.size())));
    if (name.empty() || own.define(name) || j.finding == verdict::Conclusion::found) continue;
    j.finding = verdict::Conclusion::found;
    j.kind = "own-code";
    j.cause = fmt::format("the kernel {} is not the candidate's: no source beside it defines one", name);
  }
}

tl::expected<verdict::Judgement, std::string> judged(const JudgeOptions& o, const Budget& budget) {
  if (names_callable(o.candidate) && names_callable(o.against) && launches_by_hip(o.candidate))
    return judged_by_function(o, budget, LaunchedOnDraws{});
  if (names_callable(o.candidate)) return judge_callable(o, budget);
  const host::TemporaryFolder unpacked("lockstep-judge");
  const host::TemporaryFolder unpacked_reference("lockstep-judge");
  const auto candidate = find_unpacked(o.candidate, unpacked.path());
  if (!candidate) return not_run(candidate.error());
  if (names_operator(o.against)) return judged_by_operator(o, budget, *candidate);
  if (names_callable(o.against)) return judged_by_function(o, budget, *candidate);
  if (std::string problem = problem_of(o, *candidate); !problem.empty()) return tl::unexpected(problem);
  std::unique_ptr<LaunchTarget> reference;
  std::string reference_file;
  if (!o.against.empty() && o.against != "nothing") {
    const auto named = find_unpacked(o.against, unpacked_reference.path());
    if (!named)
      return tl::unexpected(fmt::format("--against '{}': is no kernel of lockstep list kernels, and {}",
                                        o.against, named.error()));
    if (named->kind != JudgedKind::launch) return tl::unexpected(o.against + ": is no capsule");
    reference_file = named->path;
    auto target = ready(flags_of_reference(o, reference_file));
    if (!target) return tl::unexpected(target.error());
    reference = std::move(*target);
  }
  const host::TemporaryFolder folder("lockstep-judge");
  const auto flags = flags_of(o, budget, *candidate, reference_file, folder.path());
  if (!flags) return not_compiled(o, budget, flags.error());
  const auto target = ready(*flags);
  if (!target) return not_run(renamed(target.error(), flags->object, o.candidate));
  verdict::Judgement j = LaunchJudge(o, budget, **target, reference.get()).judge();
  add_facts(**target, o.candidate, j);
  return j;
}

void add_request(const JudgeOptions& o, verdict::Judgement& j) {
  j.checked.candidate = o.candidate;
  j.checked.reference = o.against == "nothing" ? "" : o.against;
  j.seed = *o.seed;
  j.budget_seconds = o.budget;
  j.version = version();
  j.reproduce = reproduce(o);
}

}  // namespace

verdict::Judgement not_judged(const JudgeOptions& o, verdict::Execution execution, std::string why) {
  verdict::Judgement j = without_evidence(execution, std::move(why));
  add_request(o, j);
  return j;
}

tl::expected<verdict::Judgement, std::string> judge_within(const JudgeOptions& o, const Budget& budget,
                                                           const SelfTest& controls) {
  if (controls.exit_code() != kHolds)
    return not_judged(o, verdict::Execution::tool_error, "lockstep selftest: " + controls.summary());
  std::optional<OwnSources> own;  // as they are before anything of the candidate runs
  if (o.own_code) own.emplace(names_callable(o.candidate) ? file_of_callable(o.candidate) : o.candidate);
  auto j = judged(o, budget);
  if (!j) return j;
  if (own) demand_own_code(*own, *j);
  add_request(o, *j);
  j->seconds = budget.elapsed();
  return j;
}

}  // namespace lockstep::cli
