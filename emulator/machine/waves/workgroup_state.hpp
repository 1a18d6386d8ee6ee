// What the waves of a dispatch share, and the state of a workgroup and of a cluster.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/findings/finding.hpp"
#include "emulator/isa/wait_state_mode.hpp"
#include "emulator/machine/memory/lds.hpp"
#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/pending.hpp"
#include "emulator/machine/waves/prepared.hpp"

namespace lockstep::machine {

using findings::Finding, findings::FindingKind, findings::Severity;

/// What all waves of a dispatch share; constant while it runs, except for memory.
struct Environment {
  const PreparedProgram* program = nullptr;
  Memory* memory = nullptr;
  const matrix::Model* model = nullptr;
  Schedule schedule;
  std::uint64_t poison = 0;           ///< seed of what undefined registers and LDS read as
  bool checks = true;                 ///< record findings that do not stop the kernel
  int accum_offset = 0;               ///< unified register of a0
  std::uint32_t entry = 0;            ///< index of the first instruction
  std::uint64_t traced_address = 0;   ///< device address whose last writer is recorded; 0: none
  const void* wait_states = nullptr;  ///< the dispatch's WaitStatePlan
  isa::WaitStateMode wait_state_mode = isa::WaitStateMode::evidence;
  bool any_nans = false;  ///< matrix instructions give NaNs of several codes
  Observer* observer = nullptr;
  bool loads_are_read = false;                   ///< whether the observer's reads_loaded() is true
  std::uint64_t page_limit = ~std::uint64_t{0};  ///< pages of memory, touched in all
  const std::atomic<bool>* cancel = nullptr;
  const std::function<void(Memory&)>* host = nullptr;  ///< hears interrupts; nullptr: nobody does

  bool is_past_page_limit() const { return memory->page_touches() > page_limit; }
  bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
};

/// Who wrote the traced byte last.
struct Writer {
  std::array<std::uint32_t, 3> workgroup{};
  int wave = -1;
  int lane = -1;
  std::string instruction;
};

/// The numbers of split barriers: the workgroup's -1, the cluster's -3, named ones 1 to 16.
inline constexpr int kWorkgroupBarrier = -1, kClusterBarrier = -3, kNamedBarriers = 16;

/// The state of a named barrier since it was initialised.
struct NamedBarrier {
  std::uint32_t members = 0;  ///< signals that complete it; 0: it is not initialised
  std::uint32_t signals = 0;  ///< signals in this phase
  std::uint64_t phases = 0;   ///< completed phases
};

/// A request for bytes that the workgroups of a mask make, each for itself.
struct MulticastRequest {
  std::uint64_t address = 0;
  std::uint32_t workgroups = 0;  ///< one bit each, by rank in the cluster
  auto operator<=>(const MulticastRequest&) const = default;
};
/// How often a multicast request was made, and by which wave and instruction first.
struct Requested {
  std::uint64_t times = 0;
  std::uint32_t instruction = 0;
  int wave = 0;
};

/// Workgroups that run at the same time and share a barrier.
struct Cluster {
  std::array<std::uint32_t, 3> size{1, 1, 1};  ///< in workgroups
  std::array<std::uint32_t, 3> id{};
  std::vector<Workgroup*> members;  ///< by rank, x first; nullptr: the workgroup has not begun
  std::uint64_t phases = 0;         ///< completed phases of the cluster's barrier
  std::uint32_t total() const { return size[0] * size[1] * size[2]; }
};

/// The state that the waves of a workgroup share, and its findings.
struct Workgroup {
  const Environment* environment = nullptr;
  std::array<std::uint32_t, 3> id{};
  Lds lds;
  PendingPool pool;
  std::vector<Finding> findings;        ///< one per kind and instruction
  std::optional<Finding> stop;          ///< why the kernel cannot continue
  std::vector<std::uint64_t> executed;  ///< [instruction] times a wave executed it
  std::vector<std::uint64_t> jumped;    ///< [instruction] times a wave executed it and jumped
  Writer writer;
  InstructionPlans plans;                                             ///< plans of the instructions executed
  std::map<std::uint64_t, std::unique_ptr<InstructionCopy>> indexed;  ///< by instruction and M0
  /// gfx1250, [instruction]: copies for the banks that MODE selected.
  std::vector<std::vector<std::unique_ptr<InstructionCopy>>> banked;
  std::vector<Wave*> waves;  ///< all of them
  /// How often every wave has signalled a split barrier.
  std::uint64_t barrier_phases = 0;
  std::array<NamedBarrier, kNamedBarriers + 1> named;
  Cluster* cluster = nullptr;  ///< nullptr: the kernel has none
  std::uint32_t rank = 0;      ///< rank in the cluster
  std::uint64_t cluster_signals = 0;
  bool over = false;  ///< all of its waves have ended
  /// How often its waves changed what others may be waiting for, other workgroups among them: memory. Never
  /// reset.
  std::uint64_t changes = 0;
  std::uint64_t own_changes = 0;  ///< the same of what its own waves alone can see: LDS, a barrier
  /// A store to memory of what is there already is no change: a wave has come back to an earlier state.
  bool compares_stores = false;
  std::map<MulticastRequest, Requested> requests;  ///< the multicast requests it made
};

}  // namespace lockstep::machine
