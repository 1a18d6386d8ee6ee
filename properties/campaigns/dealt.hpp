// Which cases of a run are those of one process, in ascending order: those of its shard, or those that it takes from the
// cases that processes share.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "properties/campaigns/shard.hpp"
#include "properties/campaigns/shared_cases.hpp"

namespace lockstep::campaigns {

class Dealt {
 public:
  explicit Dealt(Shard shard) : shard_(shard) {}
  /// `own`: those that this process had done when it was interrupted, ascending, none of which is shared any more.
  Dealt(SharedCases& shared, std::vector<std::uint64_t> own) : shared_(&shared), own_(std::move(own)) {}

  /// The number, in the whole run, of this process's case `ordinal`; both count from 0. Nothing: no more are left. From any thread.
  std::optional<std::uint64_t> index(std::uint64_t ordinal);
  /// Cases behind this one need not be run, by whoever shares them.
  void end_with(std::uint64_t index);

 private:
  std::optional<std::uint64_t> next();

  Shard shard_;
  SharedCases* shared_ = nullptr;
  std::vector<std::uint64_t> own_;
  std::size_t own_used_ = 0;
  std::optional<std::uint64_t> taken_;  ///< and not given yet, since some of its own come before it
  std::vector<std::uint64_t> given_;
  std::mutex mutex_;
};

}  // namespace lockstep::campaigns
