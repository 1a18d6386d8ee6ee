// Scalar loads, stores and atomics, and cache control.
#include <algorithm>

#include <fmt/format.h>

#include "emulator/isa/counters.hpp"
#include "emulator/machine/memory/shadow.hpp"
#include "emulator/machine/memory_operations/execute.hpp"
#include "emulator/machine/transfers/buffer_descriptor.hpp"
#include "emulator/machine/transfers/transfer.hpp"

namespace lockstep::machine {

namespace {

// Dwords of a scalar operation per lane of the data: it keeps them in lane 0; a load of 8 or 16 dwords
// continues in lanes 1 to 3.
constexpr int kRow = 4;

/// Loads a byte or two, extended to a dword (gfx1250).
void sample_part(Wave&, Pending& p) {
  std::array<std::uint8_t, 4> data{}, undefined{};
  const auto bytes = std::size_t(p.memory->bytes);
  if (p.owners.of(0) != nullptr)
    p.owners.of(0)->read(p.address[0] - p.owners.of(0)->base(), data.data(), undefined.data(), bytes);
  if (p.memory->sign_extend)
    for (std::size_t b = bytes; b < data.size(); ++b) {
      data[b] = (data[bytes - 1] & 0x80) != 0 ? 0xFF : 0;
      undefined[b] = undefined[bytes - 1];
    }
  std::uint32_t u = 0;
  std::memcpy(&p.data[0][0], data.data(), 4);
  std::memcpy(&u, undefined.data(), 4);
  p.undefined[0][0] = bits_of_bytes(u);
}

void sample(Wave& wave, Pending& p) {
  if (p.memory->bytes < 4) return sample_part(wave, p);
  for (int d = 0; d < p.dwords; ++d) {
    if (p.owners.of(d) == nullptr) {  // past the end of a scalar buffer: reads 0
      p.data[d % kRow][d / kRow] = p.undefined[d % kRow][d / kRow] = 0;
      continue;
    }
    std::array<std::uint8_t, 4> data{}, undefined{};
    p.owners.of(d)->read(p.address[0] + 4u * std::uint64_t(d) - p.owners.of(d)->base(), data.data(),
                         undefined.data(), 4);
    std::memcpy(&p.data[d % kRow][d / kRow], data.data(), 4);
    std::uint32_t u = 0;
    std::memcpy(&u, undefined.data(), 4);
    p.undefined[d % kRow][d / kRow] = bits_of_bytes(u);
  }
}

void write_registers(Wave& wave, Pending& p) {
  for (int d = 0; d < p.dwords; ++d)
    wave.scalar.write32(p.destination + d, {p.data[d % kRow][d / kRow], p.undefined[d % kRow][d / kRow]});
}

void commit(Wave&, Pending& p) {
  for (int d = 0; d < p.dwords; ++d) {
    if (p.owners.of(d) == nullptr) continue;  // past the end of a scalar buffer: dropped
    std::array<std::uint8_t, 4> data{}, undefined{};
    std::memcpy(data.data(), &p.data[d % kRow][d / kRow], 4);
    const std::uint32_t u = bytes_of_bits(p.undefined[d % kRow][d / kRow]);
    std::memcpy(undefined.data(), &u, 4);
    p.owners.of(d)->write(p.address[0] + 4u * std::uint64_t(d) - p.owners.of(d)->base(), data.data(),
                          undefined.data(), 4);
  }
}

// Performs an atomic, whose dwords have one owner: all of them are in range or none.
void read_modify_write(Wave& wave, Pending& p) {
  const std::lock_guard lock(wave.environment().memory->atomics());
  std::array<std::uint32_t, kRow> operand{};
  std::uint32_t undefined = 0;
  for (int d = 0; d < kRow; ++d) {
    operand[std::size_t(d)] = p.data[d][0];
    undefined |= p.undefined[d][0];
    p.data[d][0] = p.undefined[d][0] = 0;
  }
  Allocation* const owner = p.owners.of(0);
  if (owner == nullptr) return;
  const auto bytes = std::uint64_t(p.memory->bytes);
  const std::uint64_t at = p.address[0] - owner->base();
  std::array<std::uint8_t, 8> data{}, shadow{};
  owner->read(at, data.data(), shadow.data(), bytes);
  for (int d = 0; d < p.dwords; ++d) {
    std::uint32_t u = 0;
    std::memcpy(&p.data[d][0], &data[std::size_t(4 * d)], 4);
    std::memcpy(&u, &shadow[std::size_t(4 * d)], 4);
    p.undefined[d][0] = bits_of_bytes(u);
    undefined |= u;
  }
  const std::array<std::uint8_t, 8> old = data;
  apply_atomic(p.memory->atomic, int(bytes), operand.data(), data.data());
  p.changed = data != old;
  if (undefined != 0) shadow.fill(1);
  owner->write(at, data.data(), shadow.data(), bytes);
}

Step resolve(Wave& wave, const PreparedInstruction& prepared, Pending& p, std::uint64_t limit) {
  Memory& memory = *wave.environment().memory;
  const bool store = p.memory->access != isa::Access::load;
  const std::uint64_t whole =
      p.memory->access == isa::Access::atomic || p.memory->bytes < 4 ? p.memory->bytes : 4;
  const std::uint64_t part = std::min<std::uint64_t>(p.memory->bytes, 4);
  p.owners.split();
  for (int d = 0; d < p.dwords; ++d) {
    if (4u * std::uint64_t(d) + whole > limit) continue;
    const std::uint64_t at = p.address[0] + 4u * std::uint64_t(d);
    Allocation* const owner = memory.owner(at, part);
    p.owners.set(d, owner);
    if (owner == nullptr)
      return wave.stop(FindingKind::bounds, prepared, -1,
                       fmt::format("{} {} bytes at {:#x}: {}", store ? "writes" : "reads", part, at,
                                   memory.describe(at, part)));
    if (store && !owner->writable())
      return wave.stop(
          FindingKind::bounds, prepared, -1,
          fmt::format("writes 4 bytes at {:#x}: inside {}, which kernels only read", at, owner->name()));
  }
  return Step::next;
}

// What the clock says when a launch begins: another time under each schedule, so that a result which depends
// on the time of day is seen to.
std::uint64_t clock_begins(const Schedule& schedule) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;
  constexpr int kSpared = 20;  // 2^44 cycles are two hours
  return (schedule.seed * 8 + std::uint64_t(schedule.kind)) * kGolden >> kSpared;
}

}  // namespace

