#include "emulator/observe/undefined_origin.hpp"

#include <fmt/format.h>

#include "emulator/isa/dataflow.hpp"
#include "emulator/observe/footprint.hpp"

namespace lockstep::observe {

using machine::Pending, machine::PreparedInstruction, machine::Wave;

namespace {

constexpr std::uint64_t kDword = 4;

std::string place(const PreparedInstruction& p) {
  return fmt::format("{} @{:#x}", p.instruction->text, p.instruction->address);
}

bool loads(const Pending& p) {
  return p.destination >= 0 && p.memory->access != isa::Access::store;
}

}  // namespace

void LastStore::performs(const Wave& w, const Pending& p) {
  if (p.memory->access == isa::Access::load || !uses_device_memory(p) || isa::is_scalar(p.space)) return;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0 || address_ < p.address[l] || address_ - p.address[l] >= p.memory->bytes)
      continue;
    const std::size_t d = (address_ - p.address[l]) / kDword;
    if ((p.in_range(l) >> d & 1) == 0) continue;
    workgroup = w.group->id;
    wave = w.id;
    lane = l;
    dword = d;
    number = p.number;
    instruction = place(*p.prepared);
  }
}

std::string LastStore::text() const {
  return fmt::format("{}, workgroup {},{},{} wave {} lane {}", instruction, workgroup[0], workgroup[1],
                     workgroup[2], wave, lane);
}

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

std::string UndefinedOrigin::origin(Wave& wave, Register r) const {
  if (const auto known = origins_.find(r); known != origins_.end()) return known->second;
  const int accumulators = wave.environment().accum_offset;
  const bool accumulator = !r.scalar && r.number >= accumulators;
  const isa::RegisterAccess named{r.scalar      ? isa::File::scalar
                                  : accumulator ? isa::File::accumulator
                                                : isa::File::vector,
                                  isa::Role::source,
                                  std::uint16_t(r.number - (accumulator ? accumulators : 0)), 1};
  return fmt::format("{}, which nothing wrote", isa::name(named));
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
  source_.clear();
  each(wave, prepared, /*written=*/false, [&](Register r) {
    if (source_.empty() && is_undefined(wave, r)) source_ = origin(wave, r);
  });
  each(wave, prepared, /*written=*/true, [&](Register r) { origins_.erase(r); });
  return 0;
}

bool UndefinedOrigin::executed(Wave& wave, const PreparedInstruction& prepared, machine::Step) {
  each(wave, prepared, /*written=*/true, [&](Register r) {
    if (!is_undefined(wave, r)) return;
    const bool loads = isa::issued(*prepared.instruction).has_value();
    if (loads)  // it may have come already
      origins_.try_emplace(r, fmt::format("what {} was still to fill", place(prepared)));
    else
      origins_[r] = source_.empty() ? fmt::format("what {} left undefined", place(prepared)) : source_;
  });
  return true;
}

void UndefinedOrigin::issues(Wave& wave, Pending& p) {
  if (!is_mine(wave) || p.number != store_.number || place(*p.prepared) != store_.instruction) return;
  for (const isa::RegisterAccess& a : isa::dataflow(*p.prepared->instruction, wave.width())) {
    if (a.role != isa::Role::data) continue;
    const Register r{false, a.first + int(store_.dword) +
                                (a.file == isa::File::accumulator ? wave.environment().accum_offset : 0)};
    if (is_undefined(wave, r)) text_ = origin(wave, r);
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
    if ((p.astray >> store_.lane & 1) != 0)
      origins_[r] = fmt::format("what {} loaded from an undefined address", place(*p.prepared));
    else
      origins_[r] = fmt::format("what {} loaded, undefined, from {}{:#x}", place(*p.prepared),
                                p.space == isa::Memory::Space::lds ? "LDS " : "",
                                p.address[scalar ? 0 : store_.lane] + kDword * at);
  }
}

}  // namespace lockstep::observe
