// The state of one wave, and of the workgroup it belongs to, as instructions see it.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/findings/finding.hpp"
#include "emulator/isa/counters.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/isa/wait_state_mode.hpp"
#include "emulator/machine/memory/lds.hpp"
#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/machine/waves/fragments.hpp"
#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/pending.hpp"
#include "emulator/machine/waves/registers.hpp"

namespace lockstep::machine {

using findings::Finding, findings::FindingKind, findings::Severity;
struct Wave;
struct PreparedInstruction;
class WaitStatePlan;
struct RecentProducers;
struct DensePlan;
struct MatrixPlan;
struct TilePlan;
struct FastVector;

/// What an instruction does to the flow of its wave.
enum class Step : std::uint8_t { next, jumped, barrier, ended, stopped };
using Execute = Step (*)(Wave&, const PreparedInstruction&);

/// A decoded instruction with the function that executes it.
struct PreparedInstruction {
  Execute execute = nullptr;
  const isa::Instruction* instruction = nullptr;
  std::uint32_t index = 0;
  bool banked = false;               ///< its vector registers depend on the banks in MODE
  const FastVector* fast = nullptr;  ///< what fast_executor() needs
};

/// Constants of vector instructions: all lanes of each value that a program names, at a stable address as
/// long as this lives.
class Constants {
 public:
  const std::uint32_t* lanes(std::uint32_t value);

 private:
  std::map<std::uint32_t, std::unique_ptr<Lanes>> kept_;
};

/// A program ready to run: decoded, each instruction prepared, placed at an address.
struct PreparedProgram {
  const isa::Program* decoded = nullptr;
  std::vector<PreparedInstruction> instructions;
  std::shared_ptr<const std::vector<FastVector>> fast;
  std::shared_ptr<Constants> constants;  ///< used by `fast`
  std::uint64_t load_bias = 0;           ///< device address minus code object address
};

/// What all waves of a dispatch share; constant while it runs, except for memory.
struct Environment {
  const PreparedProgram* program = nullptr;
  Memory* memory = nullptr;
  const matrix::Model* model = nullptr;
  Schedule schedule;
  std::uint64_t poison = 0;                    ///< seed of what undefined registers and LDS read as
  bool checks = true;                          ///< record findings that do not stop the kernel
  int accum_offset = 0;                        ///< unified register of a0
  std::uint32_t entry = 0;                     ///< index of the first instruction
  std::uint64_t traced_address = 0;            ///< device address whose last writer is recorded; 0: none
  const WaitStatePlan* wait_states = nullptr;  ///< pairs of instructions that may come too close together
  isa::WaitStateMode wait_state_mode = isa::WaitStateMode::evidence;
  Observer* observer = nullptr;
  bool loads_are_read = false;  ///< whether the observer's reads_loaded() is true
  const std::atomic<bool>* cancel = nullptr;

