// Who used which bytes of device memory last, operation by operation, and which of them nothing orders.
//
// Two operations race on a byte if one of them writes it, not both are atomic, and neither is known to have
// ended when the other may begin: no stream, event, graph or host call orders them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emulator/observe/footprint.hpp"

namespace lockstep::runtime {

/// A vector clock: of each queue (a stream, or a node of a launched graph) how many of its operations are
/// known to have ended.
class Clock {
 public:
  void join(const Clock& other) {
    for (const auto& [queue, count] : other.counts_) counts_[queue] = std::max(counts_[queue], count);
  }
  void set(std::uint32_t queue, std::uint64_t count) { counts_[queue] = count; }
  std::uint64_t of(std::uint32_t queue) const {
    const auto found = counts_.find(queue);
    return found == counts_.end() ? 0 : found->second;
  }
  void clear() { counts_.clear(); }

 private:
  std::map<std::uint32_t, std::uint64_t> counts_;
};

/// Addresses that an operation uses; each list ascending.
struct Accesses {
  std::vector<observe::Footprint::Range> reads, writes, atomics, atomic_loads;
};

Accesses accesses_of(const observe::Footprint& footprint);

/// An operation that was put into a queue.
struct Party {
  std::uint32_t queue = 0;
  std::uint64_t count = 0;                  ///< its number in the queue, from 1
  std::shared_ptr<const std::string> what;  ///< its name in messages
};

class AccessHistory {
 public:
  struct Race {
    Party other;
    observe::Footprint::Range bytes;  ///< the first of them
    bool writes = false, other_writes = false;
  };

  /// Adds an operation that knows of `clock`; the first race with each earlier one.
  std::vector<Race> add(const Clock& clock, const Party& party, const Accesses& accesses);
  /// Everything that is known has ended, and comes before whatever follows.
  void clear() { cells_.clear(); }
  /// Forgets the uses of bytes that are no longer anybody's.
  void forget(std::uint64_t first, std::uint64_t end);

 private:
  using Use = observe::Footprint::Use;
  struct Cell {
    std::uint64_t end = 0;
    std::array<std::vector<Party>, observe::Footprint::kUses> parties{};  ///< [use]
  };
  void add(const Clock& clock, const Party& party, observe::Footprint::Range range, Use use,
           std::vector<Race>& races);
  /// Splits the cell, if any, that `address` is inside of.
  void split(std::uint64_t address);

  std::map<std::uint64_t, Cell> cells_;  ///< [first byte]
};

}  // namespace lockstep::runtime
