#include "emulator/checks/register_waits.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/vgpr_banks.hpp"
#include "emulator/machine/vector/register_index.hpp"
#include "emulator/machine/waves/mode.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::checks {

using isa::Counter;
using isa::File;
using isa::RegisterAccess;
using machine::Pending;
using machine::Wave;

namespace {

// What an instruction writes into a register that it loads arrives after what is outstanding. With split
// counters, loads from memory count in order and write registers in any (LLVM, vmem-write-vgpr-in-order).
bool arrives_in_order(const Wave& wave, const isa::Instruction& i, Counter counter,
                      const OutstandingOperation& before) {
  if (counter == Counter::vm && wave.has(arch::Feature::split_counters)) return false;
  const auto issued = isa::issued(i);
  return issued && issued->ordered && issued->counter == counter && !before.out_of_order;
}

/// LDS from the lowest lane's first byte to the highest's last, or more: lanes that take no part count, too.
struct Span {
  std::uint64_t first, end;
};

/// From the lowest address and the highest to bytes. A second element may lie below the first: of a lane that
/// takes no part, below 0.
LOCKSTEP_INLINE Span bytes_of(const Pending& p, std::uint64_t lowest, std::uint64_t highest) {
  if (p.memory->pair && p.second < 0) lowest -= std::min(lowest, std::uint64_t(-p.second));
  if (p.memory->pair && p.second > 0) highest += std::uint64_t(p.second);
  return {lowest, highest + p.memory->bytes};
}

LOCKSTEP_CLONES Span span_of(const Pending& p) {
  if (p.in_row() && !p.memory->pair)
    return {p.address.front(), p.address[p.lane_count - 1u] + p.memory->bytes};
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
  for (const std::uint64_t at : p.address) {
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
  }
  return bytes_of(p, lowest, highest);
}

/// From the lowest lane's byte to the highest's, of all that there are.
LOCKSTEP_CLONES Span span_of_all(const Pending& p) {
  if (p.in_row() && !p.memory->pair)
    return {p.address.front(), p.address[p.lane_count - 1u] + p.memory->bytes};
  std::uint32_t lowest = ~0u, highest = 0;
  for (std::size_t l = 0; l < p.lane_count; ++l) {
    const auto at = std::uint32_t(p.address[l]);
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
  }
  return bytes_of(p, lowest, highest);
}

/// Whether a copy fills or reads between the lowest and the highest byte of LDS that the lanes use.
bool is_near(const OutstandingCopies& copies, const Pending& p) {
  if (!p.lds.per_lane() && p.takes_all()) {
    const Span all = span_of_all(p);
    return copies.any_near(all.first, all.end);
  }
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
  for (std::uint64_t lanes = p.lanes; lanes != 0; lanes &= lanes - 1) {
    const auto lane = std::size_t(std::countr_zero(lanes));
    const std::uint64_t at = p.lds.per_lane() ? p.lds_address[lane] : p.address[lane];
    lowest = std::min(lowest, at);
    highest = std::max(highest, at);
  }
  const Span span = p.lds.per_lane() ? Span{lowest, highest + p.memory->bytes} : bytes_of(p, lowest, highest);
  return copies.any_near(span.first, span.end);
}

}  // namespace

void RegisterWaits::issues(Wave& wave, Pending& p) {
  OutstandingOperation operation{p.prepared};
  operation.number = p.number;
  operation.lanes = p.lanes;
  operation.scalar = isa::is_scalar(p.space);
  operation.out_of_order = p.out_of_order;
  operation.weight = std::uint8_t(p.weight);
  operation.in_lds = p.known;
  // Loads on asynccnt are done in their order and stores in theirs (CDNA5 ISA manual, 10.8).
  operation.row = p.counter == Counter::async && p.memory->access == isa::Access::load ? 1 : 0;
  if (p.space == isa::Memory::Space::lds && p.perform != nullptr && of(wave).fills_lds()) judge_lds(wave, p);
  if (wave.has(arch::Feature::split_counters)) judge_copies(wave, p);
  if (p.lds.in_row()) {
    operation.lds_base = p.lds.base;
    operation.lds_bytes = std::max<std::uint8_t>(4, p.memory->bytes);
  }
  if (p.destination >= 0 && !p.memory->high_half && !p.memory->low_half) {
    const bool returns = p.memory->access == isa::Access::atomic;  // then `dwords` counts the operands
    const int returned = (p.memory->bytes + 3) / 4 * (p.memory->pair ? 2 : 1);
    operation.first = std::uint16_t(p.destination);
    operation.count = std::uint16_t(returns ? returned : p.dwords);
  }
  of(wave).push(p.counter, operation, wave.queue(p.counter).limit());
  tell_covered(of(wave));
}

