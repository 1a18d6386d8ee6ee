#include "properties/wait_mutation/kill_matrix.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

#include "emulator/checks/observer_list.hpp"
#include "emulator/isa/changes.hpp"
#include "emulator/lint/lint.hpp"
#include "host/parallel_for.hpp"
#include "properties/wait_mutation/code_mutant.hpp"
#include "properties/wait_mutation/original.hpp"

namespace lockstep::wait_mutation {

namespace {

using laws::Experiment;
using laws::Poison;
using Kind = CodeMutant::Kind;

/// What lint says of a kernel, by line, with the finding's kind.
std::map<std::string, std::string> lines_of(const lint::KernelReport& report) {
  std::map<std::string, std::string> lines;
  for (const findings::Finding& f : report.findings) lines.emplace(lint::line(f), findings::name(f.kind));
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
    if (auto ok = choose_mutants(); !ok) return tl::unexpected(ok.error());
    host::parallel_for(matrix_.rows.size() + unreached_.size(), options_.jobs,
                       [this](std::uint64_t i, int) { return judge_mutant(i); });
    if (auto ok = try_others(); !ok) return tl::unexpected(ok.error());
    if (!problem_.empty()) return tl::unexpected(problem_);
    std::erase_if(matrix_.rows, [](const MatrixRow& row) { return row.killed_by.empty(); });
    if (options_.limit == 0 && !cancelled()) matrix_.unreached_linted = unreached_linted_.load();
    return std::move(matrix_);
  }

 private:
  static constexpr std::uint64_t kPatience = 4;  ///< a wave's instructions, of all that the kernel executes

  Experiment::Options experiment_options(machine::Observer* observer) const {
    Experiment::Options o;
    o.cancel = options_.cancel;
    o.suppressions = options_.suppressions;
    o.observer = observer;
    o.policy.lint = false;  // it has a column of its own
    o.policy.wait_states =
        isa::WaitStateMode::enforce;  // what LLVM keeps matters to whoever edits its output
    return o;
  }

  tl::expected<void, std::string> run_originals() {
    for (const cases::Case& c : options_.cases) {
      auto original = run_original(c, cache_, options_.schedules, experiment_options(nullptr));
      if (!original) return tl::unexpected(original.error());
      findings::add(original->suppressed, matrix_.suppressed);
      single_wave_ &= original->single_wave;
      originals_.push_back(std::move(*original));
    }
    // What a small case notices need not be run in a large one.
    std::ranges::sort(originals_, {}, [](const Original& o) {
      return std::pair(o.most_instructions, cases::print(o.experiment->the_case()));
    });
    const kernels::Kernel& kernel = originals_[0].experiment->kernel();
    matrix_.code = *cache_.get(kernel, options_.cases[0].build);
    const auto image = laws::CodeCache::bytes(kernel, options_.cases[0].build);
    if (!image) return tl::unexpected(image.error());
    file_ = *image;
    linted_ = lint::lint(matrix_.code->object(), matrix_.code->program());
    return {};
  }

  bool is_reached(const CodeMutant& m) const {
    return std::ranges::any_of(originals_, [&](const Original& o) { return o.reaches(m); });
  }

  tl::expected<void, std::string> choose_mutants() {
    std::vector<CodeMutant> all = code_mutants(matrix_.code->program(), matrix_.code->object());
    const auto address = [&](const CodeMutant& m) {
      return matrix_.code->program().instructions[m.instruction].address;
    };
    if (auto ok = find_places(options_.at, matrix_.code->program(), all); !ok) return ok;
    if (!options_.at.empty())
      std::erase_if(all, [&](const CodeMutant& m) {
        return std::ranges::find(options_.at, address(m)) == options_.at.end();
      });
    std::vector<CodeMutant> reached;
    for (CodeMutant& m : all) (is_reached(m) ? reached : unreached_).push_back(std::move(m));
    all = std::move(reached);
    matrix_.unreached = unreached_.size();
    if (options_.limit != 0) unreached_.clear();
    const std::size_t keep = options_.limit == 0 ? all.size() : std::min(options_.limit, all.size());
    for (std::size_t i = 0; i < keep; ++i)
      matrix_.rows.push_back({std::move(all[i * all.size() / keep]), {}, {}, {}, {}, {}});
    return {};
  }

