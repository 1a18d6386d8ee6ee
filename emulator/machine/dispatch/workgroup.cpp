#include "emulator/machine/dispatch/workgroup.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/machine/dispatch/vgpr_banks.hpp"
#include "emulator/machine/vector/register_index.hpp"
#include "emulator/machine/waves/mode.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

namespace {

using code_object::InitialScalar;

// MODE as the kernel descriptor's RSRC1 sets it: rounding and denormals, then the flags.
std::uint32_t initial_mode(const code_object::Descriptor& d) {
  return std::uint32_t(d.round_mode) | std::uint32_t(d.denorm_mode) << 4 | std::uint32_t(d.dx10_clamp) << 8 |
         std::uint32_t(d.ieee_mode) << 9 | std::uint32_t(d.fp16_overflow) << 23;
}

// How long a wave runs alone when the schedule does not say: longer than what lies between most barriers, and
// not for ever, as it may be waiting for another wave.
constexpr std::uint64_t kTurn = 20'000;

// gfx1250 has neither DX10_CLAMP nor IEEE; it does as the first says and the second does not.
std::uint32_t initial_mode_gfx1250(const code_object::Descriptor& d) {
  return std::uint32_t(d.round_mode) | std::uint32_t(d.denorm_mode) << 4 | kClampsNans |
         std::uint32_t(d.fp16_overflow) << 23;
}

constexpr const char* kPastTheEnd = "execution runs past the end of the code";

std::uint32_t threads_of(const Launch& launch) {
  return launch.block[0] * launch.block[1] * launch.block[2];
}

}  // namespace

WorkgroupRunner::WorkgroupRunner(const Environment& environment, const code_object::Kernel& kernel,
                                 const Launch& launch, std::uint64_t step_limit)
    : environment_(environment),
      kernel_(kernel),
      launch_(launch),
      step_limit_(step_limit),
      scalars_(code_object::initial_scalars(kernel.descriptor)) {
  entry_ = environment.entry;
  group_.environment = &environment_;
  split_barriers_ = environment.program->decoded->arch == "gfx1250";
  group_.executed.assign(environment.program->instructions.size(), 0);
  group_.jumped = group_.executed;
  const isa::WaveWidth width = environment.program->decoded->width;
  const auto lanes = std::uint32_t(isa::lane_count(width));
  const std::uint32_t count = (threads_of(launch) + lanes - 1) / lanes;
  for (std::uint32_t i = 0; i < count; ++i) {
    waves_.push_back(std::make_unique<Wave>());
    waves_.back()->set_width(width);
    if (split_barriers_) waves_.back()->set_gfx1250();
    group_.waves.push_back(waves_.back().get());
  }
}

void WorkgroupRunner::set_scalars(Wave& wave) {
  Memory& memory = *environment_.memory;
  for (const code_object::ScalarSlot& slot : scalars_) {
    const auto set = [&](int i, std::uint64_t value) {
      wave.scalar.write32(slot.first + i, {value & 0xFFFFFFFFu, 0});
    };
    switch (slot.what) {
      case InitialScalar::kernarg_ptr:
        set(0, launch_.kernarg);
        set(1, launch_.kernarg >> 32);
        break;
      case InitialScalar::kernarg_preload:
        for (int i = 0; i < slot.count; ++i) {
          const std::uint64_t at = launch_.kernarg + 4u * std::uint64_t(slot.preload_dword + i);
          std::array<std::uint8_t, 4> data{}, undefined{};
          if (Allocation* owner = memory.owner(at, 4))
            owner->read(at - owner->base(), data.data(), undefined.data(), 4);
          std::uint32_t value = 0;
          std::memcpy(&value, data.data(), 4);
          set(i, value);
        }
        break;
      case InitialScalar::workgroup_id_x:
        set(0, group_.id[0]);
        break;
      case InitialScalar::workgroup_id_y:
        set(0, group_.id[1]);
        break;
      case InitialScalar::workgroup_id_z:
        set(0, group_.id[2]);
        break;
      case InitialScalar::dispatch_ptr:
        set(0, launch_.packet);
        set(1, launch_.packet >> 32);
        break;
      case InitialScalar::private_segment_size:
        set(0, kernel_.private_bytes);
        break;
      default:
        break;  // the queue and the like stay undefined: a kernel that uses them is told so
    }
  }
}

