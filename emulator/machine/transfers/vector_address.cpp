#include <bit>

#include <fmt/format.h>

#include "emulator/machine/transfers/all_lanes.hpp"
#include "emulator/machine/transfers/buffer_descriptor.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

constexpr const char* kUndefined = "the address register is undefined";

constexpr int lowest_set(std::uint8_t mask) {
  return std::countr_zero(unsigned{mask});
}

// Finds the allocation of the bytes that a lane really accesses. It faults if there is none or, for a buffer,
// if it is not the one that the descriptor's base points into. `near`: a lane that is resolved already, or
// any.
bool resolve(Wave& wave, const PreparedInstruction& prepared, int lane, int near, const Allocation* expected,
             Pending& pending, Step& stop) {
  const int bytes = pending.memory->bytes;
  const std::uint8_t mask = pending.in_range(lane);
  const int first = lowest_set(mask), last = 7 - std::countl_zero(mask);
  const std::uint64_t begin = pending.address[lane] + 4u * std::uint64_t(first);
  const std::uint64_t size = bytes < 4 ? std::uint64_t(bytes) : 4u * std::uint64_t(last - first + 1);
  Allocation* owner = pending.owners.of(std::size_t(near));
  if (owner == nullptr || !owner->contains(begin, size))
    owner = wave.environment().memory->owner(begin, size);
  const bool store = pending.memory->access != isa::Access::load;
  const char* what = store ? "writes" : "reads";
  const auto fault = [&](std::string why) {
    stop = wave.stop(FindingKind::bounds, prepared, lane,
                     fmt::format("{} {} bytes at {:#x}: {}", what, size, begin, why));
    return false;
  };
  if (owner == nullptr) return fault(wave.environment().memory->describe(begin, size));
  if (expected != nullptr && owner != expected)
    return fault(
        fmt::format("inside {}, but the descriptor's base lies in {}", owner->name(), expected->name()));
  if (store && !owner->writable())
    return fault(fmt::format("inside {}, which kernels only read", owner->name()));
  pending.owners.set(lane, owner);
  return true;
}

/// The addresses of global and flat operations. `high` nullptr: 32-bit offsets.
LOCKSTEP_CLONES void add_base(std::uint64_t base, const std::uint32_t* low, const std::uint32_t* high,
                              std::array<std::uint64_t, kMaxLanes>& address) {
  if (high == nullptr)
    for (std::size_t l = 0; l < kMaxLanes; ++l) address[l] = base + low[l];
  else
    for (std::size_t l = 0; l < kMaxLanes; ++l) address[l] = base + (low[l] | std::uint64_t{high[l]} << 32);
}

// Reports a buffer atomic out of range, which is dropped and returns 0, as the manual has it. Triton's
// authors saw gfx950 raise a memory aperture violation instead where the descriptor spans more than INT_MAX
// bytes (triton-lang/triton#9855), and keep the descriptors of atomics below that.
void warn_of_violation(Wave& wave, const PreparedInstruction& prepared, int lane,
                       const BufferDescriptor& descriptor) {
  constexpr std::uint64_t kMost = 0x7FFF'FFFF;
  if (descriptor.num_records <= kMost || !wave.has(arch::Feature::atomic_range_violation)) return;
  wave.report(
      FindingKind::clamped, prepared, lane,
      fmt::format("an atomic past num_records ({:#x}), which is more than 0x7fffffff: {} may raise a memory "
                  "violation and not drop it",
                  descriptor.num_records, wave.arch->name),
      Severity::risk);
}

/// Whether no offset leads out of the allocation that the base points into, since num_records ends there. It
/// must count bytes, and all of the address be compared with it.
bool is_bounded(const Memory& memory, const BufferDescriptor& d, bool indexed) {
  if (d.swizzle || d.add_thread_id || (!d.wide && indexed && d.stride != 0)) return false;
  return d.num_records == 0 || memory.owner(d.base, d.num_records) != nullptr;
}

/// Where an address register is undefined: a load through a bounded descriptor harms nobody whose value is
/// not used, as of waves past the end of a tile. What it gives is undefined.
void note_undefined(Wave& wave, const PreparedInstruction& prepared, std::uint64_t lanes, bool bounded,
                    Pending& pending) {
  if (!bounded || pending.memory->access != isa::Access::load)
    return wave.report(FindingKind::undefined_address, prepared, std::countr_zero(lanes), kUndefined);
  pending.astray = lanes;
  wave.report(FindingKind::undefined_address, prepared, std::countr_zero(lanes),
              fmt::format("{}: gives an undefined value", kUndefined), Severity::risk);
}

}  // namespace

