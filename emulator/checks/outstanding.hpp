// The memory operations of a wave that no wait has covered yet, as the program's waits alone say: when the
// machine completes them plays no part.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/register_uses.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::checks {

// gfx1250's copies between memory and LDS, of a wave, that no wait has covered yet, as the program's waits
// alone say: which bytes of LDS they fill or read. And its LDS operations, where copies come behind them.

/// What one instruction copies between memory and LDS, outstanding.
class OutstandingCopy {
 public:
  const machine::PreparedInstruction* prepared = nullptr;
  isa::Counter counter = isa::Counter::async;
  bool fills = false;   ///< LDS, else it reads there
  bool closed = false;  ///< nothing is added to it any more
  int weight = 0;

  void add(const machine::Pending& lanes);
  /// Bytes of LDS, from `begin` on.
  void add(std::uint32_t begin, std::uint32_t bytes);
  bool meets(std::uint64_t at, std::uint64_t bytes) const;
  /// False: the copy meets nothing within these bytes.
  bool is_near(std::uint64_t begin, std::uint64_t end) const { return begin < end_ && end > first_; }

 private:
  struct Range {
    std::uint32_t begin = 0, end = 0;
  };
  mutable std::vector<Range> ranges_;
  mutable bool sorted_ = true;
  std::uint32_t first_ = ~0u, end_ = 0;
};

class OutstandingCopies {
 public:
  /// The pieces of a tensor copy come one after the other, of which the last has a weight.
  void push(const machine::Pending& copy);
  void push_lds_operation(const machine::Pending& operation);
  void wait_for(isa::Counter counter, int allowed);
  bool none() const { return all_.empty(); }
  /// A copy, not the piece's own, that an access of these bytes comes too early for: a read of what is
  /// filled, or a write. nullptr: none.
  const OutstandingCopy* meets(std::uint64_t at, std::uint64_t bytes, bool writes) const;
  /// False: meets() finds nothing within these bytes.
  bool any_near(std::uint64_t begin, std::uint64_t end) const;

 private:
  std::deque<OutstandingCopy> all_;  ///< oldest first
};

/// One operation. Registers of vectors in unified numbering.
struct OutstandingOperation {
  const machine::PreparedInstruction* prepared = nullptr;
  std::uint64_t lanes = 0;
  std::uint16_t first = 0, count = 0;  ///< registers it fills whole; none: count is 0
  bool scalar = false;                 ///< they are scalar registers
  bool out_of_order = false;
  std::uint8_t weight = 1;
  std::uint8_t lds_bytes = 0;  ///< bytes that each of `lanes` of a copy into LDS fills; 0: no such copy
  std::uint64_t lds_base = 0;  ///< where those bytes begin, lane after lane
  std::uint32_t in_lds = 0;    ///< its number among the operations on LDS (LdsInFlight); 0: it has none
  std::uint8_t row = 0;        ///< operations of different rows overtake each other
  std::uint64_t number = 0;    ///< Pending::number
  std::uint64_t issued = 0;    ///< weight of the ordered operations of its counter and row up to it

  bool fills(bool scalars, int register_, int registers) const {
    return scalar == scalars && register_ < first + count && first < register_ + registers;
  }
  bool fills_lds(std::uint64_t address, std::uint64_t bytes) const;
  /// Whether it may fill a byte of [from, end).
  bool fills_lds_of(std::uint64_t from, std::uint64_t end) const {
    return lds_bytes != 0 && from < lds_base + std::uint64_t{isa::kMaxLanes} * lds_bytes && lds_base < end;
  }
};