void RegisterWaits::tell_covered(Outstanding& outstanding) {
  if (!outstanding.covered_in_lds()) return;
  for (const std::uint32_t number : outstanding.take_covered_in_lds()) lds_.covers(number);
}

void RegisterWaits::comes_to_barrier(const Wave& wave) {
  const Outstanding& outstanding = of(wave);
  if (outstanding.none()) return;
  for (const Counter counter : isa::kCounters)
    for (const OutstandingOperation& o : outstanding.of(counter).all())
      if (o.in_lds != 0) lds_.meets_barrier(o.in_lds, outstanding.of(counter).allowed_for(o));
}

void RegisterWaits::ends(const Wave& wave) {
  constexpr int kNothing = -1;  // not even what weighs nothing
  for (const Counter counter : isa::kCounters) of(wave).wait_for(counter, kNothing);
  tell_covered(of(wave));
}

bool RegisterWaits::has_copies(const Wave& wave) {
  if (!has_copies_)
    has_copies_ =
        std::ranges::any_of(wave.environment().program->decoded->instructions, [](const isa::Instruction& i) {
          const auto issued = isa::issued(i);
          return issued && (issued->counter == Counter::async || issued->counter == Counter::tensor);
        });
  return *has_copies_;
}

// gfx1250: what a wave does with bytes of LDS that a copy of its own fills or reads, and the copy with those
// that its LDS operations use.
void RegisterWaits::judge_copies(const Wave& wave, const Pending& p) {
  const bool copies = p.lds.per_lane() || p.counter == Counter::tensor;
  if ((!copies && p.space != isa::Memory::Space::lds) || !has_copies(wave)) return;
  judge_lanes(wave, p, copies_of(wave));
  if (copies) {
    judge_lanes(wave, p, lds_operations_of(wave));
    copies_of(wave).push(p);
  } else if (p.perform != nullptr && p.memory != nullptr) {
    OutstandingCopies& operations = lds_operations_of(wave);
    operations.wait_for(Counter::lgkm, isa::most_outstanding(Counter::lgkm, *wave.arch) - p.weight);
    operations.push_lds_operation(p);
  }
}

void RegisterWaits::judge_lanes(const Wave& wave, const Pending& p, const OutstandingCopies& outstanding) {
  if (outstanding.none() || p.perform == nullptr || !is_near(outstanding, p)) return;
  const bool per_lane = p.lds.per_lane();
  const bool loads = p.memory->access == isa::Access::load, writes = per_lane ? loads : !loads;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    const std::uint64_t at = per_lane ? p.lds_address[l] : p.address[l];
    const OutstandingCopy* other = outstanding.meets(at, p.memory->bytes, writes);
    if (other == nullptr && p.memory->pair && !per_lane)
      other = outstanding.meets(at + std::uint64_t(p.second), p.memory->bytes, writes);
    if (other == nullptr) continue;
    const auto& earlier = *other->prepared;
    if (loads && p.space == isa::Memory::Space::lds && p.counter != Counter::tensor)
      loads_.add_from_lds({p.prepared->index, earlier.index}, wave, p.number);
    if (findings_.is_new(findings::FindingKind::wait, p.prepared->index, earlier.index))
      findings_.add(findings::FindingKind::wait, wave, *p.prepared,
                    p.counter == Counter::tensor ? -1 : int(l), earlier.index,
                    fmt::format("{} LDS {:#x}, which {} @{:#x} {}, before a wait for it",
                                writes ? "overwrites" : "reads", at, earlier.instruction->text,
                                earlier.instruction->address, other->fills ? "fills" : "reads"));
    return;
  }
}

void RegisterWaits::judge_lds(const Wave& wave, const Pending& p) {
  const Span used = span_of(p);
  for (const OutstandingOperation& o : of(wave).of(Counter::vm).all()) {
    if (!o.fills_lds_of(used.first, used.end)) continue;
    for (int l = 0; l < isa::kMaxLanes; ++l) {
      if ((p.lanes >> l & 1) == 0) continue;
      const std::uint64_t at = p.address[std::size_t(l)];
      const bool second = p.memory->pair && o.fills_lds(at + std::uint64_t(p.second), p.memory->bytes);
      if (!second && !o.fills_lds(at, p.memory->bytes)) continue;
      if (p.memory->access == isa::Access::load)
        loads_.add_from_lds({p.prepared->index, o.prepared->index}, wave, p.number);
      if (findings_.is_new(findings::FindingKind::wait, p.prepared->index, o.prepared->index))
        findings_.add(findings::FindingKind::wait, wave, *p.prepared, l, o.prepared->index,
                      fmt::format("{} LDS {:#x}, which {} @{:#x} fills, before a wait for it",
                                  p.memory->access == isa::Access::load ? "reads" : "overwrites",
                                  second ? at + std::uint64_t(p.second) : at, o.prepared->instruction->text,
                                  o.prepared->instruction->address));
      break;
    }
  }
}