// gfx1250: ids of the workgroup are in trap registers (LLVM AMDGPUUsage, "Initial Kernel Execution State", and
// SIISelLowering): x in ttmp9, y and z in the halves of ttmp7. ttmp6 is about clusters; without one, id 0 in a cluster of
// 1. The number of the wave is in ttmp8[29:25].
void WorkgroupRunner::set_trap_registers(Wave& wave) {
  const auto set = [&](int i, std::uint32_t value) {
    wave.scalar.write32(isa::scalar::kTtmp0 + i, {value, 0});
  };
  set(6, 0);
  if (group_.cluster != nullptr) return set_cluster_registers(wave);
  set(7, (group_.id[1] & 0xFFFF) | group_.id[2] << 16);
  set(8, std::uint32_t(wave.id) << 25);
  set(9, group_.id[0]);
}

// In a cluster the ids are the cluster's, and ttmp6 has where in it the workgroup is, a nibble each: x, y and z, then the
// cluster's size, less 1; in [27:24] its last rank.
void WorkgroupRunner::set_cluster_registers(Wave& wave) {
  const Cluster& cluster = *group_.cluster;
  std::uint32_t place = (cluster.total() - 1) << 24;
  for (std::size_t i = 0; i < 3; ++i) {
    place |= (group_.id[i] % cluster.size[i]) << 4 * i;
    place |= (cluster.size[i] - 1) << (12 + 4 * i);
  }
  const std::array<std::uint32_t, 4> words{place, (cluster.id[1] & 0xFFFF) | cluster.id[2] << 16, std::uint32_t(wave.id) << 25,
                                           cluster.id[0]};
  for (std::size_t i = 0; i < words.size(); ++i) wave.scalar.write32(isa::scalar::kTtmp0 + 6 + int(i), {words[i], 0});
}

void WorkgroupRunner::set_thread_ids(Wave& wave, int index) {
  Lanes packed;
  const std::uint32_t x = launch_.block[0], y = launch_.block[1];
  const int dimensions = kernel_.descriptor.workitem_id_dimensions;  // those not asked for are 0
  for (int l = 0; l < kMaxLanes; ++l) {
    const auto t = std::uint32_t(index * isa::lane_count(wave.width()) + l);
    packed[l] = t % x;
    if (dimensions > 1) packed[l] |= ((t / x) % y) << 10;
    if (dimensions > 2) packed[l] |= (t / (x * y)) << 20;
  }
  wave.vector.write(0, wave.every_lane(), spread(wave.every_lane()), packed.data(), nullptr);
}

void WorkgroupRunner::start(Wave& wave, int index) {
  const code_object::Descriptor& d = kernel_.descriptor;
  const std::uint64_t seed = host::hash(environment_.poison, std::uint64_t(index) + 1);
  wave.group = &group_;
  wave.id = index;
  wave.pc = entry_;
  wave.vector.reset(RegisterFiles::of(int(d.vgpr_count), environment_.accum_offset), seed,
                    wave.every_lane());
  wave.scalar.reset(~seed);
  wave.scc = false;
  wave.scc_undefined = true;
  wave.mode = wave.gfx1250 ? initial_mode_gfx1250(d) : initial_mode(d);
  for (PendingQueue* const queue : wave.queues()) queue->clear();
  wave.issued = 0;
  wave.mode_set_at = ~0u;
  wave.barrier_signals = wave.barrier_waits = wave.cluster_waits = wave.named_waits = 0;
  wave.joined = wave.waits_at = 0;
  wave.last_owner = nullptr;
  wave.status = Wave::Status::running;
  wave.steps = 0;
  wave.extra_slots = 0;
  wave.recent = nullptr;
  wave.turns = 0;
  wave.barriers.clear();
  wave.scratch_bytes = kernel_.private_bytes;
  const auto lanes = std::uint32_t(isa::lane_count(wave.width()));
  wave.scratch.assign(std::size_t{kernel_.private_bytes} * lanes, 0xA5);
  wave.scratch_undefined.assign(wave.scratch.size(), 1);

  const std::uint32_t left = threads_of(launch_) - std::uint32_t(index) * lanes;
  const std::uint64_t live = left >= lanes ? wave.every_lane() : (std::uint64_t{1} << left) - 1;
  wave.write_lane_mask(isa::scalar::kExec, {live, 0});
  set_scalars(wave);
  if (wave.gfx1250) set_trap_registers(wave);
  set_thread_ids(wave, index);
}

