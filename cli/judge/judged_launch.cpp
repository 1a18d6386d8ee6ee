#include "cli/judge/judged_launch.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/judge/inputs.hpp"

namespace lockstep::cli {

namespace {

constexpr std::uint64_t kDraws = 3;
/// The draw of a launch against a reference in which most elements of an input are equal.
constexpr std::uint64_t kSkewed = 2;
/// More parts of an output than this are no ranges that somebody left out, but noise.
constexpr std::size_t kMostParts = 256;

/// Whether anything says what the output must be.
bool is_held(const LaunchFile& file, std::size_t output) {
  const launch::Output& o = file.description.outputs[output];
  return o.expected.has_value() || !o.expected_sha256.empty() || file.operators[output].has_value();
}

/// What is expected of a file's own inputs says nothing of others; an operator does.
void forget_expected(LaunchFile& file) {
  for (launch::Output& o : file.description.outputs) {
    o.expected.reset();
    o.expected_sha256.clear();
  }
}

}  // namespace

LaunchJudge::LaunchJudge(const JudgeOptions& options, const Budget& budget, LaunchTarget& candidate,
                         LaunchTarget* reference)
    : options_(options),
      budget_(budget),
      candidate_(candidate),
      reference_(reference),
      own_(candidate.file),
      reached_(candidate.code) {
  own_.checks = true;
  own_.schedule = options.schedule.empty() ? "several" : options.schedule;
  own_.schedules = *machine::parse_schedules(own_.schedule);
  if (reference_ != nullptr) {
    theirs_ = reference_->file;
    theirs_.checks = true;
    theirs_.schedules = {machine::Schedule{}};
  }
  run_options_.policy = options.policy;
  evidence_.demands_values = options.against != "nothing";
  verdict::Checked& checked = judgement_.checked;
  for (const machine::Schedule& s : own_.schedules) checked.schedules.push_back(machine::to_string(s));
  checked.laws = {"clean", "untouched", "schedule"};
  if (evidence_.demands_values) checked.laws.insert(checked.laws.end(), {"values", "unread"});
  const code_object::Geometry& g = own_.description.geometry;
  checked.shapes = {fmt::format("grid {},{},{} block {},{},{}", g.grid[0], g.grid[1], g.grid[2], g.block[0],
                                g.block[1], g.block[2])};
  judgement_.not_checked.emplace_back("other shapes than that of the launch");
}

verdict::Judgement LaunchJudge::judge() {
  if (const auto bytes = read_object(*own_.object)) judgement_.checked.sha256 = sha256_of(*bytes);
  own_answer_ =
      reference_ == nullptr && !own_.object_sha256.empty() && own_.object_sha256 == judgement_.checked.sha256;
  if (!evidence_.demands_values) forget_expected(own_);
  note_inputs();
  judge_draws(options_.draws.value_or(kDraws));
  const auto open = [&] {
    return !evidence_.failed && evidence_.execution == verdict::Execution::completed &&
           evidence_.demands_values;
  };
  if (open()) check_fixed();
  if (open()) check_variables();
  if (open()) check_inputs();
  for (const LaunchFile* file : {&own_, &theirs_})
    for (const auto& input : file->inputs)
      if (input->failed()) {
        evidence_.execution = verdict::Execution::tool_error;
        evidence_.open = fmt::format("{}: could not be read to its end", input->path());
      }
  if (own_answer_) {
    judgement_.values = verdict::Values::not_judged;
    judgement_.not_checked.emplace_back(
        "values: what the capsule expects is what this code object left itself");
  }
  const auto share = [](const observe::Coverage::Count& c) { return verdict::Share{c.reached, c.total}; };
  judgement_.checked.instructions = share(reached_.instructions());
  judgement_.checked.branch_directions = share(reached_.branch_directions());
  verdict::conclude(evidence_, judgement_);
  return std::move(judgement_);
}

void LaunchJudge::note_inputs() {
  launch::Description d = (reference_ != nullptr ? theirs_ : own_).description;
  if (!redraw(d, 0, 0))
    judgement_.not_checked.emplace_back("other inputs: no buffer of the launch is random");
  else if (reference_ == nullptr &&
           std::ranges::none_of(own_.operators, [](const auto& o) { return bool(o); }))
    judgement_.not_checked.emplace_back("values on other inputs: no reference and no operator says them");
}

void LaunchJudge::judge_draws(std::uint64_t draws) {
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    if (launch::Description d = (reference_ != nullptr ? theirs_ : own_).description;
        draw != 0 && !redraw(d, 0, 0))
      return;
    Draw result = one(draw, poisoned_);
    // What reads its outputs, or leaves parts of them as they are, is judged on what the launch has there.
    if (draw == 0 && result.was_poisoned && !result.cancelled &&
        (!result.failures.empty() || !result.no_reference.empty())) {
      Draw as_is = one(draw, false);
      if (as_is.failures.empty() && result.unwritten) as_is.failures = std::move(result.failures);
      poisoned_ = false;
      result = std::move(as_is);
    }
    if (!result.failures.empty()) {
      const Failure& f = result.failures.front();
      judgement_.kind = f.kind;
      judgement_.source = f.source;
      judgement_.cause = draw == 0 ? f.text : fmt::format("{} (draw {} of the inputs)", f.text, draw);
      evidence_.failed = true;
    }
    if (draw == kSkewed && !result.no_reference.empty()) continue;  // it need not take such inputs
    if (result.differs) judgement_.values = verdict::Values::differs;
    if (result.cancelled && !budget_.interrupted()) {
      evidence_.execution = verdict::Execution::timeout;
      evidence_.open =
          fmt::format("the budget of {} s ended in draw {} of {}", budget_.seconds(), draw + 1, draws);
    }
    if (!result.not_run.empty()) {
      evidence_.execution = verdict::Execution::not_run;
      evidence_.open = result.not_run;
    } else if (!result.lacks.empty() || !result.no_reference.empty()) {
      evidence_.execution = verdict::Execution::tool_error;
      evidence_.open = result.lacks.empty() ? result.no_reference : result.lacks;
    }
    if (!result.failures.empty() || evidence_.execution != verdict::Execution::completed || result.cancelled)
      return;
    ++judgement_.checked.draws;
  }
}

