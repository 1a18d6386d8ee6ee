#include "cli/arithmetic/judge_matrix.hpp"

#include <algorithm>
#include <mutex>

#include <fmt/format.h>

#include "host/parallel_for.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

namespace {

using laws::Experiment;
using OpinionVerdict = judges::Opinion::Verdict;

std::vector<const judges::Judge*> all_judges() {
  std::vector<const judges::Judge*> all;
  for (const judges::Judge& judge : judges::judges()) all.push_back(&judge);
  return all;
}

/// The laws that compare values; the others find a bug in an output that may be right.
bool values_are_refused(Experiment& e) {
  return std::ranges::any_of(
      std::array{laws::check_bits, laws::check_exact_grid, laws::check_bound, laws::check_snr},
      [&](const auto check) { return check(e).verdict == verdict::Verdict::falsified; });
}

class RowRunner {
 public:
  RowRunner(const JudgeMatrixOptions& options, laws::CodeCache& cache, JudgeRow& row)
      : options_(options), cache_(cache), row_(row), judges_(all_judges()) {
    space_.kernels = {fmt::format("{}@{}", row.kernel->name, row.kernel->arch)};
    space_.rare = false;  // tolerances are of ordinary numbers
    space_.builds = {row.bug == nullptr ? "O3" : std::string(row.bug->id)};
    row_.judges.resize(judges_.size());
  }

  /// False where it was cancelled.
  bool run() {
    for (std::uint64_t i = 0; i < options_.cases && !is_settled(); ++i) {
      if (is_cancelled()) return false;
      run_case(problems::draw(space_, options_.seed, i), i + 1);
    }
    return !is_cancelled();
  }

 private:
  bool is_cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }
  // A bug that everybody has noticed has no more to say.
  bool is_settled() const {
    return row_.bug != nullptr && row_.lockstep.first > 0 &&
           std::ranges::all_of(row_.judges, [](const JudgeTally& t) { return t.first > 0; });
  }

  void run_case(const cases::Case& c, std::uint64_t number) {
    Experiment::Options options;
    options.checks = false;
    options.cancel = options_.cancel;
    options.judges = judges_;
    auto prepared = Experiment::prepare(c, cache_, options);
    if (!prepared) return;
    Experiment& e = **prepared;
    const laws::Run& run = e.first_run();
    if (run.outcome.stop || run.outcome.cancelled) return;
    ++row_.cases;
    const bool refused = run.output != e.expected() && values_are_refused(e);
    row_.changed += refused ? 1 : 0;
    const bool full = c.data == cases::Data::full;
    if (row_.bug == nullptr || refused) row_.lockstep.add(number, refused, full);
    if (row_.bug == nullptr) return add(e.opinions(run.output), {}, number, full);
    if (refused) add(e.opinions(run.output), e.opinions(e.expected()), number, full);
  }

  // An opinion of a wrong output counts where the judge would have passed the right one.
  void add(const std::vector<judges::Opinion>& got, const std::vector<judges::Opinion>& right,
           std::uint64_t number, bool full) {
    for (std::size_t j = 0; j < got.size(); ++j) {
      if (got[j].verdict == OpinionVerdict::silent) continue;
      if (!right.empty() && right[j].verdict != OpinionVerdict::passes) continue;
      row_.judges[j].add(number, got[j].verdict == OpinionVerdict::notices, full);
    }
  }

  const JudgeMatrixOptions& options_;
  laws::CodeCache& cache_;
  JudgeRow& row_;
  std::vector<const judges::Judge*> judges_;
  problems::Space space_;
};

}  // namespace

void JudgeTally::add(std::uint64_t number, bool notices, bool full) {
  ++asked;
  asked_full += full ? 1 : 0;
  if (!notices) return;
  ++noticed;
  noticed_full += full ? 1 : 0;
  if (first == 0) first = number;
}

std::vector<JudgeRow> judge_matrix(const JudgeMatrixOptions& options) {
  std::vector<JudgeRow> rows = options.rows;
  std::vector<char> finished(rows.size(), 0);
  laws::CodeCache cache;
  std::mutex mutex;
  std::size_t done = 0;
  host::parallel_for(rows.size(), options.jobs, [&](std::uint64_t i, int) {
    if (!RowRunner(options, cache, rows[i]).run()) return host::Then::stop;
    const std::lock_guard lock(mutex);
    finished[i] = 1;
    if (options.progress) options.progress(++done, rows.size());
    return host::Then::go_on;
  });
  std::vector<JudgeRow> complete;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (finished[i] != 0) complete.push_back(std::move(rows[i]));
  return complete;
}

}  // namespace lockstep::cli
