// The state of one wave, and of the workgroup it belongs to, as instructions see it.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/isa/counters.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/isa/wait_state_mode.hpp"
#include "emulator/machine/memory/lds.hpp"
#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/schedule/pace.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "emulator/machine/waves/finding.hpp"
#include "emulator/machine/waves/fragments.hpp"
#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/pending.hpp"
#include "emulator/machine/waves/registers.hpp"

namespace lockstep::machine {

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
  bool banked = false;               ///< MODE's banks have a say: gfx1250, and it names vector registers
  const FastVector* fast = nullptr;  ///< what fast_executor() needs
};

/// What constants look like to vector instructions: all lanes of each value that a program names, in one place
/// as long as this lives.
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
  std::shared_ptr<Constants> constants;  ///< of `fast`
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
  bool loads_are_read = false;  ///< Observer::reads_loaded()
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

/// An instruction whose registers were moved by an index: the copy, prepared.
struct IndexedInstruction {
  isa::Instruction instruction;
  PreparedInstruction prepared;
};

/// An instruction whose vector registers lie in other banks than the first: the copy, prepared.
struct BankedInstruction {
  std::uint32_t banks = 0;
  isa::Instruction instruction;
  PreparedInstruction prepared;
  std::shared_ptr<const FastVector> fast;
};

/// Barriers in two that a number names: of the workgroup -1, of the cluster -3, others 1 to 16.
inline constexpr int kWorkgroupBarrier = -1, kClusterBarrier = -3, kNamedBarriers = 16;

/// A named barrier, since it was initialised.
struct NamedBarrier {
  std::uint32_t members = 0;  ///< signals that complete it; 0: it is not initialised
  std::uint32_t signals = 0;  ///< of this phase
  std::uint64_t phases = 0;   ///< how often it was complete
};

/// A request for bytes that the workgroups of a mask make, each for itself.
struct MulticastRequest {
  std::uint64_t address = 0;
  std::uint32_t workgroups = 0;  ///< one bit each, by rank
  auto operator<=>(const MulticastRequest&) const = default;
};
/// By whom first, and how often.
struct Requested {
  std::uint64_t times = 0;
  std::uint32_t instruction = 0;
  int wave = 0;
};

/// Workgroups that run at the same time and have a barrier in common.
struct Cluster {
  std::array<std::uint32_t, 3> size{1, 1, 1};  ///< workgroups
  std::array<std::uint32_t, 3> id{};
  std::vector<Workgroup*> members;  ///< by rank, x first; nullptr: it has not begun
  std::uint64_t phases = 0;         ///< of its barrier
  std::uint32_t total() const { return size[0] * size[1] * size[2]; }
};

/// The workgroup's part of the state, and its findings.
struct Workgroup {
  const Environment* environment = nullptr;
  std::array<std::uint32_t, 3> id{};
  Lds lds;
  PendingPool pool;
  std::vector<Finding> findings;        ///< one per kind and instruction
  std::optional<Finding> stop;          ///< why the kernel can't go on
  std::vector<std::uint64_t> executed;  ///< [instruction] times a wave executed it
  std::vector<std::uint64_t>
      jumped;  ///< [instruction] times of those that it went on elsewhere than behind it
  Writer writer;
  std::vector<std::shared_ptr<const MatrixPlan>> matrix_plans;           ///< [instruction], of those executed
  std::vector<std::shared_ptr<const DensePlan>> dense_plans;             ///< likewise
  std::vector<std::shared_ptr<const TilePlan>> tile_plans;               ///< likewise
  std::map<std::uint64_t, std::unique_ptr<IndexedInstruction>> indexed;  ///< by instruction and M0
  /// gfx1250, [instruction]: as MODE's banks have it, those executed.
  std::vector<std::vector<std::unique_ptr<BankedInstruction>>> banked;
  Constants constants;               ///< of `banked`
  std::vector<Wave*> waves;          ///< all of them
  std::uint64_t barrier_phases = 0;  ///< of barriers in two: how often every wave has signalled
  std::array<NamedBarrier, kNamedBarriers + 1> named;
  Cluster* cluster = nullptr;  ///< nullptr: the kernel has none
  std::uint32_t rank = 0;      ///< in the cluster
  std::uint64_t cluster_signals = 0;
  bool over = false;                               ///< all of its waves have ended
  std::map<MulticastRequest, Requested> requests;  ///< that it made
};

