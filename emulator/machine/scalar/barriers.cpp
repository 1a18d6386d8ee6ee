// Split barriers of the workgroup, its cluster, and named ones (LLVM AMDGPUUsage, "Execution Barriers",
// gfx12.5).
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "emulator/machine/scalar/execute.hpp"

namespace lockstep::machine {

namespace {

/// M0 of a named barrier: its number in [4:0], in [22:16] how many signals complete a phase.
struct Named {
  int number = 0;
  std::uint32_t members = 0;
};

Named of_m0(Wave& wave, const PreparedInstruction& prepared) {
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  if ((m0.undefined & 0x7F001F) != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "M0, which names the barrier, is undefined");
  return {int(m0.value & 0x1F), std::uint32_t(m0.value >> 16 & 0x7F)};
}

/// The barrier that an instruction names by a constant or M0. The immediate of a wait is printed as 16 bits.
Named barrier_of(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Operand& which = *prepared.instruction->source(0);
  if (which.kind == isa::Operand::Kind::constant) return {int(std::int16_t(which.integer)), 0};
  return of_m0(wave, prepared);
}

Step unknown(Wave& wave, const PreparedInstruction& prepared, int barrier) {
  return wave.stop(FindingKind::unsupported, prepared, -1, fmt::format("barrier {}", barrier));
}

void wrong(Wave& wave, const PreparedInstruction& prepared, std::string text) {
  wave.report(FindingKind::divergent_barrier, prepared, -1, std::move(text));
}

void tell(Wave& wave, int barrier, std::uint64_t phase) {
  if (Observer* const observer = wave.environment().observer) observer->signals(wave, barrier, phase);
}

/// Signals the workgroup's barrier. True for the first signal of the phase.
bool signal_workgroup(Wave& wave, const PreparedInstruction& prepared) {
  if (wave.barrier_signals > wave.barrier_waits)
    wrong(wave, prepared,
          "the wave signals the barrier again before it has waited there: it counts twice, and the others "
          "may pass without the last of them");
  Workgroup& group = *wave.group;
  const bool first = std::ranges::none_of(
      group.waves, [&](const Wave* w) { return w->barrier_signals > group.barrier_phases; });
  tell(wave, kWorkgroupBarrier, wave.barrier_signals);
  ++wave.barrier_signals;
  complete_barrier(group);
  return first;
}

/// Signals the cluster's barrier, for which one wave of each workgroup does so. True for the phase's first
/// signal.
bool signal_cluster(Wave& wave, const PreparedInstruction& prepared) {
  Workgroup& group = *wave.group;
  if (group.cluster == nullptr) return true;  // no cluster: LLVM treats it as no operation
  Cluster& cluster = *group.cluster;
  const bool first = std::ranges::none_of(cluster.members, [&](const Workgroup* w) {
    return w != nullptr && w->cluster_signals > cluster.phases;
  });
  if (group.cluster_signals > cluster.phases)
    wrong(wave, prepared,
          "the workgroup signals the cluster's barrier a second time before the others have come there: it "
          "counts for one of them");
  tell(wave, kClusterBarrier, cluster.phases);
  ++group.cluster_signals;
  const auto signalled = [&](const Workgroup* w) {
    return w != nullptr && w->cluster_signals > cluster.phases;
  };
  if (std::ranges::all_of(cluster.members, signalled)) ++cluster.phases;
  return first;
}

/// A signal for the next round, given before a wave has come to this round's wait, was seen to hang
/// (ROCm/rocm-libraries#9061, #9177): the wave may then wait for the next round's end.
void judge_cluster_wait(Wave& wave, const PreparedInstruction& prepared) {
  if (wave.group->cluster_signals > wave.cluster_waits + 1)
    wrong(wave, prepared,
          "the wave comes to the cluster's barrier when its workgroup has signalled the next round already: "
          "it may miss the round that it waits for");
}

std::optional<bool> signal_named(Wave& wave, const PreparedInstruction& prepared, int number) {
  NamedBarrier& barrier = wave.group->named[std::size_t(number)];
  if (barrier.members == 0) {
    wrong(wave, prepared, fmt::format("barrier {} has not been initialised", number));
    return std::nullopt;
  }
  const bool first = barrier.signals == 0;
  tell(wave, number, barrier.phases);
  if (++barrier.signals < barrier.members) return first;
  barrier.signals = 0;
  ++barrier.phases;
  return first;
}

bool is_named(int barrier) {
  return barrier >= 1 && barrier <= kNamedBarriers;
}

}  // namespace

Step signal_barrier(Wave& wave, const PreparedInstruction& prepared, bool tells_first) {
  const Named which = barrier_of(wave, prepared);
  std::optional<bool> first;
  if (which.number == kWorkgroupBarrier)
    first = signal_workgroup(wave, prepared);
  else if (which.number == kClusterBarrier)
    first = signal_cluster(wave, prepared);
  else if (is_named(which.number))
    first = signal_named(wave, prepared, which.number);
  else
    return unknown(wave, prepared, which.number);
  if (!tells_first) return Step::next;
  wave.scc = first.value_or(false);
  wave.scc_undefined = !first;
  return Step::next;
}

Step wait_at_barrier(Wave& wave, const PreparedInstruction& prepared) {
  const int barrier = barrier_of(wave, prepared).number;
  const bool named = is_named(barrier);
  if (!named && barrier != kWorkgroupBarrier && barrier != kClusterBarrier)
    return unknown(wave, prepared, barrier);
  if (named && wave.joined == 0)
    return wave.stop(FindingKind::divergent_barrier, prepared, -1,
                     "the wave waits for ever: it has joined no named barrier");
  if (barrier == kClusterBarrier && wave.group->cluster == nullptr) return Step::next;
  const int which = named ? wave.joined : barrier;
  if (barrier == kClusterBarrier && wave.waits_at == 0) judge_cluster_wait(wave, prepared);
  wave.waits_at = which;
  if (!may_pass(wave, which)) return Step::barrier;
  std::uint64_t& passed = named                        ? wave.named_waits
                          : barrier == kClusterBarrier ? wave.cluster_waits
                                                       : wave.barrier_waits;
  if (Observer* const observer = wave.environment().observer) observer->passes(wave, which, passed);
  ++passed;
  wave.waits_at = 0;
  if (barrier == kWorkgroupBarrier) wave.barriers.push_back(wave.pc);
  wave.turns = 0;
  return Step::next;
}

Step init_barrier(Wave& wave, const PreparedInstruction& prepared) {
  // The operand may be the number; the count is always M0's.
  Named which = of_m0(wave, prepared);
  if (prepared.instruction->source(0)->kind == isa::Operand::Kind::constant)
    which.number = int(prepared.instruction->source(0)->integer);
  if (!is_named(which.number)) return unknown(wave, prepared, which.number);
  NamedBarrier& barrier = wave.group->named[std::size_t(which.number)];
  if (barrier.signals != 0)
    wrong(wave, prepared,
          fmt::format("barrier {} is initialised while {} signals of it are pending", which.number,
                      barrier.signals));
  if (which.members == 0)
    wrong(wave, prepared, fmt::format("barrier {} is initialised for no signals", which.number));
  barrier.members = which.members;
  barrier.signals = 0;
  return Step::next;
}

Step join_barrier(Wave& wave, const PreparedInstruction& prepared) {
  const int number = barrier_of(wave, prepared).number;
  if (!is_named(number)) return unknown(wave, prepared, number);
  wave.joined = number;
  wave.named_waits = wave.group->named[std::size_t(number)].phases;
  return Step::next;
}

Step leave_barrier(Wave& wave, const PreparedInstruction& prepared) {
  wave.scc_undefined = true;
  if (wave.joined == 0) {
    wrong(wave, prepared, "the wave leaves a barrier, and has joined none");
    return Step::next;
  }
  NamedBarrier& barrier = wave.group->named[std::size_t(wave.joined)];
  wave.joined = 0;
  if (barrier.members != 0) --barrier.members;
  if (barrier.members != 0 && barrier.signals >= barrier.members) {
    barrier.signals = 0;
    ++barrier.phases;
  }
  return Step::next;
}

}  // namespace lockstep::machine
