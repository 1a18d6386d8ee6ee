#include "properties/schedule_search/search.hpp"

#include <tuple>

#include <fmt/format.h>

#include "properties/verdict/verdict.hpp"

namespace lockstep::schedule_search {

namespace {

using laws::Experiment;
using laws::Poison;
using laws::Run;
using machine::Schedule;

class Search {
 public:
  Search(const cases::Case& c, laws::CodeCache& cache, const SearchOptions& options)
      : case_(c), cache_(cache), options_(options) {}

  tl::expected<SearchResult, std::string> run() {
    std::vector<Schedule> others = machine::several_schedules(options_.seed, options_.seeds);
    result_.first = others.front();
    others.erase(others.begin());
    auto e = Experiment::prepare(case_, cache_, options(nullptr));
    if (!e) return tl::unexpected(e.error());
    const Run& first = (*e)->run(result_.first, Poison::first);
    note_findings(result_.first, first);
    for (const Schedule& other : others) {
      if (cancelled()) return std::move(result_);
      const Run& run = (*e)->run(other, Poison::first);
      note_findings(other, run);
      if (differ(**e, first, run)) {
        result_.second = other;
        follow();
        break;
      }
    }
    result_.runs = int((*e)->runs());
    result_.notes = (*e)->notes();
    return std::move(result_);
  }

 private:
  Experiment::Options options(machine::Observer* observer) const {
    Experiment::Options o;
    o.suppressions = options_.suppressions;
    o.policy = options_.policy;
    o.step_limit = options_.step_limit;
    o.cancel = options_.cancel;
    o.observer = observer;
    return o;
  }
  bool cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }

  void note_findings(const Schedule& schedule, const Run& run) {
    findings::add(run.suppressed, result_.suppressed);
    const auto known = [&](const findings::Finding& f) {
      for (const auto& [s, seen] : result_.findings)
        if (seen.kind == f.kind && seen.address == f.address) return true;
      return false;
    };
    for (const findings::Finding& f : run.outcome.findings)
      if (!known(f)) result_.findings.emplace_back(schedule, f);
    if (run.outcome.stop && !known(*run.outcome.stop))
      result_.findings.emplace_back(schedule, *run.outcome.stop);
  }

  bool differ(const Experiment& e, const Run& a, const Run& b) {
    if (a.outcome.stop.has_value() != b.outcome.stop.has_value()) {
      result_.difference = "one of the two stops";
      return result_.differs = true;
    }
    if (e.instance().deterministic()) {
      verdict::LawResult result{"schedule"};
      verdict::compare(e.instance().outputs(), b.output, a.output, result);
      if (result.mismatch_count > 0) {
        result_.difference = fmt::format("{} elements of the output", result.mismatch_count);
        return result_.differs = true;
      }
    }
    if ((a.undefined_output_bytes > 0) != (b.undefined_output_bytes > 0)) {
      result_.difference = "undefined bytes in the output";
      return result_.differs = true;
    }
    return false;
  }

  std::unique_ptr<Recorder> record(const Schedule& schedule, std::unique_ptr<Recorder> recorder) {
    auto e = Experiment::prepare(case_, cache_, options(recorder.get()));
    (*e)->run(schedule, Poison::first);
    return recorder;
  }

  // The first workgroup, in dispatch order, one of whose waves did something else.
  std::optional<Location> differing_location() {
    const auto a = record(result_.first, std::make_unique<Recorder>());
    const auto b = record(result_.second, std::make_unique<Recorder>());
    std::optional<Location> least;
    const auto order = [](const Location& p) {
      return std::tuple(p.launch, p.workgroup[2], p.workgroup[1], p.workgroup[0]);
    };
    for (const auto& [location, digests] : a->digests()) {
      const auto other = b->digests().find(location);
      if (other != b->digests().end() && other->second == digests) continue;
      if (!least || order(location) < order(*least)) least = location;
    }
    return least;
  }

  static std::optional<std::size_t> first_difference(const std::vector<Step>& a, const std::vector<Step>& b) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
      if (i >= a.size() || i >= b.size() || a[i].hash != b[i].hash || a[i].instruction != b[i].instruction)
        return i;
    return std::nullopt;
  }

