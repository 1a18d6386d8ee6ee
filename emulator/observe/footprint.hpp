// Which bytes of device memory a launch reads, writes and updates atomically.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "emulator/machine/waves/observer.hpp"

namespace lockstep::observe {

class Footprint final : public machine::Observer {
 public:
  enum class Use : std::uint8_t { read, write, atomic };
  static constexpr std::size_t kUses = 3;
  /// Addresses [first, end).
  struct Range {
    std::uint64_t first = 0, end = 0;
  };

  machine::Observer* of_thread() override { return this; }
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  /// The ranges of addresses, ascending, as few as there can be.
  std::vector<Range> ranges(Use use) const;

 private:
  static constexpr std::uint64_t kPageBytes = 4096;
  using Bits = std::array<std::uint64_t, kPageBytes / 64>;  ///< one bit for each byte of a page
  struct Page {
    std::array<Bits, kUses> used{};
  };
  void add(Use use, std::uint64_t first, std::uint64_t end);

  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<Page>> pages_;  ///< [number of the page]
  std::uint64_t last_number_ = 0;
  Page* last_ = nullptr;
};

}  // namespace lockstep::observe
