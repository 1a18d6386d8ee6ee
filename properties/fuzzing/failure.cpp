#include "properties/fuzzing/failure.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "emulator/findings/finding_lines.hpp"
#include "host/files.hpp"
#include "kernels/kernel.hpp"
#include "properties/laws/code_cache.hpp"
#include "properties/schedule_search/search.hpp"

namespace lockstep::fuzzing {

namespace {

constexpr std::size_t kMost = 5;  // lines of one instruction

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

std::string written_by(const machine::Writer& writer) {
  if (writer.wave < 0) return "never written";
  return fmt::format("written by workgroup {},{},{} wave {} lane {}", writer.workgroup[0],
                     writer.workgroup[1], writer.workgroup[2], writer.wave, writer.lane);
}

// Law `schedule` compares two runs, of which neither is what the order demands.
verdict::Compared compared(const verdict::LawResult& r) {
  if (r.law != "schedule" || r.runs[0].empty()) return {};
  return {"under " + r.runs[0], "under " + r.runs[1]};
}

// Laws about values, of which one says enough.
bool is_of_values(std::string_view law) {
  return law == "bits" || law == "exact_grid" || law == "bound" || law == "snr";
}

// A whole line: a race, which stands above the wrong values that it may have led to. Law `clean` says more.
std::string race_line(const laws::Law& reported, const findings::Finding& leading) {
  if (reported.name == "clean" || !findings::is_race(leading.kind)) return {};
  return fmt::format("  {:<10} {}: {} @{:#x}, {} @{:#x}\n", "race", findings::name(leading.kind),
                     leading.instruction, leading.address, leading.other, leading.other_address);
}

// Who wrote a byte, behind what is said of it; a GPU does not know.
std::string writer(laws::Experiment& e, const verdict::LawResult::Byte& byte) {
  return !e.is_emulated() ? std::string() : ", " + written_by(e.writer_of(byte));
}

std::string reason(laws::Experiment& e, const verdict::LawResult& r) {
  if (!r.byte || !e.is_emulated()) return r.reason;
  return r.reason + (r.law == "clean" ? ", the first " + e.origin_of_undefined(*r.byte) : writer(e, *r.byte));
}

// The other laws that the smallest case falsifies, a line each: first `clean`, which names a race behind
// wrong values.
std::string others(laws::Experiment& e, const laws::Law& reported) {
  std::string first, lines;
  bool values = is_of_values(reported.name);
  for (const laws::Law& law : laws::laws()) {
    if (law.on_follow_up || law.name == reported.name || (values && is_of_values(law.name))) continue;
    const verdict::LawResult r = law.check(e);
    if (r.verdict != verdict::Verdict::falsified) continue;
    values |= is_of_values(law.name);
    (law.name == "clean" ? first : lines) += fmt::format("  also       {}: {}\n", law.name, reason(e, r));
  }
  return first + lines;
}

std::string first_difference(laws::Experiment& e, const verdict::LawResult& r) {
  const auto& outputs = e.instance().outputs();
  if (!r.mismatches.empty()) {
    const verdict::Mismatch& m = r.mismatches.front();
    const operators::Output& output = outputs[m.output];
    const std::int64_t at = output.rows[m.row].row * output.row_bytes() + output.byte_of(m.column);
    const verdict::LawResult::Byte byte{m.output, std::uint64_t(at)};
    return verdict::describe_mismatch(outputs, e.tilings(), m, compared(r)) + writer(e, byte);
  }
  return reason(e, r);
}

std::string pattern(laws::Experiment& e, const verdict::LawResult& r) {
  const machine::Outcome& outcome = e.first_run().outcome;
  if (outcome.stop && !e.is_emulated())
    return e.runner() == "a GPU" ? "the kernel does not come to its end" : "it raises";
  if (outcome.stop) return fmt::format("the kernel stops at `{}`", outcome.stop->instruction);
  std::string text;
  if (!r.mismatches.empty()) {
    text = verdict::explain(e.instance().outputs(), e.tilings(), r);
  } else if (!e.instance().quantisation_fault().empty()) {
    text = "the block's scale is too small for its largest element";
  } else {
    text = fmt::format("{} finding{}", outcome.findings.size(), outcome.findings.size() == 1 ? "" : "s");
  }
  if (const std::uint64_t bytes = e.first_run().undefined_output_bytes; bytes > 0)
    text += fmt::format("; {} bytes of the rows to be written were never written or are undefined", bytes);
  return text;
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
  report.again =
      fmt::format("./lockstep replay '{}'{}{}", cases::print(report.smallest), options.flags(), device);
  report.result.law = law.name;
  auto prepared = laws::Experiment::prepare(smallest, cache, options);
  if (!prepared) {
    report.first_difference = prepared.error();
    return report;
  }
  laws::Experiment& e = **prepared;
  report.result = law.check(e);
  report.model_label = fmt::format("{} ({})", e.model().name, matrix::name(e.model().label));
  report.first_difference = first_difference(e, report.result);
  report.pattern = pattern(e, report.result);
  report.others = others(e, law);
  if (const findings::Finding* finding = laws::leading_finding(e); finding != nullptr) {
    report.finding = *finding;
    report.race = race_line(law, *finding);
    if (e.shared_code() != nullptr)
      report.inlined = inlined_lines(*finding, e.shared_code()->object().lines, frames_of(smallest));
  }
  if (!report.result.mismatches.empty()) report.details = laws::check_snr(e).details;
  if (smallest.hunts && law.name == "schedule") report.details += hunted(smallest, cache, options);
  return report;
}

}  // namespace lockstep::fuzzing