  bool cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }

  host::Then judge_mutant(std::size_t i) {
    if (cancelled()) return host::Then::stop;
    const std::size_t rows = matrix_.rows.size();
    if (i < rows)
      judge(matrix_.rows[i]);
    else
      lint_alone(unreached_[i - rows]);
    if (options_.progress) options_.progress(done_.fetch_add(1) + 1, rows + unreached_.size());
    return host::Then::go_on;
  }

  using Loaded = std::shared_ptr<const machine::LoadedCode>;

  /// The mutant, loaded; nullptr, and why is said, when it can't be.
  Loaded load(const CodeMutant& mutant) {
    auto object = code_object::parse("mutant", patched(file_, matrix_.code->object(), mutant));
    if (!object) return fail(object.error().text());
    auto code = matrix_.code->load_like(std::move(*object));
    return code ? *code : fail(code.error());
  }

  /// What lint says of the mutant and not of the original. A mutant leaves the paths through the code as they
  /// are, so that only kernels which come to its instructions can be told from what they were.
  std::set<std::string> newly_linted(const CodeMutant& mutant, const machine::LoadedCode& code) const {
    std::set<std::string> kinds;
    for (std::size_t k = 0; k < linted_.size(); ++k) {
      const lint::KernelReport& before = linted_[k];
      if (!before.reaches(mutant.instruction) && !before.reaches(mutant.instruction + 1)) continue;
      const auto known = lines_of(before);
      for (const auto& [line, kind] :
           lines_of(lint::lint(code.object(), code.program(), code.too_close(), code.object().kernels[k])))
        if (!known.contains(line)) kinds.insert(kind);
    }
    return kinds;
  }

  void lint_alone(const CodeMutant& mutant) {
    if (shows(mutant, matrix_.code->program()) == Shows::nowhere) return;
    const Loaded code = load(mutant);
    if (code != nullptr && !newly_linted(mutant, *code).empty()) ++unreached_linted_;
  }

  void judge(MatrixRow& row) {
    const Shows where = shows(row.mutant, matrix_.code->program());
    const Loaded code = where == Shows::nowhere ? matrix_.code : load(row.mutant);
    if (code == nullptr) return;
    row.killed_by.resize(options_.schedules.size());
    row.ran.resize(options_.schedules.size());
    if (where != Shows::nowhere) row.lint = newly_linted(row.mutant, *code);
    // Wait states have no other effect: without a pair that comes too close there is nothing to run.
    const bool too_close = code->too_close() != matrix_.code->too_close();
    if (where == Shows::in_runs || (where == Shows::by_wait_states && too_close))
      run_cases(row, code);
    else
      row.ran.assign(row.ran.size(), true);  // as the kernel itself
    if (where == Shows::to_lint && !row.lint.empty()) judge_by_lint(row, *code);
    const bool elsewhere = where == Shows::to_lint ? !row.lint.empty() : too_close;
    if (!row.killed()) find_explanation(row, code, where, elsewhere);
    if (cancelled()) row.killed_by.clear();
  }

  /// What the machine orders by itself no run shows: what lint says of the code that the cases run counts for
  /// all.
  void judge_by_lint(MatrixRow& row, const machine::LoadedCode& code) const {
    for (const Original& o : originals_) {
      if (!o.reaches(row.mutant)) continue;
      const lint::Executed executed{o.executed, o.jumped};
      for (const code_object::Kernel& kernel : code.object().kernels) {
        const auto lines = [&](const machine::LoadedCode& of) {
          return lines_of(lint::lint(of.object(), of.program(), of.too_close(), kernel, executed));
        };
        const std::int32_t entry = code.program().at(kernel.entry);
        if (entry < 0 || !executed.has(std::uint32_t(entry))) continue;
        const auto before = lines(*matrix_.code);
        for (const auto& [line, kind] : lines(code))
          if (!before.contains(line)) return row.killed_by.assign(row.killed_by.size(), kind);
      }
    }
  }