Step execute_scalar_memory(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const auto& memory = std::get<isa::Memory>(i.semantics->operation);
  auto p = new_pending(wave, prepared, memory, 1);
  p->dwords = (memory.bytes + 3) / 4;
  const isa::Issued counted = *isa::issued(i);
  p->weight = counted.weight;
  p->out_of_order = !counted.ordered;
  const isa::Operand *const filled = i.destination(), *const stored = i.data(0);
  const int data = (filled != nullptr ? filled : stored)->index;
  const int base = i.operand(isa::OperandRole::base)->index;
  const int data_dwords = memory.atomic == isa::Atomic::compare_swap ? 2 * p->dwords : p->dwords;
  if (data + data_dwords > ScalarRegisters::kCount || base + 4 > ScalarRegisters::kCount)
    return wave.stop(FindingKind::register_bounds, prepared, -1, "a scalar register is out of range");

  const isa::Operand& named_offset = *i.operand(isa::OperandRole::offset);
  const Scalar s = read_scalar(wave, named_offset, isa::Type::u32);
  if (s.undefined != 0) wave.report(FindingKind::undefined_address, prepared, -1, "the offset is undefined");
  // An immediate is a signed 21-bit number, a register is unsigned.
  const bool immediate = named_offset.kind == isa::Operand::Kind::constant;
  const auto unit = std::uint64_t(i.modifiers.scale_offset ? memory.bytes : 1);
  const std::uint64_t offset =
      std::uint64_t(i.modifiers.offset) + (immediate ? std::uint64_t(named_offset.integer) : s.value * unit);
  Scalar address = wave.scalar.read64(base);
  std::uint64_t limit = ~std::uint64_t{0};
  if (memory.space == isa::Memory::Space::scalar_buffer) {
    std::array<std::uint32_t, 4> words{};
    for (int w = 0; w < 4; ++w) {
      words[w] = std::uint32_t(wave.scalar.read32(base + w).value);
      address.undefined |= wave.scalar.read32(base + w).undefined;
    }
    const BufferDescriptor descriptor = decode_descriptor(words, *wave.arch);
    address.value = descriptor.base;
    const std::uint64_t size =
        descriptor.num_records * (descriptor.stride != 0 && !descriptor.wide ? descriptor.stride : 1);
    limit = offset < size ? size - offset : 0;
  }
  if (address.undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "the base address is undefined");
  const std::uint64_t unit_of_address = std::min<std::uint64_t>(memory.bytes, 4);
  p->address[0] = (address.value + offset) & ~(unit_of_address - 1);
  if (address.undefined == 0 && p->address[0] != address.value + offset)
    wave.report(FindingKind::misaligned, prepared, -1,
                fmt::format("address {:#x} is not a multiple of {}: its lowest bits are ignored",
                            address.value + offset, unit_of_address));
  if (const Step step = resolve(wave, prepared, *p, limit); step != Step::next) return step;
  if (memory.space == isa::Memory::Space::scalar_buffer && p->owners.of(0) != nullptr)
    if (const Allocation* meant = wave.environment().memory->owner(address.value, 1);
        meant != nullptr && meant != p->owners.of(0))
      return wave.stop(FindingKind::bounds, prepared, -1,
                       fmt::format("reads 4 bytes at {:#x}: inside {}, but the descriptor's base lies in {}",
                                   p->address[0], p->owners.of(0)->name(), meant->name()));

  if (stored != nullptr)
    for (int d = 0; d < data_dwords; ++d) {
      const Scalar x = wave.scalar.read32(data + d);
      p->data[d % kRow][d / kRow] = std::uint32_t(x.value);
      p->undefined[d % kRow][d / kRow] = std::uint32_t(x.undefined);
    }
  p->perform = memory.access == isa::Access::load    ? sample
               : memory.access == isa::Access::store ? commit
                                                     : read_modify_write;
  if (filled != nullptr) {
    p->destination = data;
    p->retire = write_registers;
    if (!wave.environment().schedule.lgkm_at_once())
      for (int d = 0; d < p->dwords; ++d) wave.scalar.mark_undefined(data + d);
  }
  issue(wave, wave.has(arch::Feature::split_counters) ? wave.scalars : wave.lgkm, std::move(p));
  return Step::next;
}