std::uint32_t RegisterWaits::executes(Wave& wave, const machine::PreparedInstruction& prepared) {
  Outstanding& outstanding = of(wave);
  const std::uint32_t next = uses_.stretch_end(prepared.index);
  if (outstanding.none()) return next;
  if (uses_.waits(prepared.index))
    for (const Counter counter : isa::kCounters)
      if (const auto allowed = uses_.allowed(prepared.index, counter)) {
        outstanding.wait_for(counter, *allowed);
        if (counter == Counter::async || counter == Counter::tensor)
          copies_of(wave).wait_for(counter, *allowed);
        if (counter == Counter::lgkm) lds_operations_of(wave).wait_for(counter, *allowed);
      }
  tell_covered(outstanding);
  const int accum_offset = wave.environment().accum_offset;
  const auto report_all = [&](std::span<const RegisterAccess> uses) {
    for (const bool writes : {false, true})  // first what it reads, if that is overwritten as well
      for (const RegisterAccess& a : uses)
        if (a.writes() == writes)
          report(wave, prepared, a, a.first + (a.file == File::accumulator ? accum_offset : 0), outstanding);
  };
  const bool unusual = (wave.mode & machine::unusual_modes(*wave.arch)) != 0;
  if (unusual && wave.has(arch::Feature::vgpr_banks) && !uses_.is_relative(prepared.index)) {
    const BankedUses& banked = uses_in_banks(wave, prepared);
    if (!outstanding.fills(banked.vectors, banked.scalars)) return banked.end;
    report_all(banked.of_first);
    return 0;
  }
  if (unusual || uses_.is_relative(prepared.index)) {
    report_all(machine::uses_in_unusual_mode(wave, prepared));
    return 0;
  }
  if (!outstanding.fills(uses_.footprint_of_stretch(prepared.index), accum_offset)) return next;
  report_all(uses_.of(prepared.index));
  return 0;
}

// Banks change between stretches only.
const RegisterWaits::BankedUses& RegisterWaits::uses_in_banks(const Wave& wave,
                                                              const machine::PreparedInstruction& prepared) {
  constexpr std::uint32_t kMost = 32;  // instructions: another begins with each of them that is asked for
  const std::uint32_t banks = (wave.mode & machine::kModeBanks) >> machine::kModeBanksShift,
                      first = prepared.index;
  if (banked_.size() <= first) banked_.resize(wave.environment().program->instructions.size());
  auto& kept = banked_[first];
  for (const auto& one : kept)
    if (one->banks == banks) return *one;
  const isa::Program& program = *wave.environment().program->decoded;
  auto made = std::make_unique<BankedUses>();
  made->banks = banks;
  made->end = std::min(uses_.stretch_end(first), first + kMost);
  for (std::uint32_t at = first; at < made->end; ++at) {
    const isa::Instruction& i = program.instructions[at];
    const auto uses =
        isa::dataflow(isa::names_vectors(i) ? isa::in_banks(i, isa::Banks(banks)) : i, program.width);
    for (const RegisterAccess& a : uses)
      isa::add_registers(a.file == File::scalar ? std::span<std::uint64_t>(made->scalars) : made->vectors,
                         a.first, a.count);
    if (at == first) made->of_first = uses;
  }
  return *kept.emplace_back(std::move(made));
}

void RegisterWaits::report(const Wave& wave, const machine::PreparedInstruction& prepared,
                           const RegisterAccess& access, int first, const Outstanding& outstanding) {
  const bool scalar = access.file == File::scalar;
  const std::uint64_t lanes = isa::crosses_lanes(*prepared.instruction) ? wave.every_lane() : wave.exec();
  for (const Counter counter : isa::kCounters)
    for (const OutstandingOperation& o : outstanding.of(counter).all()) {
      if (!o.fills(scalar, first, access.count) || (!scalar && (o.lanes & lanes) == 0)) continue;
      if (access.writes() && arrives_in_order(wave, *prepared.instruction, counter, o)) continue;
      if (!findings_.is_new(findings::FindingKind::wait, prepared.index, o.prepared->index)) continue;
      findings_.add(findings::FindingKind::wait, wave, prepared, -1, o.prepared->index,
                    fmt::format("{} a register that {} @{:#x} fills, before a wait for it",
                                access.writes() ? "overwrites" : "reads", o.prepared->instruction->text,
                                o.prepared->instruction->address));
    }
}

}  // namespace lockstep::checks