bool WorkgroupRunner::run_wave(Wave& wave, std::uint64_t quantum, host::Random& random) {
  Observer* const observer = environment_.observer;
  switch (observer == nullptr ? Interest::nothing : observer->interest(wave)) {
    case Interest::nothing:
      return run_wave<Interest::nothing>(wave, quantum, random);
    case Interest::before:
      return run_wave<Interest::before>(wave, quantum, random);
    case Interest::both:
      break;
  }
  return run_wave<Interest::both>(wave, quantum, random);
}

// Runs until the wave blocks, ends, stops, or its quantum is spent. False when the workgroup must stop.
template <Interest kInterest>
bool WorkgroupRunner::run_wave(Wave& wave, std::uint64_t quantum, host::Random& random) {
  const std::vector<PreparedInstruction>& instructions = environment_.program->instructions;
  const bool asynchronous = environment_.schedule.kind == Schedule::Kind::random;
  const bool banks = wave.gfx1250;
  const std::uint32_t unusual_bits = unusual_modes(banks);
  [[maybe_unused]] std::size_t told_next = 0;
  for (; quantum > 0; --quantum) {
    const bool usual = (wave.mode & unusual_bits) == 0;
    const PreparedInstruction& written = instructions[wave.pc];
    const PreparedInstruction& prepared = usual || !written.banked ? written : in_banks(wave, written);
    ++group_.executed[wave.pc];
    ++instructions_;
    if (++wave.steps > step_limit_) {
      wave.stop(FindingKind::step_limit, prepared, -1, why_endless(wave));
      return false;
    }
    if (asynchronous) progress(wave, random.next());
    if constexpr (kInterest != Interest::nothing)
      if (wave.pc >= told_next) told_next = environment_.observer->executes(wave, prepared);
    const Step step = usual || banks ? prepared.execute(wave, prepared) : execute_in_unusual_mode(wave, prepared);
    if constexpr (kInterest == Interest::both) {
      if (!environment_.observer->executed(wave, prepared, step)) return false;
    }
    switch (step) {
      case Step::next:
        if (++wave.pc >= instructions.size()) {
          wave.stop(FindingKind::illegal_instruction, prepared, -1, kPastTheEnd);
          return false;
        }
        break;
      case Step::jumped:
        ++group_.jumped[prepared.index];
        told_next = 0;
        break;
      case Step::barrier:
        wave.status = Wave::Status::at_barrier;
        wave.turns = 0;
        return true;
      case Step::ended:
        wave.status = Wave::Status::ended;
        return true;
      case Step::stopped:
        return false;
    }
  }
  return true;
}

// Waves that wait at a barrier wait for this one: if it waits for them in turn, nobody will ever go on.
std::string WorkgroupRunner::why_endless(const Wave& wave) const {
  std::string waiting;
  std::size_t loops = 0;
  for (const auto& other : waves_) {
    if (other->status == Wave::Status::running && other->steps >= step_limit_ / 2) ++loops;
    if (other.get() == &wave || other->status != Wave::Status::at_barrier) continue;
    if (waiting.empty())
      waiting = fmt::format("wave {} waits at {} @{:#x}", other->id,
                            environment_.program->decoded->instructions[other->pc].mnemonic,
                            environment_.program->decoded->instructions[other->pc].address);
  }
  if (!waiting.empty()) return fmt::format("deadlock: the wave loops while {}", waiting);
  if (loops > 1) return fmt::format("deadlock or endless loops: {} waves of the workgroup loop", loops);
  return "the wave has run longer than any kernel should: an endless loop?";
}

// Waves whose barrier in two is complete go on. Over when no wave is left, or those that are wait for ever.
Progress WorkgroupRunner::pass_barriers() {
  complete_barrier(group_);
  bool any = false, waiting = false;
  for (auto& wave : waves_) {
    any |= wave->status == Wave::Status::running;
    if (wave->status != Wave::Status::at_barrier) continue;
    if (may_pass(*wave, wave->waits_at)) {
      wave->status = Wave::Status::running;
      any = true;
    } else {
      waiting = true;
    }
  }
  if (any) return Progress::running;
  if (is_blocked()) return Progress::blocked;
  if (waiting) stop_at_barrier();
  return Progress::over;
}