  void find_explanation(MatrixRow& row, const Loaded& code, Shows where, bool elsewhere) {
    RetireLog original, log;
    ByteUses uses;
    checks::ObserverList both({&log, &uses});
    for (const Original& o : originals_) {
      if (where != Shows::in_runs || !o.reaches(row.mutant)) continue;
      original.add(o.retired);
      if (const auto e = experiment(o, code, &both)) e->run(kLatest, Poison::first);
    }
    row.explanation = explain({&row.mutant, &matrix_.code->program(), &original, &log, &uses, single_wave_,
                               needed_later(row.mutant), elsewhere});
    if (row.explanation && !row.lint.empty()) row.explanation->text += "; lint knows a path that needs it";
  }

  /// Whether an s_nop that only changes places would be missed if it were gone.
  bool needed_later(const CodeMutant& mutant) const {
    if (mutant.kind != Kind::drop_nop) return false;
    const isa::WaitStates gone = isa::too_close(isa::without(matrix_.code->program(), mutant.instruction));
    return gone.pairs.size() > matrix_.code->too_close().pairs.size();
  }

  static bool is_unexplained(const MatrixRow& row) {
    return !row.killed_by.empty() && !row.killed() && !row.explanation;
  }

  /// What no rule explains may be noticed by another case. Interrupted, what was not tried on all of them is
  /// no survivor yet, and left out.
  tl::expected<void, std::string> try_others() {
    for (const cases::Case& c : options_.others) {
      if (std::ranges::none_of(matrix_.rows, is_unexplained)) return {};
      if (cancelled()) break;
      const auto original = run_original(c, cache_, options_.schedules, experiment_options(nullptr));
      if (cancelled()) break;  // whatever became of a run that may have been cut short
      if (!original) return tl::unexpected(original.error());
      try_other(c, *original);
    }
    for (MatrixRow& row : matrix_.rows)
      if (cancelled() && !options_.others.empty() && is_unexplained(row)) row.killed_by.clear();
    return {};
  }

  void try_other(const cases::Case& c, const Original& original) {
    for (MatrixRow& row : matrix_.rows) {
      if (!is_unexplained(row)) continue;
      if (const Loaded code = load(row.mutant); code != nullptr) run_case(row, code, original);
      if (cancelled()) row.killed_by.clear();  // by a run that may have been cut short
      if (row.killed()) row.only_by = cases::print(c);
    }
  }

  Loaded fail(const std::string& why) {
    const std::lock_guard lock(mutex_);
    problem_ = "a mutant can't be loaded: " + why;
    return nullptr;
  }

  /// The case with the mutant in the kernel's place.
  std::unique_ptr<Experiment> experiment(const Original& original, const Loaded& code,
                                         machine::Observer* observer) const {
    auto e = original.experiment->on(code, experiment_options(observer));
    return e ? std::move(*e) : nullptr;
  }

  /// Every case that reaches the mutant, under every schedule that did not notice it yet.
  void run_cases(MatrixRow& row, const Loaded& code) const {
    for (const Original& original : originals_) {
      run_case(row, code, original);
      if (cancelled() || (options_.first_only && row.killed())) return;
      if (std::ranges::none_of(row.killed_by, &std::string::empty)) return;
    }
  }

  void run_case(MatrixRow& row, const Loaded& code, const Original& original) const {
    if (!original.reaches(row.mutant)) return;
    Patience patience(kPatience * original.most_instructions);
    const auto e = experiment(original, code, &patience);
    if (e == nullptr) return;
    for (const std::size_t s : order_) {
      if (cancelled()) return;
      if (!row.killed_by[s].empty()) continue;
      row.ran[s] = true;
      patience.begin();
      row.killed_by[s] = noticed(e->run(options_.schedules[s], Poison::first), original);
      if (row.killed_by[s].empty() && patience.lost())
        row.killed_by[s] = findings::name(findings::FindingKind::step_limit);
      if (options_.first_only && row.killed()) return;
    }
  }

  const MatrixOptions& options_;
  std::vector<std::size_t> order_;  ///< indices of schedules: `latest`, which notices most, comes first
  laws::CodeCache cache_;
  KillMatrix matrix_;
  std::vector<Original> originals_;
  std::vector<std::byte> file_;
  bool single_wave_ = true;
  std::vector<lint::KernelReport> linted_;  ///< the original, by kernel
  std::vector<CodeMutant> unreached_;       ///< the mutants that only lint looks at
  std::atomic<std::size_t> done_{0}, unreached_linted_{0};
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

}  // namespace lockstep::wait_mutation
