#include "emulator/observe/last_store.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "emulator/observe/footprint.hpp"

namespace lockstep::observe {

using machine::Pending, machine::PreparedInstruction, machine::Wave;

namespace {

constexpr std::uint64_t kDwordBytes = 4;

bool is_copy(const Pending& p) {
  return p.lds.in_row() || p.lds.per_lane();
}

/// Dwords of one element of a lane's data.
std::size_t element_dwords(const Pending& p) {
  return std::max<std::size_t>(p.memory->bytes / kDwordBytes, 1);
}

/// Where an operation writes a byte of LDS.
struct Place {
  std::size_t lane = 0, dword = 0;
  int element = 0;
};

std::optional<Place> place_in(const Pending& p, std::uint64_t address) {
  const int elements = !is_copy(p) && p.memory->pair ? 2 : 1;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
    for (int e = 0; (p.lanes >> l & 1) != 0 && e < elements; ++e) {
      const std::uint64_t first = lds_address(p, l, std::size_t(e) * element_dwords(p));
      if (address >= first && address - first < p.memory->bytes)
        return Place{l, std::size_t((address - first) / kDwordBytes), e};
    }
  return std::nullopt;
}

}  // namespace

bool is_tensor_copy(const Pending& p) {
  return std::holds_alternative<isa::TensorCopy>(p.prepared->instruction->semantics->operation);
}

std::uint64_t lds_address(const Pending& p, std::size_t lane, std::size_t dword) {
  if (p.lds.in_row())
    return p.lds.base + lane * std::max<std::uint64_t>(p.memory->bytes, kDwordBytes) + kDwordBytes * dword;
  if (p.lds.per_lane()) return p.lds_address[lane] + kDwordBytes * dword;
  const std::size_t element = dword / element_dwords(p), within = dword % element_dwords(p);
  return p.address[lane] + element * std::uint64_t(p.second) + kDwordBytes * within;
}

std::string Store::place(const PreparedInstruction& p) const {
  const std::string source = lines->at(p.instruction->address);
  return fmt::format("{} @{:#x}{}{}", p.instruction->text, p.instruction->address,
                     source.empty() ? "" : " at ", source);
}

std::string Store::text() const {
  return fmt::format("{}, workgroup {},{},{} wave {}{}", instruction, workgroup[0], workgroup[1],
                     workgroup[2], wave, has_lane ? fmt::format(" lane {}", lane) : "");
}

void Store::note(const Wave& by, const Pending& p, std::size_t of_lane, std::size_t at_dword) {
  workgroup = by.group->id;
  wave = by.id;
  lane = of_lane;
  dword = at_dword;
  number = p.number;
  has_lane = !is_tensor_copy(p);
  instruction = place(*p.prepared);
  at = p.prepared->instruction->address;
}

void LastStore::performs(const Wave& w, const Pending& p) {
  if (p.memory->access == isa::Access::load || !uses_device_memory(p) || isa::is_scalar(p.space)) return;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0 || address_ < p.address[l] || address_ - p.address[l] >= p.memory->bytes)
      continue;
    const std::uint64_t byte = address_ - p.address[l];
    if ((p.in_range(l) >> (byte / kDwordBytes) & 1) == 0) continue;
    note(w, p, l, byte / kDwordBytes);
    from_lds.reset();
    if (is_copy(p)) from_lds = {w.id, p.number, lds_address(p, l) + byte};
  }
}

bool LastLdsStore::is_mine(const Wave& wave) const {
  return wave.group->id == now_.workgroup;
}

// Another launch may have had one of that number.
void LastLdsStore::workgroup_begins(const machine::Workgroup& group) {
  if (group.id != now_.workgroup) return;
  now_.wave = -1;
  saying_ = kNobody;
}

void LastLdsStore::issues(Wave& wave, Pending& p) {
  if (!is_mine(wave) || !is_copy(p) || p.memory->access != isa::Access::load || !place_in(p, read_.address))
    return;
  now_.wave = -1;
  saying_ = fmt::format("which {} was still to fill", now_.place(*p.prepared));
}

void LastLdsStore::performs(const Wave& wave, const Pending& p) {
  if (!is_mine(wave)) return;
  if (wave.id == read_.wave && p.number == read_.number) {
    found_ = now_;
    said_ = saying_;
  }
  if (p.space != isa::Memory::Space::lds || p.memory->access == isa::Access::load || is_copy(p)) return;
  const auto place = place_in(p, read_.address);
  if (!place) return;
  now_.note(wave, p, place->lane, place->dword);
  now_.element = place->element;
  saying_ = fmt::format("written by {}, wave {} lane {}", now_.instruction, now_.wave, now_.lane);
}

void LastLdsStore::retires(const Wave& wave, const Pending& p) {
  if (!is_mine(wave) || !is_copy(p) || p.memory->access != isa::Access::load) return;
  const auto place = place_in(p, read_.address);
  if (!place) return;
  now_.wave = -1;
  const std::uint64_t from = p.address[place->lane] + read_.address - lds_address(p, place->lane);
  const machine::Allocation* const owner = p.owners.of(place->lane);
  saying_ = owner == nullptr ? fmt::format("which {} filled", now_.place(*p.prepared))
                             : fmt::format("which {} copied from byte {:#x} of {}", now_.place(*p.prepared),
                                           from - owner->base(), owner->name());
}

}  // namespace lockstep::observe
