// Findings that many machines share: a folder that each of them writes to.
//
//   DIR/findings.json          says that it is such a folder
//   DIR/ID/KIND-RANDOM.json    an event of a finding
//
// Nobody changes a file that another wrote, and no file has the name of another: no lock is needed, which a
// folder that machines share by NFS need not have, and writers at the same time lose nothing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "properties/campaigns/known_finding.hpp"

namespace lockstep::campaigns {

class FindingStore {
 public:
  /// Opens a folder of findings. Fails where it is none.
  static tl::expected<FindingStore, std::string> open(const std::string& folder);
  /// Opens a folder of findings, and begins one where it is absent or empty.
  static tl::expected<FindingStore, std::string> open_or_begin(const std::string& folder);

  struct Contents {
    std::vector<std::pair<std::string, KnownFinding>> findings;  ///< sorted by ID, which comes first
    std::vector<std::string> damaged;  ///< a sentence for each file or folder that could not be read
  };
  /// What can be read of the folder. Fails where the folder itself can't be.
  tl::expected<Contents, std::string> read() const;

  /// Adds an event, numbered past all that the finding has, and removes what it supersedes. Gives what the
  /// finding was before; nothing: it is new.
  tl::expected<std::optional<KnownFinding>, std::string> note(FindingEvent event) const;

  const std::string& folder() const { return folder_; }

 private:
  explicit FindingStore(std::string folder) : folder_(std::move(folder)) {}
  std::vector<Filed> events_of(const std::string& id, std::vector<std::string>& damaged) const;

  std::string folder_;
};

}  // namespace lockstep::campaigns
