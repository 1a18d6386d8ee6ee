// Journals of many runs as one: of each campaign what the run without shards would have said.
//
// Journals are told apart by their words, with the version and the digests of the objects among them, and
// only those that are alike are counted together; a run of fewer cases is the beginning of one of more. Each
// case counts once, whoever ran it. Lines are read one after another and not kept: what is held is a byte for
// each case, and what the account has.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "properties/campaigns/account.hpp"

namespace lockstep::campaigns {

/// The verdict of each case so far.
class Verdicts {
 public:
  enum class Noted : std::uint8_t { first, again, otherwise };
  Noted note(std::uint64_t index, verdict::Verdict verdict);
  /// How many cases below `end` have a verdict.
  std::uint64_t count_below(std::uint64_t end) const;

 private:
  static constexpr std::size_t kPage = 1 << 16;
  std::map<std::uint64_t, std::vector<std::uint8_t>> pages_;  ///< 0, or 1 + the verdict
};

struct MergedCampaign {
  Account account;
  /// The cases that were dealt, by the number of those before them and the number of shards.
  struct Dealt {
    std::uint64_t after, of;
    auto operator<=>(const Dealt&) const = default;
  };
  /// -> the shards that came to their end.
  std::map<Dealt, std::set<std::uint64_t>> ended;
  std::uint64_t missing = 0;                       ///< cases that the words ask for and no journal has
  std::vector<Shard> unfinished;                   ///< shards that are absent or did not come to their end
  std::uint64_t again = 0;                         ///< cases that several journals have
  std::uint64_t beyond = 0, beyond_falsified = 0;  ///< cases behind the last failure that is allowed

  bool is_complete() const { return missing == 0 && unfinished.empty(); }
};

struct MergeOptions {
  std::string version;  ///< this program's: journals of others are refused
  bool all = false;     ///< merges, too, cases behind the last failure that the words allow
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(std::size_t files)> progress = [](std::size_t) {};
};

/// Fails with the file and what is wrong with it. In the order of the words' text.
tl::expected<std::vector<MergedCampaign>, std::string> merge(const std::vector<std::string>& paths,
                                                             laws::CodeCache& cache,
                                                             const MergeOptions& options);

}  // namespace lockstep::campaigns
