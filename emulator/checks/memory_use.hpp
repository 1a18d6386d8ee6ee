// Who used which bytes of device memory last: what the observers of all threads of a launch share.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/checks/releases.hpp"
#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/workgroup_state.hpp"

namespace lockstep::checks {

class MemoryUse {
 public:
  struct Access {
    std::uint32_t group = 0;   ///< workgroups by number, from 1; 0: nobody
    std::uint32_t number = 0;  ///< Pending::number
    std::uint32_t instruction = 0;
    std::uint8_t wave = 0;
    isa::Counter counter = isa::Counter::vm;  ///< says when the operation is over
    bool atomic = false;
    bool reaches_device = false;  ///< the instruction itself goes past caches that not all workgroups share

    bool is_of(const Access& other) const { return group == other.group && wave == other.wave; }
  };
  /// An atomic, and its mark (Releases::mark): who read the location since then was told of it.
  struct Message : Access {
    ReleaseId mark = 0;
  };
  /// The last write; atomics since then, which nothing need order: the last, and the last before it by
  /// another wave; the last store since then of what was there; and of reads the last, the last before it by
  /// another wave of its workgroup, and the last by another workgroup.
  struct Cell {
    Access write, repeated, read, other_wave, other_group;
    Message atomic, other_atomic;
    ReleaseId told = 0;    ///< what whoever reads it at device scope is told
    bool several = false;  ///< waves have used it
    bool plain = false;    ///< used by other than atomics
    bool written = false;

    /// Whether two waves have used it, one writing, one not by an atomic: the same in every run in which
    /// waves take the same way.
    bool note_use(const Access& mine, bool writes) {
      for (const Access* last : std::initializer_list<const Access*>{&write, &atomic, &repeated, &read})
        several |= last->group != 0 && !last->is_of(mine);
      plain |= !mine.atomic;
      written |= writes;
      return several && plain && written;
    }

    void note_atomic(const Message& mine) {
      if (!atomic.is_of(mine)) other_atomic = atomic;
      atomic = mine;
    }

    void note_write(const Access& mine) {
      write = mine;
      atomic = other_atomic = {};
      repeated = {};
    }

    void note_read(const Access& mine) {
      if (read.group != 0 && read.group != mine.group) {
        other_group = read;
        other_wave = {};
      } else if (read.wave != mine.wave) {
        other_wave = read;
      }
      read = mine;
    }
  };

  static constexpr std::uint64_t kPageBytes = 4096;

 private:
  /// Cells for kBytes each, and finer ones of those whose parts were used alone.
  template <std::size_t kBytes>
  class Cells {
   public:
    template <typename Visit>
    void for_each(std::uint64_t first, std::uint64_t end, Visit& visit) {
      for (std::uint64_t unit = first / kBytes, at = first; at < end; ++unit) {
        const std::uint64_t stop = std::min(end, (unit + 1) * kBytes);
        if (kBytes == 1 || (stop - at == kBytes && !split_[unit])) {
          visit(at, stop - at, cells_[unit]);
        } else if constexpr (kBytes > 1) {
          split(unit);
          finer_->for_each(at, stop, visit);
        }
        at = stop;
      }
    }
    void set(std::uint64_t unit, const Cell& cell) { cells_[unit] = cell; }

   private:
    static constexpr std::size_t kUnits = kPageBytes / kBytes, kFiner = kBytes > 1 ? 4 : 1;

    // Each of the finer cells begins as the coarser one was.
    void split(std::uint64_t unit) {
      if (split_[unit]) return;
      split_[unit] = true;
      if (finer_ == nullptr) finer_ = std::make_unique<Cells<kBytes / kFiner>>();
      for (std::size_t i = 0; i < kFiner; ++i) finer_->set(kFiner * unit + i, cells_[unit]);
    }

    std::array<Cell, kUnits> cells_;
    std::bitset<kUnits> split_;
    std::unique_ptr<Cells<kBytes / kFiner>> finer_;
  };

 public:
  /// One cell for 64 bytes, a row of a small tile, until a part of them is used alone: then one for each of
  /// their four parts, and of those in the same way, down to bytes.
  class Page {
   public:
    /// Calls visit(byte, count, cell) for the cells of the page's bytes [first, end): the cell stands for
    /// `count` of them, of which `byte` is the first.
    template <typename Visit>
    void for_each_cell(std::uint64_t first, std::uint64_t end, Visit visit) {
      cells_.for_each(first, end, visit);
    }

   private:
    Cells<64> cells_;
  };

  /// Numbers workgroups as they begin, from 1.
  std::uint32_t next_workgroup(const machine::Workgroup& group);
  /// To be called under lock(): the id of the workgroup of that number.
  const std::array<std::uint32_t, 3>& workgroup(std::uint32_t number) const {
    return workgroups_[number - 1];
  }
  /// The page of an address; to be called, and the page used, under lock().
  Page& page(std::uint64_t address) {
    const std::uint64_t number = address / kPageBytes;
    return number == last_number_ && last_ != nullptr ? *last_ : find_page(number);
  }
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
  /// The releases of the launch; to be called, and used, under lock().
  Releases& releases() { return releases_; }
  /// Whether waves have used each other's bytes, so that something has to order them; under lock().
  bool& is_shared() { return is_shared_; }
  /// Whether an atomic told a wave what another workgroup had left, as a counter of tiles does; under lock().
  bool& is_dealt() { return is_dealt_; }
  /// What the cluster of that id was told at a phase of its barrier.
  ReleaseId& cluster_told(const std::array<std::uint32_t, 3>& cluster, std::uint64_t phase) {
    return cluster_told_[{cluster, phase}];
  }

 private:
  Page& find_page(std::uint64_t number);

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_number_ = 0;
  Page* last_ = nullptr;
  std::vector<std::array<std::uint32_t, 3>> workgroups_;  ///< ids, in the order of their numbers
  Releases releases_;
  bool is_shared_ = false, is_dealt_ = false;
  std::map<std::pair<std::array<std::uint32_t, 3>, std::uint64_t>, ReleaseId> cluster_told_;
};

// Whether workgroups use each other's bytes of device memory, one of them writing: stored there what
// another loads, whichever comes first, atomically or not, changed or not. Without that no workgroup can
// tell on which thread another runs, nor when: several threads do what one does. With it the first
// operation that would meet another's bytes ends the dispatch before it touches them, so that no two
// threads ever touch a byte which one of them writes. What the workgroups wrote until then is undone, and
// one thread runs them all.

/// Thrown by an operation that would use another workgroup's bytes, and by all after it.
struct WorkgroupsShareMemory {};

/// What the threads of a dispatch know of each other's memory.
class SharedUse {
 public:
  std::uint32_t next_workgroup(const machine::Workgroup& group) { return use_.next_workgroup(group); }
  /// Notes a use of addresses [first, end); throws WorkgroupsShareMemory where it meets another
  /// workgroup's.
  void touch(std::uint32_t group, std::uint64_t first, std::uint64_t end, bool writes);

 private:
  MemoryUse use_;
  bool met_ = false;  ///< under the lock of use_
};

/// The observer of one thread. It comes before all observers that look into memory.
class Sharing final : public machine::Observer {
 public:
  /// `use` nullptr: nobody asks.
  explicit Sharing(SharedUse* use) : use_(use) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  SharedUse* use_;
  std::uint32_t group_ = 0;
};

}  // namespace lockstep::checks
