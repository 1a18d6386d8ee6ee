#include "kill_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

#include "emulator/checks/observer_list.hpp"
#include "emulator/lint/lint.hpp"
#include "patience.hpp"
#include "properties/verdict/compare.hpp"

namespace lockstep::mutation {

namespace {

using laws::Experiment;
using laws::Poison;
using laws::Run;
using Kind = CodeMutant::Kind;

// What is wrong with a run by itself; empty when nothing is.
std::string fault(const Run& run) {
  if (run.outcome.stop) return machine::name(run.outcome.stop->kind);
  if (!run.outcome.findings.empty()) return machine::name(run.outcome.findings.front().kind);
  if (run.undefined_output_bytes > 0) return "undefined";
  if (run.stray) return "untouched";
  return {};
}

/// A case with what the unmutated kernel makes of it.
struct Original {
  cases::Case c;
  operators::Codes output;
  std::vector<bool> executed;           ///< [instruction], under any schedule
  std::uint64_t most_instructions = 0;  ///< of a run
};

std::string verdict_on(const Run& run, const Original& original, const Experiment& e) {
  if (std::string wrong = fault(run); !wrong.empty()) return wrong;
  if (!e.instance().deterministic()) return {};
  verdict::LawResult difference{"bits"};
  verdict::compare(e.instance().outputs(), run.output, original.output, difference);
  return difference.mismatch_count > 0 ? "bits" : "";
}

/// What lint says of a code object, by line, with the finding's kind.
std::map<std::string, std::string> linted(const machine::LoadedCode& code) {
  std::map<std::string, std::string> lines;
  for (const lint::KernelReport& kernel : lint::lint(code.object(), code.program()))
    for (const lint::Finding& f : kernel.findings) lines.emplace(f.line(), lint::name(f.kind));
  return lines;
}

class Matrix {
 public:
  explicit Matrix(const MatrixOptions& options) : options_(options), order_(options.schedules.size()) {
    matrix_.schedules = options.schedules;
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::sort(order_, {}, [&](std::size_t s) { return options.schedules[s] == kLatest ? 0 : s + 1; });
  }

  tl::expected<KillMatrix, std::string> run() {
    if (options_.cases.empty()) return tl::unexpected(std::string("no case to run"));
    if (auto ok = run_originals(); !ok) return tl::unexpected(ok.error());
    choose_mutants();
    std::vector<std::thread> threads;
    for (int i = 1; i < options_.jobs; ++i) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& t : threads) t.join();
    if (!problem_.empty()) return tl::unexpected(problem_);
    std::erase_if(matrix_.rows, [](const MatrixRow& row) { return row.killed_by.empty(); });
    if (options_.limit == 0 && !cancelled()) matrix_.unreached_linted = unreached_linted_.load();
    return std::move(matrix_);
  }

 private:
  static constexpr std::uint64_t kPatience = 4;  ///< a wave's instructions, of all that the kernel executes
  static constexpr machine::Schedule kLatest{machine::Schedule::Kind::latest, 0};

  Experiment::Options experiment_options(machine::Observer* observer) const {
    Experiment::Options o;
    o.cancel = options_.cancel;
    o.suppressions = options_.suppressions;
    o.observer = observer;
    return o;
  }

