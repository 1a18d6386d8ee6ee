// LDS reads, writes and atomics, and the lane permutations that go through the LDS unit.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "emulator/machine/lds/execute.hpp"
#include "emulator/machine/lds/lane_groups.hpp"
#include "emulator/machine/lds/lds_barrier.hpp"
#include "emulator/machine/memory/shadow.hpp"
#include "emulator/machine/transfers/all_lanes.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

using isa::Access;

constexpr int element_dwords(const isa::Memory& memory) {
  return (memory.bytes + 3) / 4;
}

// Calls visit(lane, element, byte address, first dword) for each element of each lane.
template <typename Visit>
void for_each_element(const Pending& p, Visit visit) {
  const int elements = p.memory->pair ? 2 : 1;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    for (int e = 0; e < elements; ++e)
      visit(l, p.address[l] + std::uint64_t(e) * std::uint64_t(p.second), e * element_dwords(*p.memory));
  }
}

void read(Wave& wave, Pending& p) {
  if (all_lanes::read_lds(wave, p)) return;
  const std::uint8_t *data = wave.group->lds.data(), *undefined = wave.group->lds.undefined();
  const int bytes = p.memory->bytes, dwords = element_dwords(*p.memory);
  for_each_element(p, [&](int l, std::uint64_t at, int first) {
    for (int d = 0; d < dwords; ++d) {
      const auto count = std::size_t(std::min(4, bytes - 4 * d));
      std::uint32_t x = 0, u = 0;
      if (count == 4) {
        std::memcpy(&x, data + at + 4 * d, 4);
        std::memcpy(&u, undefined + at + 4 * d, 4);
      } else {
        std::memcpy(&x, data + at + 4 * d, count);
        std::memcpy(&u, undefined + at + 4 * d, count);
      }
      p.data[first + d][l] = x;
      p.undefined[first + d][l] = bits_of_bytes(u);
    }
  });
}

// Reads, and transposes elements among lanes. Inactive lanes fetch nothing: what others receive of them is
// undefined.
void read_transposed(Wave& wave, Pending& p) {
  p.delivery = Delivery::by_retiring;  // the bytes read still have to be transposed
  read(wave, p);
  const Lanes& taking_part = wave.lanes_of(p.lanes);
  for (int d = 0; p.lanes != wave.every_lane() && d < p.dwords; ++d)
    for (int l = 0; l < kMaxLanes; ++l) p.undefined[d][l] |= ~taking_part[l];
  const int bits = p.memory->transpose, per_lane = 8 * p.memory->bytes / bits;
  transpose_groups(bits, per_lane, p.data);
  if (!p.all_defined) transpose_groups(bits, per_lane, p.undefined);
}

void read_exchanged(Wave& wave, Pending& p) {
  p.delivery = Delivery::by_retiring;  // the bytes read still have to be exchanged
  read(wave, p);
  exchange_elements(p);
}

void write(Wave& wave, Pending& p) {
  if (all_lanes::write_lds(wave.group->lds, p)) return;
  Lds& lds = wave.group->lds;
  std::uint8_t* const data = lds.data();
  const int bytes = p.memory->bytes, dwords = element_dwords(*p.memory);
  for_each_element(p, [&](int l, std::uint64_t at, int first) {
    for (int d = 0; d < dwords; ++d) {
      const auto count = std::size_t(std::min(4, bytes - 4 * d));
      const std::uint32_t u = bytes_of_bits(p.undefined_bits(std::size_t(first + d), std::size_t(l)));
      std::memcpy(data + at + 4 * d, &p.data[first + d][l], count);
      std::memcpy(lds.change_undefined(at + std::uint64_t(4 * d), count), &u, count);
    }
  });
}

