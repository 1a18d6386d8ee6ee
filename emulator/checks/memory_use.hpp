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
  /// One cell for sixteen bytes, until a part of them is used alone: then one for each of their dwords, and
  /// of a dword in the same way one for each byte.
  class Page {
   public:
    /// Calls visit(byte, cell) for the cells of the page's bytes [first, end): `byte` is the first of those
    /// that the cell stands for.
    template <typename Visit>
    void for_each_cell(std::uint64_t first, std::uint64_t end, Visit visit) {
      for_each_cell<16>(first, end, visit, wholes_, split_wholes_);
    }

   private:
    template <std::size_t kBytes>
    using Cells = std::array<Cell, kPageBytes / kBytes>;

    template <std::size_t kBytes, typename Visit, typename Split>
    void for_each_cell(std::uint64_t first, std::uint64_t end, Visit& visit, Cells<kBytes>& cells,
                       Split& split) {
      for (std::uint64_t unit = first / kBytes, at = first; at < end; ++unit) {
        const std::uint64_t stop = std::min(end, (unit + 1) * kBytes);
        if (stop - at == kBytes && !split[unit]) {
          visit(at, cells[unit]);
        } else if constexpr (kBytes == 16) {
          part<4>(cells, split, unit, dwords_);
          for_each_cell<4>(at, stop, visit, *dwords_, split_dwords_);
        } else {
          part<1>(cells, split, unit, bytes_);
          for (std::uint64_t b = at; b < stop; ++b) visit(b, (*bytes_)[b]);
        }
        at = stop;
      }
    }

    // Each of the smaller cells begins as the larger one was.
    template <std::size_t kSmaller, std::size_t kCount, typename Split>
    static void part(const std::array<Cell, kCount>& cells, Split& split, std::uint64_t unit,
                     std::unique_ptr<Cells<kSmaller>>& smaller) {
      if (split[unit]) return;
      split[unit] = true;
      if (smaller == nullptr) smaller = std::make_unique<Cells<kSmaller>>();
      constexpr std::size_t kParts = kPageBytes / kSmaller / kCount;
      for (std::size_t i = 0; i < kParts; ++i) (*smaller)[kParts * unit + i] = cells[unit];
    }

    Cells<16> wholes_;
    std::bitset<kPageBytes / 16> split_wholes_;
    std::unique_ptr<Cells<4>> dwords_;
    std::bitset<kPageBytes / 4> split_dwords_;
    std::unique_ptr<Cells<1>> bytes_;
  };

  /// Numbers workgroups as they begin, from 1.
  std::uint32_t next_workgroup();
  /// To be called, and the page used, under lock().
  Page& page(std::uint64_t address);
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_number_ = 0;
  Page* last_ = nullptr;
  std::uint32_t workgroups_ = 0;
};

}  // namespace lockstep::checks
