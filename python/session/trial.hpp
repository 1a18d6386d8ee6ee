// A campaign of one operator over something callable: the loop of `fuzz` (properties/fuzzing), with the same
// draws, laws, shrinking and reports.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "properties/laws/evaluate.hpp"
#include "properties/laws/on_callable.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::session {

struct TrialSettings {
  std::string kernel;               ///< whose operator: KERNEL, or KERNEL@ARCH
  std::uint64_t seed = 0;           ///< what cases are drawn by
  std::string model;                ///< the matrix model of law `bits`; empty: any of the arch's
  std::string order;                ///< "any", "declared" or a name of `lockstep list orders`
  std::vector<std::string> laws{};  ///< empty: those that fuzz checks, but for the law of repeated launches
  bool exact_grid_only = false;     ///< only data of which every order has the same sum
  std::vector<std::pair<std::string, std::string>>
      fixed{};  ///< keys of a case with the only text that is meant
};

/// What is judged, and what its calls said beside their replies.
struct Called {
  const laws::Callable* callable = nullptr;  ///< nullptr: the kernel itself, on the emulator
  std::atomic<bool> interrupted = false;
  bool lost = false;  ///< what it ran on answers nothing more in this process
};

/// What the cases of a campaign came to.
struct TrialEnd {
  using Counts =
      std::vector<std::pair<std::string, std::uint64_t>>;  ///< law -> cases, sorted by when laws first spoke
  std::uint64_t cases = 0, rejected = 0;
  Counts held, not_applicable;
  std::string inconclusive;  ///< the first case without a verdict, and why; empty: every case has one
  struct Failure {
    cases::Case smallest;
    std::string law;
    std::string found;  ///< how, as reports say it
    bool trapped = false, is_of_corpus = false;
  };
  std::optional<Failure> failure;  ///< the first falsified case, made small
};

class Trial {
 public:
  /// Errors say which word is unknown, and what there is.
  static tl::expected<std::unique_ptr<Trial>, std::string> open(const TrialSettings& settings);

  /// Case number `index`, the same for every process and in any order.
  cases::Case draw(std::uint64_t index) const;
  /// A case from its line, which must be of this operator, under the trial's order.
  tl::expected<cases::Case, std::string> read(const std::string& line) const;
  /// Cases of the corpus in a folder, then `count` that are drawn, until one fails or has no verdict.
  tl::expected<TrialEnd, std::string> run(std::uint64_t count, const std::string& folder, int shrink_tries,
                                          Called& called);
  /// `callable`: nullptr judges the kernel itself, on the emulator. `all`: also the laws that are due of one
  /// case in many.
  laws::CaseResult evaluate(const cases::Case& c, const laws::Callable* callable, bool all);
  /// How a case of the operator may be put together.
  const problems::Operator& op() const;
  /// Whether the case has the keys that are fixed. Shrinking and laws that compare two problems make others,
  /// too, which a callable is not given.
  bool is_meant(const cases::Case& c) const;
  /// Why the case can't be run, where its line can be read; empty: it can.
  std::string refusal(const cases::Case& c) const;
  /// A page on the cases that were evaluated, and on one that fails, if there is one. `report`: its lines.
  struct Shown {
    std::string name, verdict, line, law, report, again;
  };
  std::string page(const Shown& shown, const laws::Callable* callable);
  /// The command's lines. `again`: how the case is repeated.
  std::string report(const cases::Case& smallest, std::string_view law, const laws::Callable* callable,
                     const std::string& progress, const std::string& again);

 private:
  explicit Trial(const TrialSettings& settings) : settings_(settings) {}
  std::vector<const laws::Law*> laws_of(const cases::Case& c, bool all) const;
  cases::Case ordered(cases::Case c) const;
  tl::expected<cases::Case, std::string> with_fixed(const cases::Case& c) const;
  std::optional<cases::Case> draw_meant(std::uint64_t& index, std::uint64_t end) const;
  tl::expected<std::vector<cases::Case>, std::string> corpus(const std::string& folder) const;
  laws::Experiment::Options options_with(const laws::Callable* callable) const;

  TrialSettings settings_;
  problems::Space space_;
  std::vector<const laws::Law*> laws_;
  std::vector<std::pair<std::string, std::string>> keys_;  ///< keys that the order settles
  laws::CodeCache cache_;
  std::vector<laws::CaseResult> results_;  ///< what evaluate() gave, without coverage
};

/// Saves a failing case where fuzz looks for it: the file's path, or what went wrong.
tl::expected<std::string, std::string> save_case(const std::string& folder, const cases::Case& c,
                                                 std::string_view law);

}  // namespace lockstep::session