void read_modify_write(Wave& wave, Pending& p) {
  Lds& lds = wave.group->lds;
  std::uint8_t* const data = lds.data();
  const std::uint8_t* const undefined = lds.undefined();
  const int bytes = p.memory->bytes;
  const int operands = p.memory->pair ? element_dwords(*p.memory) : p.dwords;
  for_each_element(p, [&](int l, std::uint64_t at, int first) {
    std::array<std::uint8_t, 8> old{};
    std::memcpy(old.data(), data + at, std::size_t(bytes));
    std::array<std::uint32_t, 4> operand{};
    bool any = false;
    for (int d = 0; d < operands; ++d) {
      operand[d] = p.data[first + d][l];
      any |= p.undefined[first + d][l] != 0;
    }
    const bool old_undefined =
        std::any_of(undefined + at, undefined + at + bytes, [](std::uint8_t u) { return u != 0; });
    if (p.memory->atomic == isa::Atomic::barrier_arrive)
      arrive(wave, at, p.memory->returns ? operand[0] : 1);
    else
      apply_atomic(p.memory->atomic, bytes, operand.data(), data + at);
    p.changed |= std::memcmp(old.data(), data + at, std::size_t(bytes)) != 0;
    if (any || old_undefined)
      std::memset(lds.change_undefined(at, std::uint64_t(bytes)), 1, std::size_t(bytes));
    for (int d = 0; d < bytes / 4; ++d) {
      std::memcpy(&p.data[first + d][l], &old[4 * d], 4);
      p.undefined[first + d][l] = old_undefined ? ~0u : 0u;
    }
  });
}

/// Sets the addresses of the lanes that are `live`, and 0 for others; returns the highest without the offset.
/// The sum of register and offset wraps at 32 bits: LLVM folds offsets into bases that are negative on every
/// arch but the first.
LOCKSTEP_CLONES std::uint64_t set_addresses(const std::uint32_t* address, const Lanes& live,
                                            std::uint64_t offset, Pending& p) {
  std::uint32_t farthest = 0, elsewhere = 0;
  const std::uint32_t first = address[0], bytes = p.memory->bytes;
  const auto set = [&](std::size_t begin, std::size_t end) __attribute__((always_inline)) {
    for (std::size_t l = begin; l < end; ++l) {
      const std::uint32_t at = address[l] & live[l];
      farthest = at > farthest ? at : farthest;
      elsewhere |= at ^ (first + std::uint32_t(l) * bytes);
      p.address[l] = at + (std::uint32_t(offset) & live[l]);
    }
  };
  set(0, kMaxLanes / 2);
  if (p.lane_count == kMaxLanes) set(kMaxLanes / 2, kMaxLanes);  // lanes that a wave32 does not have
  p.stride = p.takes_all() && elsewhere == 0 ? bytes : 0;
  return farthest;
}

