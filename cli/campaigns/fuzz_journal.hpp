// A fuzz run with a journal: it is begun or gone on with, and what it has is not run again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/cases/commands.hpp"
#include "properties/campaigns/journal.hpp"
#include "properties/campaigns/sharing.hpp"
#include "properties/fuzzing/case_loop.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::cli {

/// What is wrong with --shard, --journal and --resume, in a sentence; empty: nothing.
std::string journal_problem(const FuzzOptions& options);

/// What the journal that is gone on with was begun with; nothing where none is.
tl::expected<std::optional<campaigns::Header>, std::string> header_to_go_on_with(const FuzzOptions& options);

/// What decides the cases of a run and their verdicts. `device`: the GPU, as text; empty: the emulator.
tl::expected<campaigns::Words, std::string> words_of(const FuzzOptions& options, std::uint64_t seed,
                                                     const problems::Space& space, const std::string& flags,
                                                     const std::vector<cases::Case>& corpus,
                                                     const std::string& device);

/// Opens the journal; nullptr: the options name none.
campaigns::Journal::Opened open_journal(const FuzzOptions& options, const campaigns::Header& header,
                                        laws::CodeCache& cache);

/// From now on the loop takes results from the journal where that has them, and adds those that it comes to.
void record(fuzzing::CaseLoop& loop, campaigns::Journal& journal, campaigns::Dealt& dealt);

/// What the run ends with where the journal could not be written; empty: it was.
std::string complaint_of(const campaigns::Journal& journal);

// How many cases a journal has that another process is writing.

class GrowingJournal {
 public:
  explicit GrowingJournal(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  /// Reads what was written since it was asked last; 0 where there is no such file yet.
  std::uint64_t cases();

 private:
  std::string path_;
  std::uint64_t read_ = 0, lines_ = 0;
};

}  // namespace lockstep::cli
