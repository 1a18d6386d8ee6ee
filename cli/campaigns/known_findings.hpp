// What `--findings DIR` does: the cases of findings that are known are run before all others, and what a run
// finds is noted.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "properties/campaigns/account.hpp"
#include "properties/campaigns/finding_store.hpp"
#include "properties/laws/evaluate.hpp"

namespace lockstep::cli {

/// A finding whose case was run again.
struct Replayed {
  enum class Outcome : std::uint8_t { still_there, gone, not_run };
  std::string id;
  campaigns::KnownFinding finding;  ///< the finding as it was before
  Outcome outcome = Outcome::not_run;
  std::string why;       ///< not_run
  bool trapped = false;  ///< still_there

  /// Whether the finding is there, and nobody accepted it.
  bool fails() const { return outcome == Outcome::still_there && finding.reason.empty(); }
};

class KnownFindings {
 public:
  /// Begins the folder where there is none; fails where not all of it can be read.
  static tl::expected<KnownFindings, std::string> open(const std::string& folder);

  /// What cases are run with. `takes`: whether a case is one of this run; `build`: what runs in place of a
  /// file that has the same name; empty: nothing does.
  struct How {
    std::function<bool(const cases::Case&)> takes;
    std::string build;
    laws::Experiment::Options options;
    laws::CodeCache* cache = nullptr;
    int jobs = 1;
    const std::atomic<bool>* cancel = nullptr;
  };
  /// Runs the smallest case of each under its law, and notes what came of it. An error is one of the folder.
  tl::expected<void, std::string> replay(const How& how);
  const std::vector<Replayed>& replayed() const { return replayed_; }

  /// Notes each cause of a campaign. Gives a line for standard error; fails where something can't be noted.
  tl::expected<std::string, std::string> note(const campaigns::Account& account) const;

 private:
  explicit KnownFindings(campaigns::FindingStore store) : store_(std::move(store)) {}
  tl::expected<void, std::string> note(const Replayed& replayed, const cases::Case& c,
                                       const laws::CaseResult& result) const;

  campaigns::Subject subject_of(const campaigns::FindingEvent& seen) const;

  campaigns::FindingStore store_;
  std::vector<std::pair<std::string, campaigns::KnownFinding>> known_;
  std::vector<Replayed> replayed_;
};

/// Whole lines; empty where none was run.
std::string replayed_text(const std::vector<Replayed>& replayed);
nlohmann::json replayed_json(const std::vector<Replayed>& replayed);
/// The exit code for all that were run: one that fails decides, then one that could not be run.
int code_of(const std::vector<Replayed>& replayed);

/// `text` on one line, without what a terminal takes for more than text: others write to the folder.
std::string on_a_line(std::string_view text);

}  // namespace lockstep::cli
