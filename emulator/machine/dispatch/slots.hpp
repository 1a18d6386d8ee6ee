// The slots in which workgroups of a dispatch run, one after the other: some for each host thread, with an
// observer each.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "emulator/machine/dispatch/contributions.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"

namespace lockstep::machine {

struct Slot {
  Environment environment;
  std::optional<WorkgroupRunner> runner;  ///< made by its thread when there is a workgroup to run
  std::uint64_t g = 0;                    ///< the workgroup that runs here
  std::uint64_t before = 0;               ///< the runner's count of instructions when that workgroup began
  bool is_free = true;
  /// The count of changes at which all of its waves waited; nothing: they did not.
  std::optional<std::uint64_t> waits_at{};
  Contributions contributions;

  /// How often its workgroups changed what others may wait for.
  std::uint64_t changes() { return runner->state().changes; }
};

class Slots {
 public:
  Slots(const Environment& environment, const Settings& settings)
      : environment_(environment), settings_(settings) {}

  /// Makes `each` slots for each thread, once. Returns how many there are: fewer where what watches knows one
  /// thread only, which is then alone.
  std::uint64_t begin(std::uint64_t each);
  int threads() const { return int(slots_.size()); }
  /// Whether the observer of the thread wants no more workgroups.
  bool finished(int thread) const;
  /// `count` slots of the thread without a workgroup; fewer: what watches can see no more at a time.
  std::vector<Slot*> free(int thread, std::uint64_t count);

  template <typename Visit>
  void each(Visit visit) {
    for (auto& of_thread : slots_)
      for (auto& slot : of_thread) visit(*slot);
  }

 private:
  std::unique_ptr<Slot> make(bool first) const;

  const Environment& environment_;
  const Settings& settings_;
  std::vector<std::vector<std::unique_ptr<Slot>>> slots_;  ///< [thread]
};

}  // namespace lockstep::machine
