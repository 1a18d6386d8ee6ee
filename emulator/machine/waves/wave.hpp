// The state of one wave, as instructions see it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/findings/finding.hpp"
#include "emulator/isa/counters.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/machine/waves/fragments.hpp"
#include "emulator/machine/waves/pending.hpp"
#include "emulator/machine/waves/registers.hpp"
#include "emulator/machine/waves/workgroup_state.hpp"

namespace lockstep::machine {

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
  std::uint64_t repeated = 0;       ///< stores of what was there already, where the workgroup compares them
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
  std::uint64_t extra_slots = 0;        ///< wait states beyond one per step: s_nop, taken branches
  std::shared_ptr<void> recent;         ///< the dispatch's RecentProducers; nullptr: none was executed
  std::vector<std::uint32_t> barriers;  ///< indices of the s_barrier instructions it passed, in order
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

/// Whether the wave may pass the split barrier of a number; any positive one means that which it joined.
bool may_pass(const Wave& wave, int barrier);

/// Completes a split barrier's phase if every wave that runs has signalled it. True: waves may pass now.
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