  void follow() {
    const std::optional<Location> location = differing_location();
    if (!location) return;
    const auto a = record(result_.first, std::make_unique<Recorder>(*location));
    const auto b = record(result_.second, std::make_unique<Recorder>(*location));
    const std::size_t waves = std::min(a->steps().size(), b->steps().size());
    // A wave whose first difference has a cause of its own comes before one that only inherits another's.
    std::optional<FirstDifference> best;
    for (std::size_t w = 0; w < waves; ++w) {
      const auto step = first_difference(a->steps()[w], b->steps()[w]);
      if (!step) continue;
      FirstDifference d{*location, int(w), *step, 0, {}, {}};
      const auto of = [&](const Recorder& r) {
        return *step < r.steps()[w].size() ? r.steps()[w][*step] : Step{};
      };
      const Step in_a = of(*a), in_b = of(*b);
      d.instruction = *step < b->steps()[w].size() ? in_b.instruction : in_a.instruction;
      if (in_a.outstanding != in_b.outstanding)
        d.outstanding = (in_b.outstanding != 0 ? in_b.outstanding : in_a.outstanding) - 1;
      else
        d.writer = raced_writer(*location, int(w), *step);
      if (!best || (has_cause(d) && !has_cause(*best))) best = d;
      if (has_cause(d)) break;
    }
    result_.where = best;
  }

  static bool has_cause(const FirstDifference& d) { return d.outstanding || d.writer; }

  // Who wrote, in one of the runs only, what the load found.
  std::optional<MemoryWriter> raced_writer(const Location& location, int wave, std::size_t step) {
    const auto a = record(result_.first, std::make_unique<Recorder>(location, wave, step));
    const auto b = record(result_.second, std::make_unique<Recorder>(location, wave, step));
    for (std::size_t i = 0; i < std::min(a->loaded().size(), b->loaded().size()); ++i) {
      const LoadedDword &x = a->loaded()[i], &y = b->loaded()[i];
      if (x.writer == y.writer) continue;
      return y.writer.wave >= 0 ? y.writer : x.writer;
    }
    return std::nullopt;
  }

  const cases::Case& case_;
  laws::CodeCache& cache_;
  const SearchOptions& options_;
  SearchResult result_;
};

std::string named(const isa::Program& program, std::uint32_t i) {
  return fmt::format("{} @{:#x}", program.instructions[i].text, program.instructions[i].address);
}

std::string location_text(const Location& p) {
  return fmt::format("workgroup {},{},{}", p.workgroup[0], p.workgroup[1], p.workgroup[2]);
}

}  // namespace

tl::expected<SearchResult, std::string> search(const cases::Case& c, laws::CodeCache& cache,
                                               const SearchOptions& options) {
  return Search(c, cache, options).run();
}

std::string text(const SearchResult& result, const isa::Program& program, findings::Severity fails,
                 findings::Shown shown) {
  std::string out;
  std::vector<findings::FindingLine> lines;
  for (const auto& [schedule, f] : result.findings)
    lines.emplace_back(f, fmt::format("{:<10} {}", machine::to_string(schedule), f.line()));
  for (const std::string& line : findings::listed(lines, shown, fails)) out += fmt::format("  {}\n", line);
  for (const std::string& note : result.notes) out += fmt::format("  note: {}\n", note);
  if (!result.differs) return out + fmt::format("  {} runs under different schedules agree\n", result.runs);
  out += fmt::format("  differ     {} and {}: {}\n", machine::to_string(result.first),
                     machine::to_string(result.second), result.difference);
  if (!result.where) return out + "  no instruction's result differs: the order of writes to memory does\n";
  const FirstDifference& d = *result.where;
  out += fmt::format("  first      {} wave {}, its instruction {}: {}\n", location_text(d.location), d.wave,
                     d.step, named(program, d.instruction));
  if (d.outstanding)
    out += fmt::format("  raced      {}: it still had to fill a register that is read\n",
                       named(program, *d.outstanding));
  else if (d.writer && d.writer->wave >= 0)
    out +=
        fmt::format("  raced      {}, {} wave {}: it wrote what is loaded, in one of the two\n",
                    named(program, d.writer->instruction), location_text(d.writer->location), d.writer->wave);
  else
    out += "  raced      not found\n";
  return out;
}

}  // namespace lockstep::schedule_search
