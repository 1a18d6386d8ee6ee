// Which cases of a run are those of one process, in ascending order: those of its shard, or those that it takes from the
// cases that processes share.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "properties/campaigns/shard.hpp"
#include "properties/campaigns/shared_cases.hpp"
#include "properties/campaigns/shared_processors.hpp"

namespace lockstep::campaigns {

/// Of one process with others.
struct Sharing {
  SharedCases& cases;
  SharedProcessors& processors;
  std::uint64_t process;            ///< its number, from 1
  const std::atomic<bool>& cancel;  ///< no more cases are wanted
};

class Dealt {
 public:
  explicit Dealt(Shard shard) : shard_(shard) {}
  /// `own`: those that this process had done when it was interrupted, ascending, none of which is shared any more.
  Dealt(Sharing sharing, std::vector<std::uint64_t> own)
      : sharing_(sharing),
        processor_(std::in_place, sharing.processors, sharing.process),
        own_(std::move(own)) {}

  /// The number, in the whole run, of this process's case `ordinal`; both count from 0. Nothing: no more are left. From any thread. Of
  /// cases that are shared none is taken before this process has a processor to run it on.
  std::optional<std::uint64_t> index(std::uint64_t ordinal);
  /// Cases behind this one need not be run, by whoever shares them.
  void end_with(std::uint64_t index);

 private:
  std::optional<std::uint64_t> next();
  std::optional<std::uint64_t> take();

  Shard shard_;
  std::optional<Sharing> sharing_;
  std::optional<SharedProcessors::Processor> processor_;
  std::vector<std::uint64_t> own_;
  std::size_t own_used_ = 0;
  std::optional<std::uint64_t> taken_;  ///< and not given yet, since some of its own come before it
  std::vector<std::uint64_t> given_;
  std::mutex mutex_;
};

}  // namespace lockstep::campaigns
