// Which cases of a run are those of one process: a shard of them, or those that it takes from the cases that
// processes of one machine share.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::campaigns {

/// One of N parts into which the cases of a seed are dealt.
///
/// Shard I of N has the cases with the numbers I - 1, I - 1 + N, I - 1 + 2 N, … of the run without shards, or
/// those numbers behind the first `after` cases. A case follows from the seed and its number alone, so that
/// the shards together have the cases of that run, each once.
///
/// Processes that share the cases of a run take them in turn instead: which are whose, the journals say.
struct Shard {
  std::uint64_t number = 1, of = 1;  ///< 1 <= number <= of
  std::uint64_t after = 0;           ///< cases of the run that are left out at its beginning
  bool in_turn = false;  ///< one process of several that share the cases, and have no shards of their own

  /// The number, in the whole run, of this shard's case `ordinal`; both count from 0.
  constexpr std::uint64_t index(std::uint64_t ordinal) const { return after + number - 1 + ordinal * of; }
  bool operator==(const Shard&) const = default;
};

/// Reads 3/64, or 3/64+1000: behind the first 1000 cases. Processes that share cases have no such text.
tl::expected<Shard, std::string> parse_shard(std::string_view text);
std::string text(const Shard& shard);

/// Memory that a process shares with those that it forks.
struct Unmap {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using SharedMemory = std::unique_ptr<std::byte[], Unmap>;

/// The cases of a run that several processes have yet to do: each takes the next when it has finished one, so
/// that none waits for another, whatever cases take.
class SharedCases {
 public:
  /// The cases below `cases` that `done`, which may be shorter, does not have. Fails where memory can't be
  /// shared.
  static tl::expected<std::unique_ptr<SharedCases>, std::string> of(std::uint64_t cases,
                                                                    std::vector<bool> done);

  // Thread-safe, and safe between this process and those that were forked since.

  /// The lowest case that nobody has taken; nothing where none is left.
  std::optional<std::uint64_t> take();
  /// Whether nobody can take a case any more.
  bool all_taken() const { return shared_->next >= shared_->end; }
  /// Cases behind `index` are taken by nobody any more.
  void end_with(std::uint64_t index);

 private:
  struct Shared {
    std::atomic<std::uint64_t> next = 0, end;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);  // else it would be of one process

  SharedCases(SharedMemory memory, std::uint64_t cases, std::vector<bool> done);

  const SharedMemory memory_;
  Shared* const shared_;
  const std::vector<bool> done_;
};

/// The processors of a machine that several processes share: as many of them work at a time as there are
/// processors, from their first case to their last, and the others stand by. More processes than processors
/// would have to share caches, too, and all of them would need memory. A process that ends, or that gets no
/// further, is relieved by one that stands by.
class SharedProcessors {
 public:
  /// Fails where memory can't be shared. `patience`: how long a process may be at one case until one that
  /// stands by works, too.
  static tl::expected<std::unique_ptr<SharedProcessors>, std::string> of(std::size_t count,
                                                                         std::chrono::milliseconds patience);

  /// What a process works on; it is given back at the end. From any one thread at a time.
  class Processor {
   public:
    /// `process`: its number, from 1.
    Processor(SharedProcessors& of, std::uint64_t process) : of_(of), process_(process) {}
    ~Processor();
    Processor(const Processor&) = delete;
    Processor& operator=(const Processor&) = delete;

    /// Waits until this process has one; to be called before each case. False: `in_vain` came true first.
    bool keep(const std::function<bool()>& in_vain);

   private:
    SharedProcessors& of_;
    const std::uint64_t process_;
    std::optional<std::size_t> slot_;
  };

  /// Frees the processor of a process that has ended, which may have been killed.
  void give_back(std::uint64_t process);

 private:
  struct Slot {
    std::atomic<std::uint64_t> process;  ///< number of the process that works on it; 0: none
    std::atomic<std::uint64_t> cases;    ///< how many cases were begun on it
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);  // else it would be of one process
  class Watch;

  SharedProcessors(SharedMemory memory, std::size_t count, std::chrono::milliseconds patience);

  const SharedMemory memory_;
  const std::span<Slot> slots_;
  const std::chrono::milliseconds patience_;
};

/// What one process shares with others.
struct Sharing {
  SharedCases& cases;
  SharedProcessors& processors;
  std::uint64_t process;            ///< its number, from 1
  const std::atomic<bool>& cancel;  ///< no more cases are wanted
};

/// The cases of one process, in ascending order.
class Dealt {
 public:
  explicit Dealt(Shard shard) : shard_(shard) {}
  /// `own`: those that this process had done when it was interrupted, ascending, none of which is shared any
  /// more.
  Dealt(Sharing sharing, std::vector<std::uint64_t> own)
      : sharing_(sharing),
        processor_(std::in_place, sharing.processors, sharing.process),
        own_(std::move(own)) {}

  /// The number, in the whole run, of this process's case `ordinal`; both count from 0. Nothing: no more are
  /// left. From any thread. No shared case is taken before this process has a processor to run it on.
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
  std::optional<std::uint64_t> taken_;  ///< taken and not given yet, since some of its own come before it
  std::vector<std::uint64_t> given_;
  std::mutex mutex_;
};

}  // namespace lockstep::campaigns