  tl::expected<void, std::string> run_originals() {
    for (const cases::Case& c : options_.cases) {
      auto e = Experiment::prepare(c, cache_, experiment_options(nullptr));
      if (!e) return tl::unexpected(e.error());
      const Run& first = (*e)->run(options_.schedules.front(), Poison::first);
      Original original{c, first.output, std::vector<bool>(first.outcome.executed.size()), 0};
      for (const machine::Schedule& s : options_.schedules) {
        const Run& run = (*e)->run(s, Poison::first);
        checks::add(run.suppressed, matrix_.suppressed);
        original.most_instructions = std::max(original.most_instructions, run.outcome.instructions);
        for (std::size_t i = 0; i < original.executed.size(); ++i)
          if (run.outcome.executed[i] != 0) original.executed[i] = true;
        if (const std::string wrong = verdict_on(run, original, **e); !wrong.empty())
          return tl::unexpected(fmt::format("the kernel as it is fails '{}' under {}: {}", cases::print(c),
                                            machine::to_string(s), wrong));
      }
      for (const kernels::LaunchPlan& plan : (*e)->instance().place(0).launches)
        single_wave_ &= plan.block[0] * plan.block[1] * plan.block[2] <= std::uint32_t(machine::kLanes);
      originals_.push_back(std::move(original));
      auto logged = Experiment::prepare(c, cache_, experiment_options(&original_log_));
      (*logged)->run(kLatest, Poison::first);
    }
    const kernels::Kernel& kernel = *kernels::find_kernel(options_.cases[0].kernel, options_.cases[0].arch);
    matrix_.code = *cache_.get(kernel, options_.cases[0].build);
    const auto image = laws::CodeCache::bytes(kernel, options_.cases[0].build);
    if (!image) return tl::unexpected(image.error());
    file_ = *image;
    pairs_ = isa::too_close(matrix_.code->program()).size();
    linted_ = linted(*matrix_.code);
    return {};
  }

  static bool reaches(const Original& original, const CodeMutant& m) {
    return original.executed[m.instruction];
  }
  bool is_reached(const CodeMutant& m) const {
    return std::ranges::any_of(originals_, [&](const Original& o) { return reaches(o, m); });
  }

  void choose_mutants() {
    std::vector<CodeMutant> all = code_mutants(matrix_.code->program(), matrix_.code->object());
    std::vector<CodeMutant> reached;
    for (CodeMutant& m : all) (is_reached(m) ? reached : unreached_).push_back(std::move(m));
    all = std::move(reached);
    matrix_.unreached = unreached_.size();
    if (options_.limit != 0) unreached_.clear();
    const std::size_t keep = options_.limit == 0 ? all.size() : std::min(options_.limit, all.size());
    for (std::size_t i = 0; i < keep; ++i)
      matrix_.rows.push_back({std::move(all[i * all.size() / keep]), {}, {}, {}, {}});
  }

  bool cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }

  void work() {
    const std::size_t rows = matrix_.rows.size(), total = rows + unreached_.size();
    while (!cancelled()) {
      const std::size_t i = next_.fetch_add(1);
      if (i >= total) return;
      if (i < rows)
        judge(matrix_.rows[i]);
      else
        lint_alone(unreached_[i - rows]);
      if (options_.progress) options_.progress(done_.fetch_add(1) + 1, total);
    }
  }

  using Loaded = std::shared_ptr<const machine::LoadedCode>;

  /// The mutant, loaded; nullptr, and why is said, when it can't be.
  Loaded load(const CodeMutant& mutant) {
    auto object = code_object::parse("mutant", patched(file_, matrix_.code->object(), mutant));
    if (!object) return fail(object.error().text());
    auto code = machine::LoadedCode::load(std::move(*object));
    return code ? *code : fail(code.error());
  }

  /// What lint says of the mutant and not of the original.
  std::set<std::string> newly_linted(const machine::LoadedCode& code) const {
    std::set<std::string> kinds;
    for (const auto& [line, kind] : linted(code))
      if (!linted_.contains(line)) kinds.insert(kind);
    return kinds;
  }

  void lint_alone(const CodeMutant& mutant) {
    const Loaded code = load(mutant);
    if (code != nullptr && !newly_linted(*code).empty()) ++unreached_linted_;
  }

