#include "emulator/observe/undefined_origin.hpp"

#include <bit>

#include <fmt/format.h>

#include "emulator/isa/dataflow.hpp"
#include "emulator/observe/footprint.hpp"

namespace lockstep::observe {

using machine::Pending, machine::PreparedInstruction, machine::Wave;

namespace {

bool loads(const Pending& p) {
  return p.destination >= 0 && p.memory->access != isa::Access::store;
}

}  // namespace

bool UndefinedOrigin::is_mine(const Wave& wave) const {
  return wave.id == store_.wave && wave.group->id == store_.workgroup;
}

// Another launch may have had one of that number.
void UndefinedOrigin::workgroup_begins(const machine::Workgroup& group) {
  if (group.id == store_.workgroup) origins_.clear();
}

machine::Interest UndefinedOrigin::interest(const Wave& wave) {
  return is_mine(wave) ? machine::Interest::both : machine::Interest::nothing;
}

bool UndefinedOrigin::is_undefined(Wave& wave, Register r) const {
  if (r.scalar) return wave.scalar.read32(r.number).undefined != 0;
  if (r.number >= wave.vector.count()) return false;
  const std::uint32_t* const undefined = wave.vector.undefined(r.number);
  return undefined != nullptr && undefined[store_.lane] != 0;
}

UndefinedOrigin::Origin UndefinedOrigin::origin(Wave& wave, Register r) const {
  if (const auto known = origins_.find(r); known != origins_.end()) return known->second;
  const int accumulators = wave.environment().accum_offset;
  const bool accumulator = !r.scalar && r.number >= accumulators;
  const isa::RegisterAccess named{r.scalar      ? isa::File::scalar
                                  : accumulator ? isa::File::accumulator
                                                : isa::File::vector,
                                  isa::Role::source,
                                  std::uint16_t(r.number - (accumulator ? accumulators : 0)), 1};
  return {fmt::format("{}, which nothing wrote", isa::name(named))};
}

/// Calls visit(register) for those that the instruction writes, or reads as values.
template <typename Visit>
void UndefinedOrigin::each(Wave& wave, const PreparedInstruction& prepared, bool written, Visit visit) const {
  for (const isa::RegisterAccess& a : isa::dataflow(*prepared.instruction, wave.width())) {
    if (a.writes() != written || a.role == isa::Role::exec) continue;
    const bool scalar = a.file == isa::File::scalar;
    const int first = a.first + (a.file == isa::File::accumulator ? wave.environment().accum_offset : 0);
    for (int r = first; r < first + a.count; ++r)
      if (!scalar || r < machine::ScalarRegisters::kCount) visit(Register{scalar, r});
  }
}

std::uint32_t UndefinedOrigin::executes(Wave& wave, const PreparedInstruction& prepared) {
  source_ = {};
  each(wave, prepared, /*written=*/false, [&](Register r) {
    if (source_.text.empty() && is_undefined(wave, r)) source_ = origin(wave, r);
  });
  each(wave, prepared, /*written=*/true, [&](Register r) { origins_.erase(r); });
  return 0;
}

bool UndefinedOrigin::executed(Wave& wave, const PreparedInstruction& prepared, machine::Step) {
  each(wave, prepared, /*written=*/true, [&](Register r) {
    if (!is_undefined(wave, r)) return;
    const bool loads = isa::issued(*prepared.instruction).has_value();
    if (loads)  // it may have come already
      origins_.try_emplace(r, Origin{fmt::format("what {} was still to fill", store_.place(prepared))});
    else
      origins_[r] = source_.text.empty()
                        ? Origin{fmt::format("what {} left undefined", store_.place(prepared))}
                        : source_;
  });
  return true;
}

void UndefinedOrigin::issues(Wave& wave, Pending& p) {
  if (!is_mine(wave) || p.number != store_.number || store_.place(*p.prepared) != store_.instruction) return;
  int operand = 0;
  for (const isa::RegisterAccess& a : isa::dataflow(*p.prepared->instruction, wave.width())) {
    if (a.role != isa::Role::data || (p.memory->pair && operand++ != store_.element)) continue;
    const Register r{false, a.first + int(store_.dword) +
                                (a.file == isa::File::accumulator ? wave.environment().accum_offset : 0)};
    if (is_undefined(wave, r)) from_ = origin(wave, r);
  }
}

void UndefinedOrigin::retires(const Wave& wave, const Pending& p) {
  if (!is_mine(wave) || !loads(p)) return;
  const bool scalar = isa::is_scalar(p.space);
  for (int d = 0; d < p.dwords; ++d) {
    const auto at = std::size_t(d);
    const bool undefined =
        (scalar ? p.undefined_bits(at % 4, at / 4) : p.undefined_bits(at, store_.lane)) != 0;
    const Register r{scalar, p.destination + d};
    if (!undefined) {
      origins_.erase(r);
      continue;
    }
    origins_[r] = loaded(wave, p, at);
  }
}

UndefinedOrigin::Origin UndefinedOrigin::loaded(const Wave& wave, const Pending& p, std::size_t dword) const {
  const std::string place = store_.place(*p.prepared);
  if ((p.astray >> store_.lane & 1) != 0)
    return {fmt::format("what {} loaded from an undefined address", place)};
  const bool scalar = isa::is_scalar(p.space);
  const std::size_t lane = scalar ? 0 : store_.lane;
  const std::uint64_t at = lds_address(p, lane, dword);
  if (p.space != isa::Memory::Space::lds) {
    const machine::Allocation* const owner = p.owners.of(scalar ? dword : lane);
    return {fmt::format("what {} loaded, undefined, from {}", place,
                        owner == nullptr
                            ? fmt::format("{:#x}", at)
                            : fmt::format("byte {:#x} of {}", at - owner->base(), owner->name()))};
  }
  Origin origin{fmt::format("what {} loaded, undefined, from LDS {:#x}", place, at)};
  // The lanes of a transposing load have each other's bytes.
  const auto byte = std::uint64_t(std::countr_zero(p.undefined_bits(dword, lane))) / 8;
  if (p.memory->transpose == 0 && p.memory->exchange == 0) origin.lds = {wave.id, p.number, at + byte};
  return origin;
}

namespace {

Writer nobody(const Unwritten& byte, const code_object::SourceLines& lines, const Rerun& run) {
  MissingStore missing(byte, lines);
  run(missing);
  return {"never written", missing.instruction(), missing.text(), missing.idle_instruction()};
}

}  // namespace

Writer writer_of(const Unwritten& byte, const code_object::SourceLines& lines, const Rerun& run) {
  LastStore store(byte.address, lines);
  run(store);
  if (!store.found()) return nobody(byte, lines, run);
  return {"written by " + store.text(), store.at};
}

Writer origin_of_undefined(const Unwritten& byte, const code_object::SourceLines& lines, const Rerun& run) {
  constexpr int kMostLinks = 4;  // waves that hand a value round hand it no farther
  LastStore last(byte.address, lines);
  run(last);
  if (!last.found()) return nobody(byte, lines, run);
  Writer writer{"written by " + last.text(), last.at};
  std::optional<LdsRead> read = last.from_lds;
  if (read) writer.text += fmt::format(" from LDS {:#x}", read->address);
  std::optional<Store> store;
  if (!read) store.emplace(last);
  for (int link = 0; link < kMostLinks && (store || read); ++link) {
    if (store) {
      UndefinedOrigin origin(*store);
      run(origin);
      if (origin.text().empty()) break;
      writer.text += " from " + origin.text();
      read = origin.read();
    }
    if (!read) break;
    LastLdsStore before(store ? *store : last, *read);
    run(before);
    writer.text += ", " + before.text();
    read.reset();
    store.reset();
    if (before.store() != nullptr) store.emplace(*before.store());
  }
  return writer;
}

}  // namespace lockstep::observe