  bool cancelled() const { return cancel != nullptr && cancel->load(std::memory_order_relaxed); }
};

/// Who wrote the traced byte last.
struct Writer {
  std::array<std::uint32_t, 3> workgroup{};
  int wave = -1;
  int lane = -1;
  std::string instruction;
};

/// A copy of an instruction with registers that an index moved, prepared.
struct IndexedInstruction {
  isa::Instruction instruction;
  PreparedInstruction prepared;
};

/// A copy of an instruction with vector registers in the banks that MODE selects, prepared.
struct BankedInstruction {
  std::uint32_t banks = 0;
  isa::Instruction instruction;
  PreparedInstruction prepared;
  std::shared_ptr<const FastVector> fast;
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
  std::vector<std::shared_ptr<const MatrixPlan>> matrix_plans;           ///< [instruction], of those executed
  std::vector<std::shared_ptr<const DensePlan>> dense_plans;             ///< [instruction], of those executed
  std::vector<std::shared_ptr<const TilePlan>> tile_plans;               ///< [instruction], of those executed
  std::map<std::uint64_t, std::unique_ptr<IndexedInstruction>> indexed;  ///< by instruction and M0
  /// [instruction]: copies for the banks that MODE selected.
  std::vector<std::vector<std::unique_ptr<BankedInstruction>>> banked;
  Constants constants;       ///< used by `banked`
  std::vector<Wave*> waves;  ///< all of them
  /// How often every wave has signalled a split barrier.
  std::uint64_t barrier_phases = 0;
  std::array<NamedBarrier, kNamedBarriers + 1> named;
  Cluster* cluster = nullptr;  ///< nullptr: the kernel has none
  std::uint32_t rank = 0;      ///< rank in the cluster
  std::uint64_t cluster_signals = 0;
  bool over = false;                               ///< all of its waves have ended
  std::map<MulticastRequest, Requested> requests;  ///< the multicast requests it made
};

struct Wave {
  Workgroup* group = nullptr;
  int id = 0;
  std::uint32_t pc = 0;  ///< index of the next instruction
  VectorRegisters vector;
  Fragments fragments;  ///< fragments of matrix operands in `vector`
  ScalarRegisters scalar;
  bool scc = false, scc_undefined = true;
  std::uint32_t mode = 0;
  PendingQueue vm{isa::Counter::vm}, lgkm{isa::Counter::lgkm};
  const arch::Arch* arch = nullptr;  ///< set_arch()
  PendingQueue stores{isa::Counter::store}, scalars{isa::Counter::km}, asyncs{isa::Counter::async},
      tensors{isa::Counter::tensor};
  std::uint64_t issued = 0;         ///< number of operations issued so far
  std::uint32_t mode_set_at = ~0u;  ///< index of the s_setreg_imm32_b32 that wrote MODE last
  /// Split barriers of the workgroup that the wave signalled, and passed.
  std::uint64_t barrier_signals = 0, barrier_waits = 0;
  std::uint64_t cluster_waits = 0;
  int joined = 0;  ///< the named barrier that it joined
  /// Phases of the joined barrier that the wave has passed, or that were complete before it joined.
  std::uint64_t named_waits = 0;
  int waits_at = 0;  ///< number of the barrier at which it waits
  Pace pace;
  /// The allocation that an operation of all lanes found last, which the next one tries first.
  Allocation* last_owner = nullptr;
  std::vector<std::uint8_t> scratch, scratch_undefined;
  std::uint32_t scratch_bytes = 0;  ///< bytes per lane
  enum class Status : std::uint8_t { running, at_barrier, ended } status = Status::running;
  std::uint64_t steps = 0;
  std::uint64_t extra_slots = 0;            ///< wait states beyond one per step: s_nop, taken branches
  std::shared_ptr<RecentProducers> recent;  ///< nullptr: no producer was executed (wait_states.hpp)
  std::vector<std::uint32_t> barriers;      ///< indices of the s_barrier instructions it passed, in order
  /// Whole turns since the last barrier, in which the wave reached neither a barrier nor its end.
  std::uint64_t turns = 0;

  /// Wait states since the wave began.
  std::uint64_t slots() const { return steps + extra_slots; }
  const Environment& environment() const { return *group->environment; }

  std::array<PendingQueue*, isa::kCounters.size()> queues() {
    return {&vm, &lgkm, &stores, &scalars, &asyncs, &tensors};
  }
  PendingQueue& queue(isa::Counter counter) { return *queues()[std::size_t(counter)]; }
  const PendingQueue& queue(isa::Counter counter) const { return const_cast<Wave*>(this)->queue(counter); }
  void set_arch(const arch::Arch& of) {
    arch = &of;
    for (PendingQueue* const queue : queues()) queue->set_limit(isa::most_outstanding(queue->counter(), of));
  }
  bool has(arch::Feature feature) const { return arch->has(feature); }

  isa::WaveWidth width() const { return width_; }
  /// The lanes that exist.
  std::uint64_t every_lane() const { return every_lane_; }
  void set_width(isa::WaveWidth width) {
    width_ = width;
    every_lane_ = isa::every_lane(width);
  }