bool WorkgroupRunner::is_blocked() const {
  const auto runs = [](const auto& w) {
    return w->status == Wave::Status::running || (w->status == Wave::Status::at_barrier && w->waits_at != 0 && may_pass(*w, w->waits_at));
  };
  const auto waits = [](const auto& w) { return w->status == Wave::Status::at_barrier && w->waits_at == kClusterBarrier; };
  return std::ranges::none_of(waves_, runs) && std::ranges::any_of(waves_, waits);
}

void WorkgroupRunner::stop_blocked() {
  const auto waits = [](const auto& w) { return w->status == Wave::Status::at_barrier && w->waits_at == kClusterBarrier; };
  Wave& wave = **std::ranges::find_if(waves_, waits);
  std::string missing;
  for (std::size_t rank = 0; rank < group_.cluster->members.size(); ++rank) {
    const Workgroup& other = *group_.cluster->members[rank];
    if (other.cluster_signals > group_.cluster->phases) continue;
    missing += fmt::format("{}{}{}", missing.empty() ? "" : ", ", rank, other.over ? ", which has ended," : "");
  }
  wave.stop(FindingKind::divergent_barrier, environment_.program->instructions[wave.pc], -1,
            fmt::format("the wave waits for ever: workgroup {} of the cluster has not signalled its barrier", missing));
}

namespace {

std::string why_named(const Wave& wave) {
  const NamedBarrier& barrier = wave.group->named[std::size_t(wave.waits_at)];
  return fmt::format("the wave waits for ever: barrier {} has {} of {} signals, and every other wave waits or has ended",
                     wave.waits_at, barrier.signals, barrier.members);
}

}  // namespace

void WorkgroupRunner::stop_at_barrier() {
  const auto waits = [](const auto& w) { return w->status == Wave::Status::at_barrier; };
  Wave& wave = **std::ranges::find_if(waves_, waits);
  if (wave.waits_at > 0) {
    wave.stop(FindingKind::divergent_barrier, environment_.program->instructions[wave.pc], -1, why_named(wave));
    return;
  }
  std::string missing;
  for (const auto& other : waves_)
    if (other->status != Wave::Status::ended && other->barrier_signals <= group_.barrier_phases)
      missing += fmt::format("{}{}", missing.empty() ? "" : ", ", other->id);
  wave.stop(FindingKind::divergent_barrier, environment_.program->instructions[wave.pc], -1,
            fmt::format("the wave waits for ever: wave {} has not signalled the barrier and waits itself", missing));
}

// When every wave that still runs has reached a barrier, lets them all pass. False when no wave is left. S_BARRIER
// counts waves: at which address each one waits makes no difference (CDNA3 ISA), and wave-specialised kernels use that.
bool WorkgroupRunner::release_barrier() {
  const auto waits = [](const auto& wave) { return wave->status == Wave::Status::at_barrier; };
  if (std::ranges::none_of(waves_, waits)) return false;
  if (environment_.observer != nullptr) environment_.observer->barrier(group_);
  for (auto& wave : waves_) {
    if (wave->status != Wave::Status::at_barrier) continue;
    wave->barriers.push_back(wave->pc);
    if (++wave->pc >= environment_.program->instructions.size()) {
      wave->stop(FindingKind::illegal_instruction, environment_.program->instructions.back(), -1,
                 kPastTheEnd);
      return false;
    }
    wave->status = Wave::Status::running;
  }
  return true;
}