// A program stays loaded between launches, and with it what a launch has left in its variables: an answer,
// for instance, that it gives again.
void LaunchJudge::check_variables() {
  variables_ = changed_variables(*candidate_.placement, *candidate_.code);
  if (variables_.empty()) return;
  const std::vector<machine::Schedule> schedules = std::exchange(own_.schedules, {machine::Schedule{}});
  const Draw again = one(reference_ != nullptr ? judgement_.checked.draws : 0, poisoned_);
  own_.schedules = schedules;
  if (again.failures.empty()) return;
  evidence_.failed = true;
  judgement_.kind = "state";
  if (again.differs) judgement_.values = verdict::Values::differs;
  judgement_.cause = fmt::format("launched again, with its variables as a launch before left them: {}",
                                 again.failures.front().text);
}

// An input that is the same in every draw may be known by heart: a scale of one, say, that is multiplied by
// zero to look as if it were used.
void LaunchJudge::check_fixed() {
  if (reference_ == nullptr) return;
  launch::Description as_it_is = theirs_.description;
  if (vary(theirs_.description)) {
    const std::vector<machine::Schedule> schedules = std::exchange(own_.schedules, {machine::Schedule{}});
    const Draw other = one(judgement_.checked.draws, poisoned_);
    own_.schedules = schedules;
    evidence_.failed = other.no_reference.empty() && !other.failures.empty();
    if (evidence_.failed) {
      if (other.differs) judgement_.values = verdict::Values::differs;
      judgement_.kind = "unread";
      judgement_.cause = fmt::format("with other values in the inputs that are the same in every draw: {}",
                                     other.failures.front().text);
    }
  }
  theirs_.description = std::move(as_it_is);
}

// Whether outputs of the launch depend on any of these inputs; nothing where it can't be told.
std::optional<bool> LaunchJudge::depends(LaunchTarget& target, const LaunchFile& file,
                                         const std::vector<std::string>& inputs) {
  LaunchFile tainted = file;
  tainted.schedules = {machine::Schedule{}};
  for (const std::string& name : inputs) taint(tainted.description, name);
  for (launch::Output& o : tainted.description.outputs) o.may_be_undefined = true;
  tainted.operators.assign(tainted.operators.size(), std::nullopt);
  forget_expected(tainted);
  std::string problem;
  if (!place(target, std::move(tainted), problem)) return std::nullopt;
  ScheduledRuns runs(target, run_options_, budget_.cancel());
  if (!runs.run().value_or(false) || runs.runs().stopped() != nullptr) return std::nullopt;
  // An undefined branch or address decides what is computed, and leaves no trace in the values.
  if (!runs.runs().all.front().outcome().findings.empty()) return true;
  return std::ranges::any_of(runs.outputs().front().results,
                             [](const launch::OutputResult& r) { return r.undefined_bytes != 0; });
}