struct Wave {
  Workgroup* group = nullptr;
  int id = 0;
  std::uint32_t pc = 0;  ///< index of the instruction
  VectorRegisters vector;
  Fragments fragments;  ///< of `vector`
  ScalarRegisters scalar;
  bool scc = false, scc_undefined = true;
  std::uint32_t mode = 0;
  PendingQueue vm{isa::Counter::vm}, lgkm{isa::Counter::lgkm};
  bool gfx1250 = false;  ///< it has the counters below, too, and MODE as that arch has it
  PendingQueue stores{isa::Counter::store}, scalars{isa::Counter::km}, asyncs{isa::Counter::async},
      tensors{isa::Counter::tensor};
  std::uint64_t issued = 0;         ///< operations so far, of gfx1250
  std::uint32_t mode_set_at = ~0u;  ///< index of the s_setreg_imm32_b32 that wrote MODE last
  std::uint64_t barrier_signals = 0, barrier_waits = 0;  ///< of barriers in two, that it passed
  std::uint64_t cluster_waits = 0;
  int joined = 0;                 ///< the named barrier that it waits at
  std::uint64_t named_waits = 0;  ///< phases of it that the wave has passed, or that were before it joined
  int waits_at = 0;               ///< the barrier, while it waits at one
  Pace pace;
  Allocation* last_owner = nullptr;  ///< of what an operation of all lanes found last; asked first
  std::vector<std::uint8_t> scratch, scratch_undefined;
  std::uint32_t scratch_bytes = 0;  ///< per lane
  enum class Status : std::uint8_t { running, at_barrier, ended } status = Status::running;
  std::uint64_t steps = 0;
  std::uint64_t extra_slots = 0;            ///< wait states beyond one per step: s_nop, taken branches
  std::shared_ptr<RecentProducers> recent;  ///< wait_states.hpp; nullptr: nothing to remember
  std::vector<std::uint32_t> barriers;      ///< indices of those it passed, in order
  std::uint64_t turns = 0;  ///< spent whole since the last barrier, without reaching the next or the end

  /// Wait states since the wave began.
  std::uint64_t slots() const { return steps + extra_slots; }
  const Environment& environment() const { return *group->environment; }

  std::array<PendingQueue*, isa::kCounters.size()> queues() {
    return {&vm, &lgkm, &stores, &scalars, &asyncs, &tensors};
  }
  PendingQueue& queue(isa::Counter counter) { return *queues()[std::size_t(counter)]; }
  const PendingQueue& queue(isa::Counter counter) const { return const_cast<Wave*>(this)->queue(counter); }
  void set_gfx1250() {
    gfx1250 = true;
    lgkm.set_limit(isa::kMostLds1250);
  }

  isa::WaveWidth width() const { return width_; }
  /// The lanes that exist.
  std::uint64_t every_lane() const { return every_lane_; }
  void set_width(isa::WaveWidth width) {
    width_ = width;
    every_lane_ = isa::every_lane(width);
  }

  std::uint64_t exec() const { return lane_mask(isa::scalar::kExec).value; }
  /// A mask with one bit per lane, from scalar register `r` on. A narrow wave's has the one register alone.
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
  /// Whether scalar register `r` is EXEC or a part of it. Behind a narrow wave's lies one that is not.
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

/// Reads a scalar operand (register, special value or constant) as `type` sees it.
Scalar read_scalar(const Wave& wave, const isa::Operand& operand, isa::Type type);
/// False when the destination is not a register that can be written.
bool write_scalar(Wave& wave, const isa::Operand& operand, int dwords, Scalar value);

/// The same of a mask with one bit per lane: two registers, or one in a narrow wave.
Scalar read_lane_mask(const Wave& wave, const isa::Operand& operand);
bool write_lane_mask(Wave& wave, const isa::Operand& operand, Scalar lanes);

/// Stops the wave: the instruction has no semantics here, or could not be read.
Step execute_unsupported(Wave&, const PreparedInstruction&);

/// Whether the wave need not wait at a barrier in two: its number, or any positive one for that which it joined.
bool may_pass(const Wave& wave, int barrier);

/// Barriers in two: where every wave that still runs has signalled one time more than the group has counted, all of
/// them may pass. True: they may now.
bool complete_barrier(Workgroup& group);

// ---- asynchrony (async.cpp) -------------------------------------------------------------------------------

/// Hands an operation to a counter: at once under `earliest`, else into its queue, retiring older ones if it
/// is full.
void issue(Wave&, PendingQueue&, std::unique_ptr<Pending>);
/// Retires operations until at most `allowed` are outstanding.
void wait_for(Wave&, PendingQueue&, int allowed);
/// ... until none is.
void wait_for_all(Wave&);
/// Under `random`: lets some operations make progress. `draw` is a fresh random number.
void progress(Wave&, std::uint64_t draw);

}  // namespace lockstep::machine
