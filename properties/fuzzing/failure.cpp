#include "properties/fuzzing/failure.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "emulator/findings/finding_lines.hpp"
#include "emulator/observe/undefined_origin.hpp"
#include "host/files.hpp"
#include "kernels/kernel.hpp"
#include "properties/fuzzing/exchanged_k.hpp"
#include "properties/fuzzing/group_limit.hpp"
#include "properties/laws/code_cache.hpp"
#include "properties/laws/following.hpp"
#include "properties/laws/other_operands.hpp"
#include "properties/laws/read_before_stop.hpp"
#include "properties/schedule_search/search.hpp"

namespace lockstep::fuzzing {

namespace {

constexpr std::size_t kMost = 8;  // lines of one instruction

// Template arguments may be lambdas with the paths of their files: long ones are left out.
std::string short_name(const std::string& function) {
  constexpr std::size_t kLong = 60;
  const std::size_t arguments = function.find('<');
  if (function.size() <= kLong || arguments == std::string::npos) return function;
  return function.substr(0, arguments) + "<...>";
}

std::string line_of(const code_object::Frame& frame) {
  const std::string function = frame.function.empty() ? "a function" : short_name(frame.function);
  return frame.source.empty() ? function : fmt::format("{} at {}", function, frame.source);
}

std::string lines_of(std::string_view what, const std::vector<code_object::Frame>& frames) {
  if (frames.size() < 2) return {};
  const bool cut = frames.size() > kMost;
  const std::size_t first = cut ? kMost - 2 : frames.size();
  std::string text;
  for (std::size_t i = 0; i < first; ++i)
    text += fmt::format("  {:<10} {}\n", i == 0 ? what : "", line_of(frames[i]));
  if (cut)
    text += fmt::format("  {:<10} ... {} more\n  {:<10} {}\n", "", frames.size() - first - 1, "",
                        line_of(frames.back()));
  return text;
}

// A law that compares the outputs of two problems.
bool is_of_follow_up(std::string_view law) {
  return laws::find_law(law)->when == laws::When::sampled && law != "snr_slice";
}

// Law `schedule` and those of follow-ups compare two runs, of which neither is what the order demands.
verdict::Compared compared(const verdict::LawResult& r) {
  if (is_of_follow_up(r.law)) return {"in the follow-up", "here"};
  if (r.law != "schedule" || r.runs[0].empty()) return {};
  return {"under " + r.runs[0], "under " + r.runs[1]};
}

// Laws about values, of which one says enough.
bool is_of_values(std::string_view law) {
  return law == "bits" || law == "exact_grid" || law == "bound" || law == "snr";
}

// The law about what an output is made of: the values of a run that breaks it may be right.
bool is_of_terms(std::string_view law) {
  return law == "proof";
}

// A whole line: a race, which stands above the wrong values that it may have led to.
std::string race_line(const findings::Finding& leading) {
  return fmt::format("  {:<10} {}: {} @{:#x}, {} @{:#x}\n", "race", findings::name(leading.kind),
                     leading.instruction, leading.address, leading.other, leading.other_address);
}

/// What is wrong first, and the instructions that it names: a store, and one of waves that stored nothing.
struct First {
  std::string text;
  std::optional<std::uint64_t> store{}, idle{};
};

// What is said of a byte, and who wrote it; a GPU does not know.
First with_writer(laws::Experiment& e, std::string text, const verdict::LawResult::Byte& byte) {
  if (!e.is_emulated()) return {std::move(text), std::nullopt};
  observe::Writer by = e.writer_of(byte);
  return {std::move(text) + ", " + by.text + by.missing, by.store, by.idle};
}

First first_reason(laws::Experiment& e, const verdict::LawResult& r) {
  if (!r.byte || !e.is_emulated()) return {r.reason, std::nullopt};
  if (r.law != "clean") return with_writer(e, r.reason, *r.byte);
  const observe::Writer origin = e.origin_of_undefined(*r.byte);
  const std::string first = origin.missing.empty() ? origin.text : e.name_of(*r.byte) + origin.missing;
  return {r.reason + ", the first " + first, origin.store, origin.idle};
}

std::string reason(laws::Experiment& e, const verdict::LawResult& r) {
  return first_reason(e, r).text;
}

std::string also_line(std::string_view law, const std::string& what) {
  return fmt::format("  also       {}: {}\n", law, what);
}

// The other laws that the smallest case falsifies, a line each: first `clean`, which names what is behind
// wrong values, and behind it `inlined`, whole lines of its finding.
std::string others(laws::Experiment& e, const laws::Law& reported, const std::string& inlined) {
  std::string first, lines;
  bool values = is_of_values(reported.name);
  for (const laws::Law& law : laws::laws()) {
    if (law.when != laws::When::always || law.name == reported.name || (values && is_of_values(law.name)))
      continue;
    const verdict::LawResult r = law.check(e);
    if (r.verdict != verdict::Verdict::falsified) continue;
    values |= is_of_values(law.name);
    (law.name == "clean" ? first : lines) += also_line(law.name, reason(e, r));
  }
  return (first.empty() ? first : first + inlined) + lines;
}

// What the first mismatch was rounded from, where the law says what it must be.
std::string unrounded(laws::Experiment& e, const verdict::LawResult& r) {
  if (!is_of_values(r.law)) return {};
  const verdict::Mismatch& m = verdict::told_first(e.instance().outputs(), r);
  const operators::Output& output = e.instance().outputs()[m.output];
  const std::size_t element = m.row * std::size_t(output.columns) + std::size_t(m.column);
  return verdict::unrounded_text(*output.format, e.exact()[m.output].value[element], m);
}

First first_difference(laws::Experiment& e, const verdict::LawResult& r) {
  const auto& outputs = e.instance().outputs();
  if (!r.mismatches.empty()) {
    const verdict::Mismatch& m = verdict::told_first(outputs, r);
    const operators::Output& output = outputs[m.output];
    const std::int64_t at = output.rows[m.row].row * output.row_bytes() + output.byte_of(m.column);
    const verdict::LawResult::Byte byte{m.output, std::uint64_t(at)};
    const std::string said =
        is_of_terms(r.law)
            ? r.reason
            : verdict::describe_mismatch(outputs, e.tilings(), m, compared(r)) + unrounded(e, r);
    return with_writer(e, said, byte);
  }
  return first_reason(e, r);
}

// What is behind other numbers that lie as near to the exact answer as any order of roundings may.
std::string roundings(laws::Experiment& e, const verdict::LawResult& r) {
  const auto is_other_number = [&](const verdict::Mismatch& m) {
    return verdict::may_be_rounding(*e.instance().outputs()[m.output].format, m);
  };
  if (r.law != "bits" || r.mismatches.empty() || e.known().undefined ||
      !std::ranges::all_of(r.mismatches, is_other_number))
    return {};
  const verdict::LawResult bound = laws::find_law("bound")->check(e);
  if (bound.verdict != verdict::Verdict::holds || bound.silent > 0) return {};
  return "; within the error bound: added or scaled in another order, or rounded once more or less";
}

// Where the kernel stops, and at which tile and block of k its workgroup was, as far as its loads tell.
std::string stop_text(laws::Experiment& e, const findings::Finding& stop) {
  const std::string read = laws::read_before_stop(e);
  const auto& [x, y, z] = stop.workgroup;
  return fmt::format("the kernel stops at `{}`", stop.instruction) +
         (read.empty() ? "" : fmt::format("; before, workgroup {},{},{} read {}", x, y, z, read));
}

std::string pattern(laws::Experiment& e, const verdict::LawResult& r) {
  const machine::Outcome& outcome = e.first_run().outcome;
  if (outcome.stop && !e.is_emulated())
    return e.runner() == "a GPU" ? "the kernel does not come to its end" : "it raises";
  if (outcome.stop) return stop_text(e, *outcome.stop);
  std::string text;
  if (!r.mismatches.empty()) {
    const auto& outputs = e.instance().outputs();
    text = verdict::explain(outputs, e.tilings(), r, e.known());
    if (const auto elsewhere = verdict::explain_displacement(outputs, r, e.known()))
      text += "; " + *elsewhere;
  } else if (!e.instance().quantisation_fault().empty()) {
    text = "the block's scale is too small for its largest element";
  } else if (const auto& stray = e.first_run().stray; r.law == "untouched" && stray) {
    text = fmt::format("{} byte{} changed in {} row{} outside those to be written", stray->bytes,
                       stray->bytes == 1 ? "" : "s", stray->rows, stray->rows == 1 ? "" : "s");
  } else if (!outcome.findings.empty()) {
    text = fmt::format("{} finding{}", outcome.findings.size(), outcome.findings.size() == 1 ? "" : "s");
  }
  const std::string undefined = e.first_run().undefined_text();
  if (text.empty()) return undefined.empty() ? "no check of the machine found anything" : undefined;
  return undefined.empty() || text == undefined ? text : text + "; " + undefined;
}

// A case that hunts says who raced where law `schedule` finds a difference.
std::string hunted(const cases::Case& c, laws::CodeCache& cache, const laws::Experiment::Options& options) {
  schedule_search::SearchOptions o;
  o.cancel = options.cancel;
  o.suppressions = options.suppressions;
  o.policy = options.policy;
  o.step_limit = options.step_limit;
  const auto result = schedule_search::search(c, cache, o);
  const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
  return result ? schedule_search::text(*result, (*cache.get(*kernel, c.build))->program()) : std::string();
}

// Whole lines for a report, one for each function, the innermost first; of many the first few and the kernel.
// Empty where nothing was inlined: then the finding's own line says it all.
std::string inlined_lines(const findings::Finding& f, const code_object::SourceLines& lines,
                          const code_object::InlineFrames& frames) {
  std::string text = lines_of("inlined", frames.at(f.address, lines));
  if (!f.other.empty()) text += lines_of("other", frames.at(f.other_address, lines));
  return text;
}

// The inlined calls behind the store that is wrong first.
std::string inlined_stores(const laws::Experiment& e, const cases::Case& smallest, const First& first) {
  if ((!first.store && !first.idle) || e.shared_code() == nullptr) return {};
  const code_object::InlineFrames frames = frames_of(smallest);
  std::string text;
  for (const auto& instruction : {first.store, first.idle})
    if (instruction)
      text += lines_of(text.empty() ? "inlined" : "other",
                       frames.at(*instruction, e.shared_code()->object().lines));
  return text;
}

// Whether the problem can be proved: then it can be asked what its first wrong element is made of.
bool is_explained(laws::Experiment& e, const verdict::LawResult& r) {
  return !r.mismatches.empty() && (is_of_values(r.law) || is_of_terms(r.law)) && e.is_emulated() &&
         laws::unfollowable(e).empty() && e.instance().sampled().empty();
}

// Says what the values come from: which elements the first wrong one is made of that it should not be, or the
// reverse, and how to see all of them, by which instructions. Values of the right elements may be other
// roundings.
void add_operands(laws::Experiment& e, verdict::FailureReport& report) {
  if (!is_explained(e, report.result)) {
    report.pattern += roundings(e, report.result);
    return;
  }
  const verdict::Mismatch& m = verdict::told_first(e.instance().outputs(), report.result);
  const operators::Output& output = e.instance().outputs()[m.output];
  const auto [others, differ, instruction, ways] = laws::other_operands(e, m.output, m.row, m.column);
  if (!differ) report.pattern += roundings(e, report.result);
  std::vector<std::string> lines = ways;
  if (!others.empty()) lines.insert(lines.begin(), others);
  lines.push_back(fmt::format("./lockstep explain '{}' --at '{}[{},{}]'", cases::print(report.smallest),
                              output.name, output.rows[m.row].row, m.column));
  for (std::size_t i = 0; i < lines.size(); ++i)
    report.details += fmt::format("  {:<10} {}\n", i == 0 ? "made of" : "", lines[i]);
  if (instruction && e.shared_code() != nullptr)
    report.details +=
        lines_of("inlined", frames_of(report.smallest).at(*instruction, e.shared_code()->object().lines));
}

// The finding behind the failure, where it is told: as the first difference, as a race above it, or as what
// else is falsified; under each its inlined calls.
void add_finding(laws::Experiment& e, const laws::Law& law, verdict::FailureReport& report) {
  const findings::Finding* const found = laws::leading_finding(e, &report.result);
  if (found != nullptr) report.finding = *found;
  const std::string inlined =
      found == nullptr || e.shared_code() == nullptr
          ? std::string()
          : inlined_lines(*found, e.shared_code()->object().lines, frames_of(report.smallest));
  const bool is_first = law.name == "clean", is_race = found != nullptr && findings::is_race(found->kind);
  if (is_first && found != nullptr) report.inlined = inlined;
  if (is_race && !is_first) report.race = race_line(*found) + inlined;
  report.others = others(e, law, is_race ? std::string() : inlined);
  const bool elsewhere = found != nullptr && report.result.differing &&
                         laws::check_clean(e).verdict != verdict::Verdict::falsified;
  if (elsewhere)
    report.others =
        also_line(fmt::format("clean under schedule={}", machine::to_string(*report.result.differing)),
                  found->line()) +
        (is_race ? std::string() : inlined) + report.others;
}

// Where the last run shows no failure: a GPU's launch may end just before its time limit in one run and
// behind it in the next, or race in one only.
void say_not_again(verdict::FailureReport& report) {
  const bool holds = report.result.verdict == verdict::Verdict::holds;
  report.first_difference =
      fmt::format("none in the last run, {}",
                  holds ? "in which the law holds" : "of which the law says: " + report.result.reason);
  report.pattern = "the case was falsified in an earlier run, so it depends on time";
}

// The digest of the file that the case's build names; 0 where the build is an image of Lockstep's own, or
// can't be read.
std::uint64_t object_digest(const cases::Case& c) {
  if (!laws::CodeCache::names_file(c.build)) return 0;
  const auto bytes = host::read_file(c.build);
  return bytes ? host::digest(*bytes) : 0;
}

}  // namespace

std::string changed_object(const cases::Case& c) {
  if (c.object == 0 || !laws::CodeCache::names_file(c.build)) return {};
  const std::uint64_t now = object_digest(c);
  if (now == 0 || now == c.object) return {};
  return fmt::format("{} is not the code object of the case: its digest is {:#x}, the case says {:#x}",
                     c.build, now, c.object);
}

code_object::InlineFrames frames_of(const cases::Case& c) {
  const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
  if (kernel == nullptr) return {};
  const auto file = laws::CodeCache::bytes(*kernel, c.build);
  return file ? code_object::InlineFrames(*file) : code_object::InlineFrames();
}

verdict::FailureReport make_report(const cases::Case& smallest, const laws::Law& law, laws::CodeCache& cache,
                                   const laws::Experiment::Options& options, const std::string& progress) {
  verdict::FailureReport report;
  report.smallest = smallest;
  if (smallest.object == 0) report.smallest.object = object_digest(smallest);
  report.progress = progress;
  const std::string device =
      options.device == nullptr ? "" : fmt::format(" --device {}", options.device->identity().device);
  report.again = fmt::format("./lockstep replay '{}'{}{}{}", cases::print(report.smallest),
                             laws::flag_of(law.name), options.flags(), device);
  report.result.law = law.name;
  auto prepared = laws::Experiment::prepare(smallest, cache, options);
  if (!prepared) {
    report.first_difference = prepared.error();
    return report;
  }
  laws::Experiment& e = **prepared;
  report.result = law.check(e);
  report.model_label = fmt::format("{} ({})", e.model().name, matrix::name(e.model().label));
  if (report.result.verdict != verdict::Verdict::falsified) {
    say_not_again(report);
    return report;
  }
  const First first = first_difference(e, report.result);
  report.first_difference = first.text;
  report.inlined = inlined_stores(e, smallest, first);
  report.pattern = pattern(e, report.result);
  if (is_of_values(law.name) && !report.result.mismatches.empty() && e.is_emulated() && !e.known().undefined)
    if (const auto k = find_exchanged_k(smallest, cache, options)) report.pattern += "; " + *k;
  if (const auto limit = find_group_limit(smallest, law, cache, options)) report.pattern += "; " + *limit;
  add_finding(e, law, report);
  if (!report.result.mismatches.empty())
    report.details = is_of_terms(law.name) ? "" : laws::check_snr(e).details;
  if (is_of_follow_up(law.name) && !report.result.mismatches.empty())
    report.details = fmt::format("  {:<10} {}\n", "follow-up", report.result.reason) + report.details;
  add_operands(e, report);
  if (law.name == "schedule" && (smallest.hunts || !report.finding) && e.is_emulated())
    report.details += hunted(smallest, cache, options);
  return report;
}

}  // namespace lockstep::fuzzing
