// The cases of a run that several processes have yet to do: each takes the next when it has finished one, so that none waits
// for another, whatever cases take.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "host/shared_memory.hpp"

namespace lockstep::campaigns {

class SharedCases {
 public:
  /// Those below `cases` that `done`, which may be shorter, does not have. Fails where memory can't be shared.
  static tl::expected<std::unique_ptr<SharedCases>, std::string> of(std::uint64_t cases,
                                                                    std::vector<bool> done);

  // From any thread of this process, and of those that were forked since.

  /// The lowest that nobody has taken; nothing where none is left.
  std::optional<std::uint64_t> take();
  /// Nobody can take one any more.
  bool all_taken() const { return shared_->next >= shared_->end; }
  /// Those behind `index` are taken by nobody any more.
  void end_with(std::uint64_t index);

 private:
  struct Shared {
    std::atomic<std::uint64_t> next = 0, end;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);  // else it would be of one process

  SharedCases(host::SharedMemory memory, std::uint64_t cases, std::vector<bool> done);

  const host::SharedMemory memory_;
  Shared* const shared_;
  const std::vector<bool> done_;
};

}  // namespace lockstep::campaigns
