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

namespace lockstep::campaigns {

class SharedCases {
 public:
  /// Those below `cases` that `done`, which may be shorter, does not have. Fails where memory can't be shared.
  static tl::expected<std::unique_ptr<SharedCases>, std::string> of(std::uint64_t cases, std::vector<bool> done);

  ~SharedCases();
  SharedCases(const SharedCases&) = delete;
  SharedCases& operator=(const SharedCases&) = delete;

  // From any thread of this process, and of those that were forked since.

  /// The lowest that nobody has taken; nothing where none is left.
  std::optional<std::uint64_t> take();
  /// Those behind `index` are taken by nobody any more.
  void end_with(std::uint64_t index);

 private:
  struct Shared {
    std::atomic<std::uint64_t> next = 0, end;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);  // else it would be of one process

  SharedCases(Shared* shared, std::vector<bool> done) : shared_(shared), done_(std::move(done)) {}

  Shared* const shared_;
  const std::vector<bool> done_;
};

}  // namespace lockstep::campaigns
