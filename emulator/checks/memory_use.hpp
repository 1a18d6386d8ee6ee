// Who used which bytes of device memory last: what the observers of all threads of a launch share.
#pragma once

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
  /// One cell per dword, until a part of it is used alone: then one per byte.
  class Page {
   public:
    /// The cells of the bytes of a dword that `mask` names, one bit each: one cell for all four, or one each.
    template <typename Visit>
    void for_each_cell(std::uint64_t dword, unsigned mask, Visit visit) {
      if (mask == 0xF && !split_[dword]) return visit(dwords_[dword]);
      if (!split_[dword]) split(dword);
      for (std::uint64_t b = 0; b < 4; ++b)
        if ((mask >> b & 1) != 0) visit((*bytes_)[4 * dword + b]);
    }

   private:
    void split(std::uint64_t dword) {
      if (bytes_ == nullptr) bytes_ = std::make_unique<std::array<Cell, kPageBytes>>();
      for (std::uint64_t b = 0; b < 4; ++b) (*bytes_)[4 * dword + b] = dwords_[dword];
      split_[dword] = true;
    }

    std::array<Cell, kPageBytes / 4> dwords_;
    std::bitset<kPageBytes / 4> split_;
    std::unique_ptr<std::array<Cell, kPageBytes>> bytes_;
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
