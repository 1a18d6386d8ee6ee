#include "properties/pages/case_page.hpp"

#include <deque>
#include <optional>

#include <fmt/format.h>

#include "emulator/observe/trace.hpp"
#include "properties/pages/error_map.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::pages {

namespace {

using laws::Experiment;

constexpr std::uint64_t kMostMacs = std::uint64_t{1}
                                    << 28;  // a page runs its case again, and once more with a trace
constexpr std::size_t kTraceSteps = 40;

// What the law holds the output against.
operators::Codes wanted(Experiment& e, std::string_view law) {
  const bool exact = e.the_case().any_order || law == "exact_grid" || law == "bound";
  if (!exact) return e.expected();
  operators::Codes codes;
  for (const operators::ExactOutput& o : e.exact()) codes.push_back(o.rounded);
  return codes;
}

void add_outputs(const Experiment& e, const operators::Codes& want, const operators::Codes& got,
                 const StoreLog* log, const std::array<std::string, 2>& names, Page& page) {
  const auto& outputs = e.instance().outputs();
  const auto tilings = e.tilings();
  const problems::Placed placed = e.image();  // the addresses are the same in every run
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    if (o >= want.size() || o >= got.size() || want[o].size() != got[o].size() || got[o].empty()) continue;
    const Compared c{outputs[o], tilings[o], want[o], got[o]};
    ErrorMap map = error_map(c, log, placed.tensors->address_of_output(o));
    map.want = names[0], map.got = names[1];
    page.maps.push_back(std::move(map));
    page.histograms.push_back(histogram(c));
  }
}

std::optional<std::uint64_t> first_wrong_byte(const Experiment& e, const operators::Codes& want,
                                              const operators::Codes& got) {
  const auto& outputs = e.instance().outputs();
  const problems::Placed placed = e.image();
  for (std::size_t o = 0; o < outputs.size() && o < want.size() && o < got.size(); ++o)
    for (std::size_t i = 0; i < want[o].size() && i < got[o].size(); ++i) {
      if (verdict::same(*outputs[o].format, want[o][i], got[o][i])) continue;
      const auto row = i / std::size_t(outputs[o].columns), column = i % std::size_t(outputs[o].columns);
      return placed.tensors->address_of_output(o) +
             std::uint64_t(outputs[o].rows[row].row * outputs[o].row_bytes() +
                           outputs[o].byte_of(std::int64_t(column)));
    }
  return std::nullopt;
}

// The last steps of a wave up to where it last executed an instruction.
std::vector<std::string> steps_before(const cases::Case& c, laws::CodeCache& cache,
                                      Experiment::Options options, const machine::Writer& of) {
  observe::TraceSelection selection;
  selection.workgroup = of.workgroup;
  selection.wave = of.wave;
  std::deque<std::string> recent;
  std::vector<std::string> kept;
  observe::Trace trace(selection, [&](const observe::TraceStep& step) {
    recent.push_back(observe::text(step));
    if (recent.size() > kTraceSteps) recent.pop_front();
    if (step.instruction->text == of.instruction) kept.assign(recent.begin(), recent.end());
    return true;
  });
  options.observer = &trace;
  options.threads = 1;
  if (const auto again = Experiment::prepare(c, cache, options)) (*again)->first_run();
  return kept.empty() ? std::vector<std::string>(recent.begin(), recent.end()) : kept;
}

void add_trace(const cases::Case& c, laws::CodeCache& cache, const Experiment::Options& options,
               const machine::Writer& of, std::string_view why, Page& page) {
  page.trace_title =
      fmt::format("workgroup {} wave {} lane {}, {}", fmt::join(of.workgroup, ","), of.wave, of.lane, why);
  page.trace = steps_before(c, cache, options, of);
}

std::string snr_text(const laws::CaseResult& r) {
  for (const verdict::LawResult& law : r.laws)
    if (law.snr) return fmt::format("{:.1f}", law.snr->db);
  return "";
}

std::string reason(const laws::CaseResult& r) {
  if (!r.error.empty()) return r.error;
  for (const verdict::LawResult& law : r.laws)
    if (law.verdict == verdict::Verdict::falsified || law.verdict == verdict::Verdict::inconclusive)
      return fmt::format("{}: {}", law.law, law.reason);
  return "";
}

}  // namespace

void add_case(const cases::Case& c, std::string_view law, laws::CodeCache& cache, Experiment::Options options,
              Page& page) {
  StoreLog log;
  const bool emulated = options.device == nullptr && options.callable == nullptr;
  if (emulated) options.observer = &log, options.threads = 1;
  const auto prepared = Experiment::prepare(c, cache, options);
  if (!prepared) return;
  Experiment& e = **prepared;
  if (e.macs() > kMostMacs || e.tilings().size() != e.instance().outputs().size()) return;
  const laws::Run& run = e.first_run();
  if (run.outcome.stop && run.outcome.stop->kind == findings::FindingKind::unsupported) return;
  const operators::Codes want = wanted(e, law);
  const std::string name = c.any_order || law == "exact_grid" || law == "bound" ? "the exact value" : "want";
  if (!run.outcome.stop) add_outputs(e, want, run.output, emulated ? &log : nullptr, {name, "got"}, page);
  if (!emulated) return;
  options.observer = nullptr;
  if (const findings::Finding* f = laws::leading_finding(e, nullptr); f != nullptr && f->wave >= 0)
    return add_trace(c, cache, options, {f->workgroup, f->wave, f->lane, f->instruction},
                     "up to the first finding", page);
  const auto wrong = first_wrong_byte(e, want, run.output);
  if (const machine::Writer* by = wrong ? log.find(*wrong) : nullptr; by != nullptr)
    add_trace(c, cache, options, *by, "up to the store of the first wrong element", page);
}

void add_comparison(Experiment& first, Experiment& second, Page& page) {
  const auto &a = first.first_run(), &b = second.first_run();
  if (a.outcome.stop || b.outcome.stop) return;
  add_outputs(first, a.output, b.output, nullptr, {"the first has", "the second has"}, page);
}

Table cases_table(std::span<const laws::CaseResult> results, std::size_t kept) {
  Table table{"Cases", {"#", "verdict", "case", "why", "SNR in dB", "wave instructions"}, {}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const laws::CaseResult& r = results[i];
    if (i >= kept && r.verdict == verdict::Verdict::holds) {
      ++table.left_out;
      continue;
    }
    const std::string verdict(r.error.empty() ? verdict::name(r.verdict) : "inconclusive");
    table.rows.push_back(
        {verdict,
         {std::to_string(i + 1), r.trapped ? verdict + ", trapped" : verdict, cases::print(r.the_case),
          reason(r), snr_text(r), std::to_string(r.instructions)}});
  }
  return table;
}

std::string verdict_sentence(std::span<const laws::CaseResult> results) {
  std::size_t holds = 0, falsified = 0;
  for (const laws::CaseResult& r : results) {
    holds += r.verdict == verdict::Verdict::holds && r.error.empty() ? 1 : 0;
    falsified += r.verdict == verdict::Verdict::falsified ? 1 : 0;
  }
  return fmt::format("{} of {} cases hold, {} falsified, {} say nothing", holds, results.size(), falsified,
                     results.size() - holds - falsified);
}

}  // namespace lockstep::pages
