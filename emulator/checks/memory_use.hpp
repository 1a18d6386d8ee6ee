// Who used which bytes of device memory last: what the observers of all threads of a launch share.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace lockstep::checks {

class MemoryUse {
 public:
  struct Access {
    std::uint32_t group = 0;            ///< workgroups by number, from 1; 0: nobody
    std::uint32_t first = 0, last = 0;  ///< epochs of the workgroup in which it may have happened
    std::uint32_t instruction = 0;
    std::uint8_t wave = 0;
    bool atomic = false;
    bool several_waves = false;   ///< reads: other waves of the workgroup read in the same epoch too
    bool several_groups = false;  ///< reads: other workgroups read, too
  };
  struct Cell {
    Access read, write;
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
          visit(at, cells_[unit]);
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
    /// Calls visit(byte, cell) for the cells of the page's bytes [first, end): `byte` is the first of those
    /// that the cell stands for.
    template <typename Visit>
    void for_each_cell(std::uint64_t first, std::uint64_t end, Visit visit) {
      cells_.for_each(first, end, visit);
    }

   private:
    Cells<64> cells_;
  };

  /// Numbers workgroups as they begin, from 1.
  std::uint32_t next_workgroup();
  /// To be called, and the page used, under lock().
  Page& page(std::uint64_t address) {
    const std::uint64_t number = address / kPageBytes;
    return number == last_number_ && last_ != nullptr ? *last_ : find_page(number);
  }
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

 private:
  Page& find_page(std::uint64_t number);

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_number_ = 0;
  Page* last_ = nullptr;
  std::uint32_t workgroups_ = 0;
};

}  // namespace lockstep::checks
