// Which bytes of device memory a launch reads and writes, atomically or not.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::observe {

// The bytes of device memory that an operation uses, those of lanes side by side together.

inline bool uses_device_memory(const machine::Pending& p) {
  return p.perform != nullptr && p.space != isa::Memory::Space::lds && p.space != isa::Memory::Space::scratch;
}

/// Bytes of a lane: what is wider is no atomic load or store.
inline constexpr std::uint8_t kWidestAtomic = 8;

/// Whether the instruction itself goes past the caches that not all workgroups share.
bool reaches_device(const machine::Pending& pending);
/// An atomic, or a load or store of device scope: how compilers spell atomic loads and stores.
bool synchronises(const machine::Pending& pending);

/// Calls use(first, end) for bytes in memory that kernels may write.
template <typename Use>
void for_each_run(const machine::Pending& p, const Use& use) {
  constexpr std::uint64_t kDword = 4;
  std::uint64_t first = 0, end = 0;
  const auto add = [&](const machine::Allocation* owner, std::uint64_t at, std::uint64_t bytes) {
    if (owner == nullptr || !owner->writable()) return;
    if (at != end && first != end) use(first, end);
    if (at != end) first = at;
    end = at + bytes;
  };
  const auto add_lane = [&](std::size_t l) {
    const std::uint8_t in_range = p.in_range(l);
    if (in_range == p.all_dwords()) return add(p.owners.of(l), p.address[l], p.memory->bytes);
    for (std::size_t d = 0; in_range >> d != 0; ++d)
      if ((in_range >> d & 1) != 0) add(p.owners.of(l), p.address[l] + kDword * d, kDword);
  };
  if (isa::is_scalar(p.space)) {
    // Loads narrower than a dword read no more than they say.
    const std::uint64_t bytes = std::min<std::uint64_t>(p.memory->bytes, kDword);
    for (std::size_t d = 0; d < std::size_t(p.dwords); ++d)
      add(p.owners.of(d), p.address[0] + kDword * d, bytes);
  } else {
    for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
      if ((p.lanes >> l & 1) != 0) add_lane(l);
  }
  if (first != end) use(first, end);
}

class Footprint final : public machine::Observer {
 public:
  /// found: used, other than by plain stores, before the launch wrote it: what was there matters.
  enum class Use : std::uint8_t { read, write, atomic_load, atomic, found };
  static constexpr std::size_t kUses = 5;
  static constexpr bool writes(Use use) { return use == Use::write || use == Use::atomic; }
  static constexpr bool is_atomic(Use use) { return use == Use::atomic_load || use == Use::atomic; }
  /// Addresses [first, end).
  struct Range {
    std::uint64_t first = 0, end = 0;
  };

  machine::Observer* of_thread() override { return this; }
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  bool reads_loaded() const override { return false; }
  /// Adds addresses in the order of their use.
  void add(Use use, std::uint64_t first, std::uint64_t end);
  void clear();
  /// The ranges of addresses, ascending, as few as there can be.
  std::vector<Range> ranges(Use use) const;

 private:
  static constexpr std::uint64_t kPageBytes = 4096;
  using Bits = std::array<std::uint64_t, kPageBytes / 64>;  ///< one bit for each byte of a page
  struct Page {
    std::array<Bits, kUses> used{};
    std::uint64_t& word(Use use, std::uint64_t address) {
      return used[std::size_t(use)][address % kPageBytes / 64];
    }
  };

  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<Page>> pages_;  ///< [number of the page]
  std::uint64_t last_number_ = 0;
  Page* last_ = nullptr;
};

}  // namespace lockstep::observe
