// gfx1250's copies between memory and LDS, of a wave, that no wait has covered yet, as the program's waits
// alone say: which bytes of LDS they fill or read. And its LDS operations, where copies come behind them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "emulator/isa/counters.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::checks {

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

}  // namespace lockstep::checks
