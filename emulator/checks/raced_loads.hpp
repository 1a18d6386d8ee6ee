// Loads that another access races with, and whether what they read reaches anything.
//
// Kernels load what they throw away: the last turn of a software pipeline, threads that have no element of
// their own and load another's. A race over such a value changes nothing. So a launch in which loads race
// is run again with these values undefined, and what is undefined is followed as always: into addresses,
// branches, EXEC and what is stored. Where it reaches nothing under the launch's schedule, the earliest and
// the latest are asked as well: another racing access may overwrite the value before it shows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::checks {

// Device memory as it was before a launch wrote to it.

class MemoryBefore {
 public:
  /// Keeps so many pages at most.
  explicit MemoryBefore(const machine::Memory& memory, std::size_t most = ~std::size_t{0})
      : memory_(memory), most_(most) {}
  /// Keeps what the operation may change; each thread calls it before it performs one.
  void keep(const machine::Pending& pending);
  /// False: so much was written that some of it was not kept.
  bool is_whole() const { return whole_; }
  /// Memory holds what was kept.
  void restore();
  /// Runs a launch again on memory as it was before, which keeps what it overwrites here, too. Memory then
  /// holds what it holds now.
  machine::Outcome run_again(const std::function<machine::Outcome()>& run);

 private:
  struct Place {
    machine::Allocation* owner;
    std::uint64_t index;  ///< a page's
    auto operator<=>(const Place&) const = default;
  };
  using Pages = std::map<Place, std::unique_ptr<machine::Page>>;

  static void write(const Pages& pages);
  void keep(std::uint64_t first, std::uint64_t end);

  const machine::Memory& memory_;
  const std::size_t most_;
  std::mutex mutex_;
  Pages pages_;
  std::uint64_t last_first_ = 0, last_end_ = 0;  ///< addresses of the page that was kept last
  bool whole_ = true;
};

/// The loads of a launch that raced, gathered from all of the host's threads.
class RacedLoads {
 public:
  /// A load, the same in each run of the launch.
  struct Load {
    std::array<std::uint32_t, 3> workgroup{};
    std::uint8_t wave = 0;
    std::uint32_t number = 0;  ///< Pending::number
    auto operator<=>(const Load&) const = default;
  };
  /// Two instructions of the program, as a finding names them.
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  /// Addresses, of device memory or of LDS.
  struct Bytes {
    std::uint64_t first = 0, end = 0;
  };
  static constexpr std::uint64_t kUnknown = 0;  ///< the number of no load: its pair is not dead
  static constexpr std::size_t kMostLoads = std::size_t{1} << 20;  ///< past so many no race is dead
  using Loads = std::map<Load, std::vector<Bytes>>;

  void add(Pair pair, const Load& load, Bytes bytes);
  /// A load from LDS, of which all lanes count.
  void add_from_lds(Pair pair, const machine::Wave& wave, std::uint64_t number);
  bool contains(const Pair& pair) const { return pairs_.contains(pair); }
  /// The pairs whose loads reach nothing, by runs of the launch with settings as those of the `first`, and
  /// under schedule `also` and others; memory is what the first run left.
  std::set<Pair> dead(const machine::LoadedCode& code, const code_object::Kernel& kernel,
                      const machine::Launch& launch, machine::Memory& memory,
                      const machine::Settings& settings, const machine::Outcome& first,
                      const machine::Schedule& also, MemoryBefore& before) const;

 private:
  std::mutex mutex_;
  std::map<Pair, Loads> pairs_;
  std::size_t count_ = 0;
};

}  // namespace lockstep::checks
