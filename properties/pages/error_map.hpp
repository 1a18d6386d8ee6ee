// Where an output is wrong, and by how much: its map and its histogram.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "properties/pages/page.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::pages {

/// Who stored which bytes of device memory last: what a map of an output says of its elements.
class StoreLog final : public machine::Observer {
 public:
  /// Remembers the first `most` stores.
  explicit StoreLog(std::size_t most = std::size_t{1} << 20) : most_(most) {}

  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

  /// Who wrote the byte at an address; nullptr: nobody, as far as is known.
  const machine::Writer* find(std::uint64_t address) const;

 private:
  struct Store {
    std::uint64_t bytes;
    machine::Writer by;
  };
  std::size_t most_;
  std::map<std::uint64_t, Store> stores_;  ///< key: address of the first byte
};

/// Steps of the format between two numbers, whatever their signs; nothing where one of them is none.
std::optional<std::uint64_t> steps_between(const formats::Format& format, std::uint32_t want,
                                           std::uint32_t got);

struct Compared {
  const operators::Output& output;
  const operators::Tiling& tiling;
  const std::vector<std::uint32_t>& want;
  const std::vector<std::uint32_t>& got;
};

/// At most kMostCells to a side. `log`: who stored the output; nullptr: nobody knows. `base`: its address
/// there.
ErrorMap error_map(const Compared& c, const StoreLog* log, std::uint64_t base);
Histogram histogram(const Compared& c);

inline constexpr std::int64_t kMostCells = 128;

}  // namespace lockstep::pages
