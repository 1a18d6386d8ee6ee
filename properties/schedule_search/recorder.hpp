// What each wave of a run did, instruction by instruction, condensed so that two runs can be compared: which
// instruction, and a hash of what it wrote, stored or loaded.
#pragma once

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include "emulator/isa/dataflow.hpp"
#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::schedule_search {

/// A workgroup of a run; `launch` counts how often its number came before.
struct Location {
  std::uint32_t launch = 0;
  std::array<std::uint32_t, 3> workgroup{};
  auto operator<=>(const Location&) const = default;
};

struct Step {
  std::uint32_t instruction = 0;  ///< index into the program
  std::uint32_t outstanding = 0;  ///< + 1: an operation still to fill a register that this one reads; 0: none
  std::uint64_t hash = 0;
};

/// Who wrote a byte last.
struct MemoryWriter {
  Location location;
  int wave = -1;
  std::uint32_t instruction = 0;
  bool operator==(const MemoryWriter&) const = default;
};

/// What one load found, dword by dword of each lane.
struct LoadedDword {
  int lane = 0;
  std::uint64_t address = 0;
  std::uint32_t value = 0, undefined = 0;
  MemoryWriter writer;
};

class Recorder final : public machine::Observer {
 public:
  /// Condenses every wave to a digest.
  Recorder() = default;
  /// Keeps every step of the waves of one workgroup.
  explicit Recorder(const Location& location) : location_(location), keeps_(true) {}
  /// Keeps, besides, what the load at this step of this wave finds.
  Recorder(const Location& location, int wave, std::size_t step)
      : location_(location), keeps_(true), load_wave_(wave), load_step_(step) {}

  /// By wave.
  const std::map<Location, std::vector<std::uint64_t>>& digests() const { return digests_; }
  const std::vector<std::vector<Step>>& steps() const { return steps_; }
  const std::vector<LoadedDword>& loaded() const { return loaded_; }

  machine::Interest interest(const machine::Wave&) override { return machine::Interest::both; }
  void workgroup_begins(const machine::Workgroup& group) override;
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  bool executed(machine::Wave& wave, const machine::PreparedInstruction& prepared,
                machine::Step step) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  struct WaveState {
    std::uint64_t issued = 0;  ///< hash of what the running instruction issued
    std::uint32_t outstanding = 0;
    std::size_t steps = 0;
  };
  WaveState& state(const machine::Wave& wave);
  const std::vector<isa::RegisterAccess>& accesses(const machine::Wave& wave,
                                                   const machine::PreparedInstruction& prepared);
  void note(const machine::Wave& wave, std::size_t step, std::uint64_t hash);
  void note_writes(const machine::Wave& wave, const machine::Pending& pending);
  bool is_wanted(const machine::Wave& wave, const machine::Pending& pending) const;
  void note_writers(const machine::Pending& pending);
  void note_values(const machine::Pending& pending);

  Location location_, running_;
  bool keeps_ = false;
  int load_wave_ = -1;
  std::size_t load_step_ = 0;
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> begun_;
  std::map<Location, std::vector<std::uint64_t>> digests_;
  std::vector<WaveState> waves_;
  std::vector<std::vector<Step>> steps_;
  std::vector<LoadedDword> loaded_;
  std::unordered_map<const machine::Pending*, std::size_t> step_of_;
  std::unordered_map<std::uint64_t, MemoryWriter> memory_writers_, lds_writers_;  ///< by dword
  std::map<std::uint32_t, std::vector<isa::RegisterAccess>> accesses_;
};

}  // namespace lockstep::schedule_search