  std::uint64_t exec() const { return lane_mask(isa::scalar::kExec).value; }
  /// A mask with one bit per lane, from scalar register `r` on: two registers, or one in a wave32.
  Scalar lane_mask(int r) const {
    const Scalar pair = scalar.read64(r);
    return {pair.value & every_lane_, pair.undefined & every_lane_};
  }
  void write_lane_mask(int r, Scalar lanes) {
    if (width_ == isa::WaveWidth::lanes64)
      scalar.write64(r, lanes);
    else
      scalar.write32(r, lanes);
  }
  /// Whether scalar register `r` is EXEC or a part of it. A wave32 has EXEC_LO only.
  bool is_exec(int r) const {
    return r >= isa::scalar::kExec && r < isa::scalar::kExec + isa::mask_registers(width_);
  }
  /// spread(mask), kept until another mask is asked for.
  const Lanes& lanes_of(std::uint64_t mask) {
    if (mask != spread_of_) {
      spread_of_ = mask;
      spread_ = spread(mask);
    }
    return spread_;
  }
  const Lanes& exec_lanes() { return lanes_of(exec()); }

  /// Records a finding once per kind and instruction; the wave goes on.
  void report(FindingKind kind, const PreparedInstruction& prepared, int lane, std::string text,
              Severity severity, std::string_view rule, const isa::Instruction& other);
  void report(FindingKind kind, const PreparedInstruction& prepared, int lane, std::string text,
              Severity severity = Severity::wrong);
  /// Records why the wave can't go on.
  Step stop(FindingKind kind, const PreparedInstruction& prepared, int lane, std::string text);

 private:
  void keep(Finding&& finding);
  Finding finding(FindingKind kind, const PreparedInstruction& prepared, int lane, std::string text) const;
  isa::WaveWidth width_ = isa::WaveWidth::lanes64;
  std::uint64_t every_lane_ = isa::every_lane(isa::WaveWidth::lanes64);
  std::uint64_t spread_of_ = 0;
  Lanes spread_{};
};

/// Unified register number of a vector or accumulator operand; -1 when it is neither, or when one of its
/// registers lies beyond the allocation.
inline int unified_register(const Wave& wave, const isa::Operand& operand) {
  using Kind = isa::Operand::Kind;
  if (operand.kind != Kind::vector && operand.kind != Kind::accumulator) return -1;
  return wave.vector.files().unified(operand.kind == Kind::accumulator, operand.index, operand.count);
}

/// Reads a scalar operand (register, special value or constant) as `type`.
Scalar read_scalar(const Wave& wave, const isa::Operand& operand, isa::Type type);
/// Writes a scalar operand; false when it is not a register that can be written.
bool write_scalar(Wave& wave, const isa::Operand& operand, int dwords, Scalar value);

/// Reads a scalar operand that is a mask with one bit per lane: two registers, or one in a wave32.
Scalar read_lane_mask(const Wave& wave, const isa::Operand& operand);
bool write_lane_mask(Wave& wave, const isa::Operand& operand, Scalar lanes);

/// Stops the wave: the emulator has no semantics for the instruction, or could not read it.
Step execute_unsupported(Wave&, const PreparedInstruction&);

/// Whether the wave may pass a split barrier, given by its number; any positive one means the one that the
/// wave joined.
bool may_pass(const Wave& wave, int barrier);

/// Completes a split barrier's phase if every wave that still runs has signalled it. True: waves may pass
/// now.
bool complete_barrier(Workgroup& group);

// ---- asynchrony (async.cpp) -------------------------------------------------------------------------------

/// Issues an operation on a counter: it completes at once under `earliest`, otherwise it is queued, and older
/// ones retire if the counter is full.
void issue(Wave&, PendingQueue&, std::unique_ptr<Pending>);
/// Retires operations until at most `allowed` are outstanding.
void wait_for(Wave&, PendingQueue&, int allowed);
/// Retires all operations of the wave.
void wait_for_all(Wave&);
/// Under `random`: lets some operations make progress. `draw` is a fresh random number.
void progress(Wave&, std::uint64_t draw);

}  // namespace lockstep::machine