  void judge(MatrixRow& row) {
    const Loaded code = load(row.mutant);
    if (code == nullptr) return;
    row.killed_by.resize(options_.schedules.size());
    row.ran.resize(options_.schedules.size());
    row.lint = newly_linted(*code);
    const bool nop = row.mutant.kind == Kind::drop_nop || row.mutant.kind == Kind::weaken_nop;
    // Wait states have no other effect: without a pair that comes too close there is nothing to run.
    const bool too_close = isa::too_close(code->program()).size() > pairs_;
    if (!nop || too_close)
      run_cases(row, code);
    else
      row.ran.assign(row.ran.size(), true);  // as the kernel itself
    if (!row.killed()) find_explanation(row, code, nop, too_close);
    if (cancelled()) row.killed_by.clear();
  }

  void find_explanation(MatrixRow& row, const Loaded& code, bool nop, bool too_close) {
    RetireLog log;
    ByteUses uses;
    checks::ObserverList both({&log, &uses});
    if (!nop) watch_cases(code, both);
    row.explanation = explain(
        {&row.mutant, &matrix_.code->program(), &original_log_, &log, &uses, single_wave_, too_close});
    if (row.explanation && !row.lint.empty()) row.explanation->text += "; lint knows a path that needs it";
  }

  Loaded fail(const std::string& why) {
    const std::lock_guard lock(mutex_);
    problem_ = "a mutant can't be loaded: " + why;
    return nullptr;
  }

  /// The case with the mutant in the kernel's place.
  std::unique_ptr<Experiment> experiment(const Original& original, const Loaded& code,
                                         machine::Observer* observer) const {
    laws::CodeCache cache;
    const kernels::Kernel& kernel = *kernels::find_kernel(original.c.kernel, original.c.arch);
    cache.put(kernel, original.c.build, code);
    auto e = Experiment::prepare(original.c, cache, experiment_options(observer));
    return e ? std::move(*e) : nullptr;
  }

  /// Every case that reaches the mutant, under every schedule that did not notice it yet.
  void run_cases(MatrixRow& row, const Loaded& code) const {
    for (const Original& original : originals_) {
      if (!reaches(original, row.mutant)) continue;  // it does what the kernel does
      Patience patience(kPatience * original.most_instructions);
      const auto e = experiment(original, code, &patience);
      if (e == nullptr) return;
      for (const std::size_t s : order_) {
        if (cancelled()) return;
        if (!row.killed_by[s].empty()) continue;
        row.ran[s] = true;
        patience.begin();
        row.killed_by[s] = verdict_on(e->run(options_.schedules[s], Poison::first), original, *e);
        if (row.killed_by[s].empty() && patience.lost())
          row.killed_by[s] = machine::name(machine::FindingKind::step_limit);
        if (options_.first_only && row.killed()) return;
      }
      if (std::ranges::none_of(row.killed_by, &std::string::empty)) return;
    }
  }

  /// Every case once, under `latest`, for what the observer sees.
  void watch_cases(const Loaded& code, machine::Observer& observer) const {
    for (const Original& original : originals_)
      if (const auto e = experiment(original, code, &observer)) e->run(kLatest, Poison::first);
  }

  const MatrixOptions& options_;
  std::vector<std::size_t> order_;  ///< of the schedules: `latest`, which notices most, comes first
  laws::CodeCache cache_;
  KillMatrix matrix_;
  std::vector<Original> originals_;
  std::vector<std::byte> file_;
  RetireLog original_log_;
  bool single_wave_ = true;
  std::size_t pairs_ = 0;
  std::map<std::string, std::string> linted_;  ///< of the original
  std::vector<CodeMutant> unreached_;          ///< that lint looks at
  std::atomic<std::size_t> next_{0}, done_{0}, unreached_linted_{0};
  std::mutex mutex_;
  std::string problem_;
};

}  // namespace

bool MatrixRow::killed() const {
  return std::ranges::any_of(killed_by, [](const std::string& by) { return !by.empty(); });
}

tl::expected<KillMatrix, std::string> kill_matrix(const MatrixOptions& options) {
  return Matrix(options).run();
}

}  // namespace lockstep::mutation