void LaunchJudge::found_unread(const std::string& input) {
  evidence_.failed = true;
  judgement_.kind = "unread";
  judgement_.cause = fmt::format("no output depends on input {}, on which those of the reference do", input);
}

// Values on a few inputs do not show that an input was looked at: it may be the same in all of them.
void LaunchJudge::check_inputs() {
  LaunchFile file = own_;
  if (reference_ == nullptr) {
    const std::vector<std::string> inputs = inputs_of(file.description);
    if (!inputs.empty() && !depends(candidate_, file, inputs).value_or(true))
      evidence_.open = "the outputs depend on no input of the launch: they may be constants";
    for (const std::string& input : options_.read)
      if (!evidence_.failed && !depends(candidate_, file, {input}).value_or(true)) found_unread(input);
    return;
  }
  LaunchFile theirs = theirs_;
  theirs.description.outputs = candidate_.file.description.outputs;
  theirs.operators.resize(theirs.description.outputs.size());
  theirs.output_files.resize(theirs.description.outputs.size());
  take_over(theirs.description, file.description);
  file.operators = theirs.operators;
  file.output_files = theirs.output_files;
  for (const std::string& input : inputs_of(theirs.description)) {
    if (budget_.cancel()) return;
    // What the reference writes, too, is room that it needs: a counter, partial results. Others may need
    // none.
    LaunchFile reference = theirs;
    forbid_writes(reference.description, input);
    if (depends(candidate_, file, {input}).value_or(true) ||
        !depends(*reference_, reference, {input}).value_or(false))
      continue;
    return found_unread(input);
  }
}

bool LaunchJudge::place(LaunchTarget& target, LaunchFile file, std::string& problem) const {
  target.file = std::move(file);
  auto placement = launch::place(target.file.description, *target.code);
  if (!placement) {
    problem = placement.error();
    return false;
  }
  target.placement = std::move(*placement);
  return true;
}

LaunchJudge::Draw LaunchJudge::one(std::uint64_t draw, bool poisoned) {
  Draw result;
  LaunchFile file = own_;
  const std::uint64_t seed = options_.seed.value_or(0);
  if (reference_ != nullptr) {
    LaunchFile theirs = theirs_;
    redraw(theirs.description, seed, draw);
    if (draw == kSkewed) skew(theirs.description);
    result.no_reference = expect_of_reference(theirs, file, poisoned, result);
    if (!result.no_reference.empty() || result.cancelled) return result;
  } else {
    redraw(file.description, seed, draw);
    if (draw != 0) forget_expected(file);
    if (poisoned) result.was_poisoned = poison(file.description, file.description.outputs);
  }
  if (!result.not_run.empty() || !place(candidate_, file, result.not_run)) return result;
  for (auto& variables : std::exchange(variables_, {}))
    candidate_.placement->memory.give(std::move(variables));
  if (draw == 0) count_bytes(file, poisoned);
  std::vector<std::vector<std::uint8_t>> before;
  for (const launch::Output& o : file.description.outputs)
    before.push_back(bytes_of(*candidate_.placement, file.description, o));
  ScheduledRuns runs(candidate_, run_options_, budget_.cancel());
  const auto finished = runs.run();
  if (!finished) {
    result.lacks = finished.error();
    return result;
  }
  result.cancelled = !*finished;
  look_at(runs, result);
  for (std::size_t i = 0; i < before.size() && result.was_poisoned; ++i)
    result.unwritten |=
        bytes_of(*candidate_.placement, file.description, file.description.outputs[i]) == before[i];
  return result;
}