// Whether the clock is the real-time counter, not the wave's own.
bool reads_real_time(const isa::Instruction& i) {
  return i.semantics->mnemonic == "s_memrealtime" || i.text.find("MSG_RTN_GET_REALTIME") != std::string::npos;
}

// Executes what reads a clock. A wave's clock here is what it has issued, four cycles each; the real-time
// counter counts at 100 MHz (CDNA3 ISA, "S_MEMREALTIME").
Step execute_clock(Wave& wave, const PreparedInstruction& prepared) {
  static constexpr isa::Memory kClock{isa::Memory::Space::scalar, isa::Access::load, 8};
  constexpr std::uint64_t kCyclesOfSlot = 4, kRealTimeKhz = 100'000;
  const isa::Instruction& i = *prepared.instruction;
  const auto what = std::get<isa::Control>(i.semantics->operation);
  if (what == isa::Control::message_returned && !reads_real_time(i))
    return wave.stop(FindingKind::unsupported, prepared, -1,
                     "of what s_sendmsg_rtn asks, only the real time is known");
  const int to = i.destination()->index;
  if (to + 2 > ScalarRegisters::kCount)
    return wave.stop(FindingKind::register_bounds, prepared, -1, "a scalar register is out of range");
  std::uint64_t now = clock_begins(wave.environment().schedule) + kCyclesOfSlot * wave.slots();
  if (reads_real_time(i)) now = now * kRealTimeKhz / std::uint64_t(std::max(1, wave.arch->device.clock_khz));
  if (what == isa::Control::cycles) {
    wave.scalar.write64(to, {now, 0});
    return Step::next;
  }
  auto p = new_pending(wave, prepared, kClock, 1);
  const isa::Issued counted = *isa::issued(i);
  p->weight = counted.weight;
  p->out_of_order = !counted.ordered;
  p->dwords = 2;
  p->destination = to;
  for (int d = 0; d < 2; ++d) {
    p->data[std::size_t(d)][0] = std::uint32_t(now >> (32 * d));
    p->undefined[std::size_t(d)][0] = 0;
  }
  p->retire = write_registers;
  if (!wave.environment().schedule.lgkm_at_once())
    for (int d = 0; d < 2; ++d) wave.scalar.mark_undefined(to + d);
  issue(wave, wave.queue(counted.counter), std::move(p));
  return Step::next;
}

// Executes invalidations and write-backs: memory here is one coherent level, so they change nothing, but
// they count.
Step execute_cache_control(Wave& wave, const PreparedInstruction& prepared) {
  static constexpr isa::Memory kNothing{isa::Memory::Space::buffer, isa::Access::store, 4};
  if (const auto issued = isa::issued(*prepared.instruction))
    issue(wave, wave.queue(issued->counter), new_pending(wave, prepared, kNothing, 0));
  return Step::next;
}

}  // namespace lockstep::machine