// Captures addresses, then data: one value per element, or the new value and the value compared with.
Step prepare(Wave& wave, const PreparedInstruction& prepared, Pending& p) {
  const isa::Instruction& i = *prepared.instruction;
  const isa::Memory& memory = *p.memory;
  if (i.modifiers.gds) return wave.stop(FindingKind::unsupported, prepared, -1, "global data share");
  Lanes own_address;
  const std::uint32_t* address = own_address.data();
  if (memory.thread_address) {
    const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
    if ((m0.undefined & 0xFFFF) != 0)
      wave.report(FindingKind::undefined_address, prepared, -1, "M0, the LDS address, is undefined");
    for (int l = 0; l < kMaxLanes; ++l)
      own_address[l] = std::uint32_t(m0.value & 0xFFFF) + 4u * std::uint32_t(l);
  } else {
    const int a = unified_register(wave, *i.operand(isa::OperandRole::address));
    if (a < 0)
      return wave.stop(FindingKind::register_bounds, prepared, -1,
                       "the address lies beyond the kernel's registers");
    demand_defined(wave, prepared, a, p.lanes, "the LDS address is undefined");
    address = wave.vector.read(a);
  }
  // Compilers disable a lane by this address (Triton 3.9, for copies and for stores).
  constexpr std::uint32_t kLeftOut = 0x7FFF'FFFF;
  const bool skips = memory.access == Access::store && wave.has(arch::Feature::lds_address_skips_lane);
  for (int l = 0; skips && l < kMaxLanes; ++l)
    if (address[l] == kLeftOut) p.lanes &= ~(std::uint64_t{1} << l);
  const std::uint64_t offset = memory.pair ? i.modifiers.offset0 * std::uint64_t{memory.pair_stride}
                                           : std::uint64_t(i.modifiers.offset);
  p.second = (std::int64_t(i.modifiers.offset1) - i.modifiers.offset0) * memory.pair_stride;
  const std::uint64_t highest = set_addresses(address, wave.lanes_of(p.lanes), offset, p) + offset;
  const std::uint64_t farther = memory.pair && p.second > 0 ? std::uint64_t(p.second) : 0;
  if (!wave.group->lds.contains(highest + farther, memory.bytes))
    if (const Step step = keep_inside_lds(wave, p); step != Step::next) return step;
  int at = 0;
  for (const isa::Operand* data : {i.data(0), i.data(1)}) {
    if (data == nullptr) break;
    const int r = unified_register(wave, *data);
    if (r < 0)
      return wave.stop(FindingKind::register_bounds, prepared, -1,
                       "a register lies beyond those of the kernel");
    if (at + data->count > int(p.data.size()))
      return wave.stop(FindingKind::unsupported, prepared, -1, "too much data");
    capture_data(wave, p, r, data->count, at);
    at += data->count;
  }
  if (memory.access != Access::load) p.dwords = at;
  // ds_cmpst names the compared value first; the atomic expects the new value first, as gfx1250's do.
  const bool compares = memory.atomic == isa::Atomic::compare_swap ||
                        memory.atomic == isa::Atomic::compare_swap_f32 ||
                        memory.atomic == isa::Atomic::compare_swap_f64;
  if (compares && at >= 2 && !memory.new_value_first) {
    std::swap(p.data[0], p.data[at / 2]);
    std::swap(p.undefined[0], p.undefined[at / 2]);
    if (at == 4) {
      std::swap(p.data[1], p.data[3]);
      std::swap(p.undefined[1], p.undefined[3]);
    }
  }
  return Step::next;
}

// ---- lane permutations ------------------------------------------------------------------------------------

// The source lane of ds_swizzle within its 32, by the offset's high bits (MI300 ISA, DS_SWIZZLE_B32): 0xE000
// the FFT's bit reversal, 0xC000 rotation, 0x8000 quad permutation, else and/or/xor masks.
int swizzle_source(std::uint32_t offset, int lane) {
  const std::uint32_t in_half = std::uint32_t(lane) & 31, kept = offset & 31;
  if (offset >= 0xE000) {
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < 5; ++bit) reversed |= ((in_half >> bit) & 1) << (4 - bit);
    return (lane & 32) | int((reversed >> std::popcount(kept)) | (in_half & kept));
  }
  if (offset >= 0xC000) {
    const std::uint32_t by = (offset >> 5) & 31, moved = (offset >> 10) & 1 ? in_half - by : in_half + by;
    return (lane & 32) | int((in_half & kept) | (moved & ~kept & 31));
  }
  if ((offset >> 15) != 0) return (lane & ~3) | int((offset >> (2 * (lane & 3))) & 3);
  const int and_mask = int(offset & 31), or_mask = int((offset >> 5) & 31),
            xor_mask = int((offset >> 10) & 31);
  return (lane & 32) | (((lane & and_mask) | or_mask) ^ xor_mask);
}

/// The lanes from which ds_bpermute fetches, for all lanes.
LOCKSTEP_CLONES void fetch_lanes(const std::uint32_t* select, std::uint32_t offset, std::uint32_t last_lane,
                                 const std::uint32_t* from, std::uint32_t* to) {
  for (std::size_t l = 0; l < kMaxLanes; ++l) to[l] = from[(select[l] + offset) >> 2 & last_lane];
}

}  // namespace