bool buffer_addresses(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop) {
  const isa::Modifiers& m = prepared.instruction->modifiers;
  const isa::Operand& base = *prepared.instruction->operand(isa::OperandRole::base);
  if (base.index + 4 > ScalarRegisters::kCount) {
    stop = wave.stop(FindingKind::unsupported, prepared, -1, "the descriptor is not in scalar registers");
    return false;
  }
  std::array<std::uint32_t, 4> words{};
  for (int i = 0; i < 4; ++i) {
    const Scalar w = wave.scalar.read32(base.index + i);
    words[i] = std::uint32_t(w.value);
    if (w.undefined != 0)
      wave.report(FindingKind::undefined_address, prepared, -1,
                  fmt::format("dword {} of the descriptor is undefined", i));
  }
  const BufferDescriptor descriptor = decode_descriptor(words, *wave.arch);
  if (descriptor.wide && words[3] >> 30 != 0) {
    stop = wave.stop(FindingKind::unsupported, prepared, -1,
                     "a descriptor whose type (bits 127:126) is no buffer's");
    return false;
  }
  if (!descriptor.wide && descriptor.swizzle && descriptor.stride != 0 && pending.memory->bytes > 4) {
    stop = wave.stop(FindingKind::unsupported, prepared, -1, "more than a dword of a swizzled buffer");
    return false;
  }
  const Scalar soffset =
      read_scalar(wave, *prepared.instruction->operand(isa::OperandRole::offset), isa::Type::u32);
  if (soffset.undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "the scalar offset is undefined");

  const Memory& memory = *wave.environment().memory;
  const std::uint32_t *index = nullptr, *offset = nullptr;
  std::uint64_t undefined = 0;
  if (m.idxen || m.offen) {
    const isa::Operand* const address = prepared.instruction->unless_off(isa::OperandRole::address);
    const int r = address != nullptr ? unified_register(wave, *address) : -1;
    if (r < 0) {
      stop = wave.stop(FindingKind::register_bounds, prepared, -1,
                       "the address lies beyond the kernel's registers");
      return false;
    }
    int next = r;
    if (m.idxen) index = wave.vector.read(next++);
    if (m.offen) offset = wave.vector.read(next++);
    for (int i = r; i < next; ++i) undefined |= undefined_lanes(wave, i, pending.lanes);
  }
  if (m.scale_offset) {
    stop = wave.stop(FindingKind::unsupported, prepared, -1, "scale_offset of a buffer");
    return false;
  }
  if (undefined != 0)
    note_undefined(wave, prepared, undefined, is_bounded(memory, descriptor, m.idxen), pending);
  if (index == nullptr && pending.astray == 0 &&
      all_lanes::buffer_addresses(memory, descriptor, offset, m.offset, soffset.value, pending))
    return true;
  pending.owners.split();
  const Allocation* expected = nullptr;
  int near = 0;
  const bool atomic = pending.memory->access == isa::Access::atomic;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((pending.lanes >> l) & 1) == 0) continue;
    BufferOffset at;
    at.indexed = m.idxen;
    at.index = index != nullptr ? index[l] : 0;
    const std::uint32_t own_offset = (offset != nullptr ? offset[l] : 0u) + std::uint32_t(m.offset);
    at.offset = own_offset + soffset.value;
    if (descriptor.wide)
      at.offset = soffset.value + (offset != nullptr ? offset[l] : 0u) + std::uint64_t(m.offset);
    const bool astray = (pending.astray >> l & 1) != 0;
    pending.owners.set_in_range(
        l, astray ? std::uint8_t{0} : dwords_in_range(descriptor, at, pending.memory->bytes, atomic));
    const std::uint64_t place =
        descriptor.wide
            ? wide_buffer_offset(descriptor, at)
            : soffset.value + buffer_offset(descriptor,
                                            at.index + (descriptor.add_thread_id ? std::uint64_t(l) : 0),
                                            own_offset);
    const std::uint64_t bits = descriptor.wide ? 57 : 48;
    pending.address[l] = (descriptor.base + place) & ((std::uint64_t{1} << bits) - 1);
    if (descriptor.wide && pending.in_range(l) != 0 &&
        !is_one_element(descriptor, at, pending.memory->bytes)) {
      stop = wave.stop(FindingKind::unsupported, prepared, l,
                       "more than 16 bytes, or two parts of 16, of a swizzled buffer");
      return false;
    }
    if (pending.in_range(l) == 0) {
      if (atomic) warn_of_violation(wave, prepared, l, descriptor);
      continue;
    }
    if (expected == nullptr) expected = memory.owner(descriptor.base, 1);
    if (!resolve(wave, prepared, l, near, expected, pending, stop)) return false;
    near = l;
  }
  return true;
}

bool lane_addresses(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop) {
  const isa::Modifiers& m = prepared.instruction->modifiers;
  const int r = unified_register(wave, *prepared.instruction->operand(isa::OperandRole::address));
  if (r < 0) {
    stop = wave.stop(FindingKind::register_bounds, prepared, -1,
                     "the address lies beyond the kernel's registers");
    return false;
  }
  const isa::Operand* const scalar_base = prepared.instruction->unless_off(isa::OperandRole::base);
  const bool wide = scalar_base == nullptr;
  for (int i = 0; i < (wide ? 2 : 1); ++i) demand_defined(wave, prepared, r + i, pending.lanes, kUndefined);
  std::uint64_t base = 0;
  if (!wide) {
    const Scalar s = read_scalar(wave, *scalar_base, isa::Type::u64);
    if (s.undefined != 0)
      wave.report(FindingKind::undefined_address, prepared, -1, "the scalar base is undefined");
    base = s.value;
  }
  const std::uint32_t *const low = wave.vector.read(r), *const high =
                                                            wide ? wave.vector.read(r + 1) : nullptr;
  base += std::uint64_t(m.offset);
  if (!m.scale_offset) {
    add_base(base, low, high, pending.address);
    return true;
  }
  // gfx1250: the offset in a register may count elements.
  for (std::size_t l = 0; l < kMaxLanes; ++l)
    pending.address[l] = base + (low[l] | (wide ? std::uint64_t{high[l]} << 32 : 0)) * pending.memory->bytes;
  return true;
}

bool find_owners(Wave& wave, const PreparedInstruction& prepared, Pending& pending, Step& stop) {
  if (all_lanes::own(*wave.environment().memory, wave.last_owner, pending)) return true;
  pending.owners.split();
  int near = 0;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((pending.lanes >> l) & 1) == 0) continue;
    pending.owners.set_in_range(l, pending.all_dwords());
    if (!resolve(wave, prepared, l, near, nullptr, pending, stop)) return false;
    near = l;
  }
  return true;
}

}  // namespace lockstep::machine