// A wave that ended early leaves barriers to the others, who then wait for one less: kernels rely on that. One that met
// the others at barriers of its own and ended having passed fewer was out of step with them.
void WorkgroupRunner::compare_barriers() {
  for (const auto& wave : waves_)
    if (wave->status != Wave::Status::ended) return;
  const Wave& most = **std::ranges::max_element(waves_, {}, [](const auto& w) { return w->barriers.size(); });
  for (const auto& wave : waves_) {
    const std::size_t count = wave->barriers.size();
    if (count == most.barriers.size()) continue;
    const auto [mine, theirs] = std::ranges::mismatch(wave->barriers, most.barriers);
    if (mine == wave->barriers.end()) continue;
    const auto& instructions = environment_.program->instructions;
    wave->report(
        FindingKind::divergent_barrier, instructions[*mine], -1,
        fmt::format("the wave ends behind {} barriers and wave {} behind {}; number {} is this one for the "
                    "first and the one @{:#x} for the other",
                    count, most.id, most.barriers.size(), mine - wave->barriers.begin() + 1,
                    instructions[*theirs].instruction->address));
    return;
  }
}

void WorkgroupRunner::begin(std::array<std::uint32_t, 3> id, std::uint64_t seed) {
  group_.id = id;
  group_.findings.clear();
  group_.stop.reset();
  group_.writer = {};
  group_.barrier_phases = group_.cluster_signals = 0;
  group_.named.fill({});
  group_.requests.clear();
  group_.over = false;
  group_.lds.reset(kernel_.group_bytes + launch_.dynamic_lds, host::hash(environment_.poison, 0));
  for (int i = 0; i < int(waves_.size()); ++i) start(*waves_[i], i);
  random_ = host::Random(seed);
  if (environment_.schedule.kind == Schedule::Kind::random)
    for (auto& wave : waves_) wave->pace = draw_pace(random_.next());
  constexpr std::array<std::uint64_t, 3> kTurns{4, 48, 400};
  most_steps_ = kTurns[random_.below(kTurns.size())];
  if (environment_.observer != nullptr) environment_.observer->workgroup_begins(group_);
}

Progress WorkgroupRunner::run(std::uint64_t turns) {
  for (; turns > 0; --turns) {
    const Progress progress = give_turn();
    if (progress == Progress::over) end();
    if (progress != Progress::running) return progress;
  }
  return Progress::running;
}

void WorkgroupRunner::join(Cluster* cluster, std::uint32_t rank) {
  group_.cluster = cluster;
  group_.rank = rank;
  if (cluster != nullptr) cluster->members[rank] = &group_;
}

void WorkgroupRunner::end() {
  group_.over = true;
  compare_barriers();
  if (environment_.observer != nullptr) environment_.observer->workgroup_ends(group_);
}

// Operations of waves that do not run, or wait at a barrier, go on.
void WorkgroupRunner::progress_others(const Wave& running, host::Random& random) {
  for (auto& wave : waves_) {
    if (wave.get() == &running || wave->status == Wave::Status::ended) continue;
    for (std::uint64_t n = random.below(8); n > 0; --n) progress(*wave, random.next());
  }
}

// Who runs very long may be waiting for what a wave stored before it came to its barrier; no wait of that
// wave is ahead, but in hardware its stores arrive all the same.
void WorkgroupRunner::finish_at_barrier() {
  for (auto& wave : waves_) {
    if (wave->status != Wave::Status::at_barrier) continue;
    wait_for_all(*wave);
  }
}

// Over when every wave has ended, one can't go on, or all of it is cancelled.
Progress WorkgroupRunner::give_turn() {
  constexpr auto otherwise_over = [](bool runs) { return runs ? Progress::running : Progress::over; };
  if (environment_.cancelled()) return Progress::over;
  if (split_barriers_)
    if (const Progress progress = pass_barriers(); progress != Progress::running) return progress;
  runnable_.clear();
  for (auto& wave : waves_)
    if (wave->status == Wave::Status::running) runnable_.push_back(wave.get());
  if (runnable_.empty()) return otherwise_over(release_barrier());
  if (environment_.schedule.kind == Schedule::Kind::random) {
    Wave& wave = *runnable_[random_.below(runnable_.size())];
    progress_others(wave, random_);
    return otherwise_over(run_wave(wave, 1 + random_.below(most_steps_), random_));
  }
  if (environment_.schedule.is_descending()) std::ranges::reverse(runnable_);
  Wave& wave = **std::ranges::min_element(runnable_, {}, &Wave::turns);
  if (!run_wave(wave, kTurn, random_)) return Progress::over;
  if (wave.status == Wave::Status::running) {
    ++wave.turns;
    finish_at_barrier();
  }
  return Progress::running;
}

}  // namespace lockstep::machine