const Moves kLdsMoves{read, write, read_modify_write};

namespace {

/// A dword of a load for lanes that read past LDS: 0, which is undefined, but for an element of a pair that
/// lies inside. Inferred: each of the two has an address of its own (CDNA3 ISA, DS_READ2_B32).
void give_inside(Wave& wave, const Pending& p, std::uint64_t lanes, int dword) {
  Lanes value{}, undefined;
  undefined.fill(~0u);
  Lds& lds = wave.group->lds;
  const int of_element = element_dwords(*p.memory);
  for (std::uint64_t left = p.memory->pair ? lanes : 0; left != 0; left &= left - 1) {
    const auto l = std::size_t(std::countr_zero(left));
    const std::uint64_t at = p.address[l] + std::uint64_t(dword / of_element) * std::uint64_t(p.second);
    if (!lds.contains(at, p.memory->bytes)) continue;
    std::uint32_t u = 0;
    std::memcpy(&value[l], lds.data() + at + 4 * (dword % of_element), 4);
    std::memcpy(&u, lds.undefined() + at + 4 * (dword % of_element), 4);
    undefined[l] = bits_of_bytes(u);
  }
  wave.vector.write(p.destination + dword, lanes, spread(lanes), value.data(), undefined.data());
}

}  // namespace

Step keep_inside_lds(Wave& wave, Pending& p) {
  std::uint64_t outside = 0, inside = 0, first = 0;
  for_each_element(p, [&](int l, std::uint64_t at, int) {
    const bool is_inside = wave.group->lds.contains(at, p.memory->bytes);
    if (!is_inside && outside == 0) first = at;
    (is_inside ? inside : outside) |= std::uint64_t{1} << l;
  });
  if (outside == 0) return Step::next;
  const bool loads = p.memory->access == Access::load;
  const bool is_dropped = p.memory->access == Access::store && (outside & inside) == 0;  // not half of a pair
  const std::string what = fmt::format("{}{} bytes at LDS {:#x}, past the {} bytes of the workgroup{}",
                                       loads        ? "reads "
                                       : is_dropped ? "writes "
                                                    : "",
                                       p.memory->bytes, first, wave.group->lds.size(),
                                       loads        ? ": gives 0"
                                       : is_dropped ? ": is dropped"
                                                    : "");
  const int lane = std::countr_zero(outside);
  if (!loads && !is_dropped) return wave.stop(FindingKind::lds_bounds, *p.prepared, lane, what);
  wave.report(FindingKind::lds_bounds, *p.prepared, lane, what, Severity::risk);
  for (int d = 0; p.destination >= 0 && d < p.dwords; ++d) give_inside(wave, p, outside, d);
  p.lanes &= ~outside;
  p.stride = 0;
  return Step::next;
}

Step execute_lds(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const auto& memory = std::get<isa::Memory>(i.semantics->operation);
  // Lanes that exchange elements take part all, or none does (ROCm/rocm-systems, rocjitsu).
  const bool all = memory.exchange != 0 && wave.exec() != 0;
  auto p = new_pending(wave, prepared, memory, all ? wave.every_lane() : wave.exec());
  if (const isa::Operand* destination = i.destination()) {
    p->destination = unified_register(wave, *destination);
    if (p->destination < 0)
      return wave.stop(FindingKind::register_bounds, prepared, -1,
                       "the destination lies beyond the kernel's registers");
  }
  p->dwords = element_dwords(memory) * (memory.pair ? 2 : 1);
  if (const Step step = prepare(wave, prepared, *p); step != Step::next) return step;
  if (memory.transpose != 0 && wave.exec() != wave.every_lane())
    wave.report(FindingKind::exec, prepared, std::countr_one(wave.exec()),
                "a transposing read with lanes off: the others get their data");
  set_moves(*p, kLdsMoves);
  if (memory.transpose != 0) p->perform = read_transposed;
  if (memory.exchange != 0) p->perform = read_exchanged;
  if (memory.counts_async) {  // arrives after all older copies have filled LDS
    p->perform = nullptr;
    p->retire = kLdsMoves.atomic;
  }
  mark_destination(wave, *p);
  issue(wave, memory.counts_async ? wave.asyncs : wave.lgkm, std::move(p));
  return Step::next;
}

