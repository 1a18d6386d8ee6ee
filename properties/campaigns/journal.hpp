// A journal that is being written: a line for each finished case, whole in the file before the case counts.
//
// A line is one write to the file, so that whoever kills the process leaves at most one torn line. Once a
// second, and before the run ends, what was written is flushed to the disk: a machine that loses its power
// loses the last second, and a run that goes on does those cases again.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "properties/campaigns/entry.hpp"
#include "properties/campaigns/journal_lines.hpp"
#include "properties/laws/evaluate.hpp"

namespace lockstep::campaigns {

/// What of a case's coverage its line in a journal says: what no line of a case with a lower number says
/// already.
///
/// Cases end in any order. Where all lines up to some case are merged, and those of later cases left out,
/// nothing that those cases reached is missing.
class FirstReached {
 public:
  /// What line `index` has to say; its code is none where that is nothing.
  observe::Coverage news(std::uint64_t index, const laws::CaseResult& result) const;
  /// The line of case `index` says `said`.
  void note(std::uint64_t index, const cases::Case& c, observe::Coverage said);

 private:
  /// [fact]: the lowest number of a case whose line says it.
  std::map<std::string, std::vector<std::uint64_t>> first_;  ///< key: the code object
};

class Journal {
 public:
  using Opened = tl::expected<std::unique_ptr<Journal>, std::string>;

  /// Fails where there is such a file.
  static Opened begin(const std::string& path, const Header& header);
  /// Reads what there is and goes on behind it, without the torn line at its end if there is one. Fails where
  /// the words or the shard are others, by their names, and where another process writes the journal.
  static Opened go_on(const std::string& path, const Header& header, laws::CodeCache& cache);

  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// What the journal had when it was opened; nothing of case `index`: nullptr.
  const Entry* find(std::uint64_t index) const;
  const Smallest* find_smallest(std::uint64_t index, std::string_view law) const;
  std::size_t found() const { return entries_.size(); }
  std::vector<std::uint64_t> found_indices() const;  ///< ascending
  bool was_torn() const { return torn_; }

  /// Each line says all that its case reached, not only what no case before it did.
  void keep_whole_coverage() { whole_coverage_ = true; }

  // Thread-safe. False: the line could not be written, and nothing is any more.
  bool add(const Entry& entry);
  bool add(const Smallest& smallest);
  /// The run came to its end; waits for the disk.
  bool end();
  /// Waits for the disk.
  bool flush();

  /// Writes nothing any more, for this reason.
  void refuse(const std::string& why);
  /// "PATH: No space left on device"; empty: all was written.
  std::string problem() const;

 private:
  Journal(std::string path, int file) : path_(std::move(path)), file_(file) {}
  tl::expected<void, std::string> read(const Header& header, laws::CodeCache& cache);
  bool write(const std::string& line);
  bool fail(int error);

  std::string path_;
  int file_;
  bool whole_coverage_ = false, torn_ = false;
  std::map<std::uint64_t, Entry> entries_;
  std::map<std::pair<std::uint64_t, std::string>, Smallest> smallest_;
  mutable std::mutex mutex_;
  FirstReached reached_;
  std::uint64_t length_ = 0;  ///< bytes of whole lines
  std::chrono::steady_clock::time_point flushed_;
  std::string problem_;
};

}  // namespace lockstep::campaigns
