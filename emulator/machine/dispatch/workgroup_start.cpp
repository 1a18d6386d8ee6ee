// What the registers of a workgroup's waves hold at the first instruction.
#include <array>
#include <cstring>

#include "emulator/machine/dispatch/launch_environment.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"
#include "emulator/machine/waves/mode.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

namespace {

using code_object::InitialScalar;

// The initial MODE, from the kernel descriptor's RSRC1: rounding and denormals, then the flags. An arch that
// has neither DX10_CLAMP nor IEEE behaves as if the first were set and the second clear.
std::uint32_t initial_mode(const code_object::Descriptor& d, const arch::Arch& arch) {
  const bool clamps = d.dx10_clamp || !arch.has(arch::Feature::clamp_and_ieee_modes);
  return std::uint32_t(d.round_mode) | std::uint32_t(d.denorm_mode) << 4 | (clamps ? kClampsNans : 0) |
         std::uint32_t(d.ieee_mode) << 9 | std::uint32_t(d.fp16_overflow) << 23;
}

}  // namespace

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
        set(0, scratch_of_thread(kernel_, launch_));
        break;
      default:
        break;  // the queue pointer and others stay undefined: using them is reported
    }
  }
}

// The workgroup's ids in trap registers (LLVM AMDGPUUsage, "Initial Kernel Execution State", and
// SIISelLowering): x in ttmp9, y and z in the halves of ttmp7. ttmp6 describes the cluster; without one, id 0
// in a cluster of 1. The wave's number is in ttmp8[29:25].
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

// In a cluster the ids are the cluster's, and ttmp6 has the workgroup's position in it, a nibble each for x,
// y and z, then the cluster's size less 1; in [27:24] its last rank.
void WorkgroupRunner::set_cluster_registers(Wave& wave) {
  const Cluster& cluster = *group_.cluster;
  std::uint32_t place = (cluster.total() - 1) << 24;
  for (std::size_t i = 0; i < 3; ++i) {
    place |= (group_.id[i] % cluster.size[i]) << 4 * i;
    place |= (cluster.size[i] - 1) << (12 + 4 * i);
  }
  const std::array<std::uint32_t, 4> words{place, (cluster.id[1] & 0xFFFF) | cluster.id[2] << 16,
                                           std::uint32_t(wave.id) << 25, cluster.id[0]};
  for (std::size_t i = 0; i < words.size(); ++i)
    wave.scalar.write32(isa::scalar::kTtmp0 + 6 + int(i), {words[i], 0});
}

void WorkgroupRunner::set_thread_ids(Wave& wave, int index) {
  Lanes packed;
  const std::uint32_t x = launch_.block[0], y = launch_.block[1];
  // those that the kernel does not ask for are 0
  const int dimensions = kernel_.descriptor.workitem_id_dimensions;
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
  wave.vector.reset(RegisterFiles::of(int(d.vgpr_count), environment_.accum_offset), seed, wave.every_lane());
  wave.scalar.reset(~seed);
  wave.scc = false;
  wave.scc_undefined = true;
  wave.mode = initial_mode(d, *wave.arch);
  for (PendingQueue* const queue : wave.queues()) queue->clear();
  wave.issued = wave.repeated = 0;
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
  wave.scratch_bytes = scratch_of_thread(kernel_, launch_);
  const auto lanes = std::uint32_t(isa::lane_count(wave.width()));
  wave.scratch.assign(std::size_t{wave.scratch_bytes} * lanes, 0xA5);
  wave.scratch_undefined.assign(wave.scratch.size(), 1);

  const std::uint32_t left = threads() - std::uint32_t(index) * lanes;
  const std::uint64_t live = left >= lanes ? wave.every_lane() : (std::uint64_t{1} << left) - 1;
  wave.write_lane_mask(isa::scalar::kExec, {live, 0});
  set_scalars(wave);
  if (wave.has(arch::Feature::ids_in_trap_registers)) set_trap_registers(wave);
  set_thread_ids(wave, index);
}

}  // namespace lockstep::machine
