// Launches that have been judged, kept so that the same one need not run again.
//
// Nothing else decides what a launch comes to than its code, geometry and arguments and the bytes that it
// reads before it writes them, under whichever schedules. One that finds all of these as an earlier launch
// did leaves the bytes that the earlier one left, undefined where they were, and is judged as that one was.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "emulator/machine/memory/memory.hpp"
#include "emulator/observe/footprint.hpp"
#include "emulator/runtime/access_history.hpp"
#include "emulator/runtime/kernel_launch.hpp"

namespace lockstep::runtime {

/// What tells a launch from others but the contents of memory.
struct LaunchKey {
  LaunchKey(const KernelLaunch& launch, bool is_checked);

  const Module* module;  ///< which has addresses of its own
  const code_object::Kernel* kernel;
  std::array<std::uint32_t, 3> grid, block, cluster;
  std::uint32_t dynamic_lds;
  bool cooperative, checked;
  std::uint32_t stack;
  std::vector<std::uint8_t> arguments, undefined;  ///< of the segment

  auto operator<=>(const LaunchKey&) const = default;
};

class KeptLaunches {
 public:
  using Range = observe::Footprint::Range;

  /// Keeps so many bytes at most: where there would be more, all are forgotten first.
  explicit KeptLaunches(std::uint64_t most = std::uint64_t{256} << 20) : most_(most) {}

  /// Keeps the last launch of its key. `found`: bytes that it read before it wrote them, under any of its
  /// schedules.
  void keep(const LaunchKey& key, Accesses used, std::vector<Range> found, const machine::Memory& before,
            const machine::Memory& after);
  /// Does to memory what the launch would do, and answers what it uses; nullptr: it has to run.
  const Accesses* repeat(const LaunchKey& key, machine::Memory& memory) const;
  void forget_all() { kept_.clear(), bytes_ = 0; }

 private:
  struct Kept {
    Accesses used;
    std::vector<Range> found;
    std::uint64_t digest = 0;  ///< of what it found, and whose bytes it used
    std::vector<std::uint8_t> written,
        undefined;  ///< what it left, in the order of `used`; no `undefined`: none is
  };
  static std::optional<std::uint64_t> digest_of(const LaunchKey& key, const Kept& kept,
                                                const machine::Memory& memory);
  static std::uint64_t bytes_of(const LaunchKey& key, const Kept& kept);

  std::uint64_t most_, bytes_ = 0;
  std::map<LaunchKey, Kept> kept_;
};

}  // namespace lockstep::runtime
