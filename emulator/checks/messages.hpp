// What waves of a workgroup tell each other through places of LDS, or of memory: by an atomic in LDS, or a
// store that another wave waits for.
//
// A wave tells what it has done *and waited for* before, and all that it knows: it is a release. Whoever
// reads that by an atomic that returns, or by a load in a loop that waits, knows it once it has waited for
// what it read: an acquire. An atomic passes on what the place told before. So messages order accesses to
// LDS and to memory, as a barrier does. Source: LLVM AMDGPUUsage, memory models of gfx942 and gfx12,
// workgroup scope: release is a wait for all that is outstanding and then the LDS operation, acquire the LDS
// operation and a wait for it; operations of a workgroup on LDS have one order. Who tells something through
// memory stores it at one address. Atomics there, and loads and stores of device scope, tell more than a
// workgroup (MemoryOrder).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "emulator/checks/lds_order.hpp"
#include "emulator/checks/memory_order.hpp"
#include "emulator/checks/polls.hpp"

namespace lockstep::checks {

class Messages {
 public:
  /// `waits` is told of waits before this, the two orders of operations behind it.
  Messages(const Polls& polls, RegisterWaits& waits, LdsOrder& lds, MemoryOrder& memory)
      : polls_(polls), waits_(waits), lds_(lds), memory_(memory) {}
  void workgroup_begins(const machine::Workgroup& group);
  void issues(const machine::Wave& wave, const machine::Pending& pending);
  void performs(const machine::Wave& wave, const machine::Pending& pending);
  /// The wave learns what it was told by operations that waits have covered by now.
  void take_over(const machine::Wave& wave);

 private:
  struct Message {
    LdsOrder::Clocks lds;
    Knowledge memory;
  };
  using Shared = std::shared_ptr<const Message>;
  /// An operation that read a message, and is not waited for.
  struct Awaited {
    isa::Counter counter;
    std::uint32_t number;
    Shared message;
  };
  struct WaveState {
    std::map<std::uint64_t, Shared> under_way;  ///< [Pending::number] what operations will tell
    std::vector<Awaited> awaited;
    Shared last;  ///< what it read last: a wave that waits reads the same again
  };

  WaveState& state(const machine::Wave& wave) { return states_[std::size_t(wave.id)]; }
  template <typename Visit>
  void each_place(const machine::Pending& pending, Visit visit);
  bool tells(const machine::Pending& pending) const;
  void overwrite(const machine::Pending& pending);
  bool learns(const machine::Pending& pending) const;
  Shared join(const Shared& a, const Shared& b);

  const Polls& polls_;
  RegisterWaits& waits_;
  LdsOrder& lds_;
  MemoryOrder& memory_;
  bool any_ = false;               ///< whether waves of the workgroup may tell each other something
  std::vector<WaveState> states_;  ///< [wave]
  std::vector<Shared> places_;     ///< [dword of LDS] what it tells
  std::unordered_map<std::uint64_t, Shared> in_memory_;  ///< [dword of memory]
};

}  // namespace lockstep::checks