Step execute_lane_permute(Wave& wave, const PreparedInstruction& prepared) {
  static constexpr isa::Memory kDword{isa::Memory::Space::lds, Access::load, 4};
  const isa::Instruction& i = *prepared.instruction;
  const auto what = std::get<isa::LanePermute>(i.semantics->operation);
  const isa::Operand* const selector = i.operand(isa::OperandRole::lane_select);
  for (const isa::Operand* o : {i.destination(), selector, i.data(0)})
    if (o != nullptr && unified_register(wave, *o) < 0)
      return wave.stop(FindingKind::register_bounds, prepared, -1,
                       "a register lies beyond those of the kernel");
  const std::uint64_t exec = wave.exec();
  const auto last_lane = std::uint32_t(isa::lane_count(wave.width()) - 1);  // lane numbers wrap around
  auto p = new_pending(wave, prepared, kDword, exec);
  p->destination = unified_register(wave, *i.destination());
  p->dwords = 1;
  const int data_register = unified_register(wave, *i.data(0));
  const std::uint32_t *const data = wave.vector.read(data_register), *const undefined =
                                                                         wave.vector.undefined(data_register);
  const std::uint32_t* select = nullptr;
  if (selector != nullptr) {
    const int r = unified_register(wave, *selector);
    select = wave.vector.read(r);
    demand_defined(wave, prepared, r, exec, "the lane selector is undefined");
  }
  const bool of_all =
      what == isa::LanePermute::bpermute_of_all || (what == isa::LanePermute::bpermute && ~exec == 0);
  const auto shift = std::uint32_t(i.modifiers.offset);
  p->all_defined = undefined == nullptr;
  if (of_all) {
    fetch_lanes(select, shift, last_lane, data, p->data[0].data());
    if (!p->all_defined) fetch_lanes(select, shift, last_lane, undefined, p->undefined[0].data());
  } else {
    p->data[0].fill(0);
    p->undefined[0].fill(0);
  }
  for (int l = 0; l < kMaxLanes && !of_all; ++l) {
    const bool active = ((exec >> l) & 1) != 0;
    if (what == isa::LanePermute::permute) {
      // ds_permute sends: of several lanes that send to one, the highest wins.
      if (!active) continue;
      const int to = int(((select[l] + std::uint32_t(i.modifiers.offset)) >> 2) & last_lane);
      p->data[0][to] = data[l];
      if (undefined != nullptr) p->undefined[0][to] = undefined[l];
      continue;
    }
    const int from = what == isa::LanePermute::swizzle
                         ? swizzle_source(std::uint32_t(i.modifiers.offset), l)
                         : int(((select[l] + std::uint32_t(i.modifiers.offset)) >> 2) & last_lane);
    if (((exec >> from) & 1) == 0) continue;  // an inactive lane supplies 0
    p->data[0][l] = data[from];
    if (undefined != nullptr) p->undefined[0][l] = undefined[from];
  }
  p->retire = write_loaded;
  mark_destination(wave, *p);
  issue(wave, wave.lgkm, std::move(p));
  return Step::next;
}

std::uint64_t arrive(Wave& wave, std::uint64_t address, std::uint32_t count) {
  std::uint8_t* const at = wave.group->lds.data() + address;
  std::uint64_t cell = 0;
  std::memcpy(&cell, at, sizeof cell);
  if (Observer* const observer = wave.environment().observer)
    observer->arrives(wave, std::uint32_t(address), is_last_arrival(cell, count));
  const std::uint64_t now = after_arrival(cell, count);
  std::memcpy(at, &now, sizeof now);
  return cell;
}

}  // namespace lockstep::machine