/// The operations of one counter, oldest first, that may still be on their way. An ordered one is done once
/// fewer than those behind it are outstanding; an unordered one, which any other may overtake, once fewer
/// than itself are.
class OutstandingQueue {
 public:
  /// False where an unordered operation of the same instruction is there already: it stands for both.
  bool push(OutstandingOperation operation);
  /// Takes out those that are done once the counter is at most `allowed`, and calls visit(operation) for
  /// each, which is no longer in all() then.
  template <typename Visit>
  void take_done(int allowed, Visit visit) {
    if (unordered_ != 0 || rows_ > 1) return take_done_of_any(allowed, visit);
    while (first_ < queue_.size() && is_done(queue_[first_], allowed)) visit(queue_[first_++]);
    forget_taken();
  }
  /// What a wait would have to allow to cover an operation.
  int allowed_for(const OutstandingOperation& operation) const {
    if (unordered_ != 0 || operation.out_of_order) return 0;
    return int(issued_[operation.row] - operation.issued);
  }
  std::span<const OutstandingOperation> all() const { return std::span(queue_).subspan(first_); }

 private:
  bool is_done(const OutstandingOperation& operation, int allowed) const {
    const std::uint64_t younger = operation.out_of_order ? 0 : issued_[operation.row] - operation.issued;
    return std::int64_t(younger + operation.weight) > allowed;
  }
  void take_done_of_any(int allowed, const std::function<void(const OutstandingOperation&)>& visit);
  void forget_taken() {
    constexpr std::size_t kMostTaken = 256;
    if (first_ == queue_.size()) {
      queue_.clear();
      first_ = 0;
    }
    if (first_ < kMostTaken) return;
    queue_.erase(queue_.begin(), queue_.begin() + std::ptrdiff_t(first_));
    first_ = 0;
  }

  std::array<std::uint64_t, 2> issued_{};  // [row] weight of all ordered operations so far
  int rows_ = 1;                           // how many rows there are
  std::size_t unordered_ = 0;              // unordered operations in the queue
  // What stands before first_ is taken: nearly always the oldest is
  std::vector<OutstandingOperation> queue_;
  std::size_t first_ = 0;
};

/// The operations of a wave that may still be on their way, by counter.
class Outstanding {
 public:
  using Counter = isa::Counter;

  /// `limit`: of the counter, which holds the wave back when it is full.
  void push(Counter counter, const OutstandingOperation& operation, int limit);
  void wait_for(Counter counter, int allowed);
  bool none() const { return count_ == 0; }
  /// Whether one of them is a copy into LDS.
  bool fills_lds() const { return copies_ != 0; }
  /// Whether one of them fills one of these registers.
  bool fills(const isa::Footprint& used, int accum_offset) const {
    return filling_ != 0 && used.meets(vectors_, scalars_, accum_offset);
  }
  bool fills(const isa::UnifiedSet& vectors, const std::array<std::uint64_t, 2>& scalars) const {
    if (filling_ == 0) return false;
    std::uint64_t met = (scalars[0] & scalars_[0]) | (scalars[1] & scalars_[1]);
    for (std::size_t i = 0; i < vectors.size(); ++i) met |= vectors[i] & vectors_[i];
    return met != 0;
  }
  /// Numbers of operations on LDS that a wait has covered, or a full counter, since they were last taken.
  std::vector<std::uint32_t> take_covered_in_lds() { return std::exchange(covered_in_lds_, {}); }
  bool covered_in_lds() const { return !covered_in_lds_.empty(); }
  const OutstandingQueue& of(Counter counter) const { return queues_[std::size_t(counter)]; }

 private:
  OutstandingQueue& queue(Counter counter) { return queues_[std::size_t(counter)]; }
  std::span<std::uint64_t> set_of(const OutstandingOperation& operation);
  void mark(const OutstandingOperation& operation);
  void unmark(const OutstandingOperation& operation);

  std::array<OutstandingQueue, isa::kCounters.size()> queues_;
  // Registers that some operation fills, one bit each; vectors in unified numbering.
  isa::UnifiedSet vectors_{};
  std::array<std::uint64_t, 2> scalars_{};
  int count_ = 0;        // operations
  int filling_ = 0;      // operations that fill registers
  int copies_ = 0;       // operations that fill LDS
  bool shared_ = false;  // two of them may fill the same
  std::vector<std::uint32_t> covered_in_lds_;
};

}  // namespace lockstep::checks