std::string LaunchJudge::expect_of_reference(const LaunchFile& theirs, LaunchFile& file, bool poisoned,
                                             Draw& result) {
  std::string problem;
  LaunchFile reference = theirs;
  if (poisoned) result.was_poisoned = poison(reference.description, reference.description.outputs);
  if (!place(*reference_, reference, problem)) return "the reference: " + problem;
  ScheduledRuns runs(*reference_, run_options_, budget_.cancel());
  const auto finished = runs.run();
  if (!finished) return "the reference: " + finished.error();
  result.cancelled = !*finished;
  if (result.cancelled) return {};
  if (const launch::Run* const stopped = runs.runs().stopped())
    return "the reference: " + stopped->stop()->line();
  // Those that it changes, where it names none.
  reference.description.outputs = reference_->file.description.outputs;
  reference.operators = reference_->file.operators;
  const launch::Description& d = reference.description;
  std::vector<launch::Output> outputs;
  std::vector<std::optional<launch_outputs::Gemm>> operators;
  for (std::size_t i = 0; i < d.outputs.size(); ++i) {
    const launch::OutputResult& left = runs.outputs().front().results[i];
    std::vector<launch::Output> parts{d.outputs[i]};
    if (left.undefined_bytes != 0 && result.was_poisoned)
      return "the reference leaves bytes of its outputs as they are";
    if (left.undefined_bytes != 0) parts = defined_parts(*reference_->placement, d, d.outputs[i]);
    if (parts.empty() || parts.size() > kMostParts)
      return fmt::format("the reference leaves {} of {} bytes of {} undefined", left.undefined_bytes,
                         left.bytes, d.outputs[i].buffer);
    for (launch::Output& part : parts) {
      part.expected = launch::Given{[held = bytes_of(*reference_->placement, d, part)](
                                        std::uint64_t offset, std::span<std::uint8_t> data) {
        std::copy_n(held.begin() + std::ptrdiff_t(offset), data.size(), data.begin());
      }};
      outputs.push_back(std::move(part));
      operators.push_back(parts.size() == 1 ? reference.operators[i] : std::nullopt);
    }
  }
  reference.description.outputs = std::move(outputs);
  if (std::string lacks = take_over(reference.description, file.description); !lacks.empty()) {
    result.not_run = "the candidate " + lacks;
    return {};
  }
  file.operators = std::move(operators);
  file.output_files.assign(file.description.outputs.size(), "");
  return {};
}

void LaunchJudge::count_bytes(const LaunchFile& file, bool poisoned) {
  verdict::Share& share = judgement_.checked.output_bytes = {};
  const launch::Description& d = file.description;
  std::vector<std::uint8_t> expected;
  for (std::size_t i = 0; i < d.outputs.size(); ++i) {
    const launch::Output& o = d.outputs[i];
    const launch::Buffer& b = *launch::find_buffer(d, o.buffer);
    const std::uint64_t bytes = launch::bytes_of(o, b);
    share.total += bytes;
    if (!is_held(file, i) || own_answer_) continue;
    share.reached += bytes;
    if (poisoned || !o.expected || std::holds_alternative<launch::Undefined>(b.contents)) continue;
    // Bytes that hold what is expected before the launch show nothing.
    const std::vector<std::uint8_t> before = bytes_of(*candidate_.placement, d, o);
    expected.resize(before.size());
    o.expected->read(0, expected);
    for (std::size_t at = 0; at < before.size(); ++at) share.reached -= before[at] == expected[at] ? 1 : 0;
  }
}

void LaunchJudge::look_at(const ScheduledRuns& runs, Draw& result) {
  verdict::Checked& checked = judgement_.checked;
  std::vector<Failure> found;
  for (const launch::Run& run : runs.runs().all) {
    ++checked.launches;
    checked.wave_instructions += run.outcome().instructions;
    reached_.add(run.outcome());
    for (const findings::Finding& f : run.outcome().findings)
      if (options_.policy.is_failure(f.severity))
        found.push_back({findings::name(f.kind), f.line(), f.source});
    const findings::Finding* const stop = run.stop();
    if (stop == nullptr) continue;
    if (stop->kind == findings::FindingKind::unsupported)
      result.lacks = stop->line();
    else
      result.failures.push_back({findings::name(stop->kind), stop->line(), stop->source});
  }
  result.failures.insert(result.failures.end(), found.begin(), found.end());
  for (const launch::Difference& d : runs.runs().differences)
    if (options_.policy.is_failure(d.severity) || d.of_clock)  // an answer by the clock is none
      result.failures.push_back({"schedule", d.text, ""});
  if (!result.cancelled) add_outputs(runs, result);
}

void LaunchJudge::add_outputs(const ScheduledRuns& runs, Draw& result) {
  const LaunchFile& file = candidate_.file;
  if (judgement_.checked.output_bytes.total == 0 && !runs.outputs().front().results.empty())
    for (const launch::OutputResult& r : runs.outputs().front().results)
      judgement_.checked.output_bytes.total += r.bytes;
  bool any_held = false;
  for (std::size_t i = 0; i < runs.outputs().front().results.size(); ++i) any_held |= is_held(file, i);
  for (const JudgedOutputs& judged : runs.outputs()) {
    for (const WrongOutput& wrong : judged.wrong_outputs) {
      const char* const kind = wrong.is_undefined ? "undefined-output" : "values";
      result.failures.push_back({kind, wrong.lines.front(), ""});
      result.differs |= !wrong.is_undefined;
    }
  }
  if (any_held && !result.differs) judgement_.values = verdict::Values::holds;
}

}  // namespace lockstep::cli
