#include "emulator/checks/clamped.hpp"

#include <bit>

#include <fmt/format.h>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;

namespace {

using Space = isa::Memory::Space;

// Of a vector operation the lanes, of a scalar one the dwords.
std::uint64_t clamped_parts(const Pending& p) {
  std::uint64_t parts = 0;
  if (p.space == Space::buffer)
    for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
      parts |= std::uint64_t{p.in_range(l) != p.all_dwords()} << l;
  if (p.space == Space::buffer) return parts & p.lanes;
  for (std::size_t d = 0; d < std::size_t(p.dwords); ++d) parts |= std::uint64_t{p.owner(d) == nullptr} << d;
  return parts;
}

const char* consequence(isa::Access access) {
  return access == isa::Access::load ? "read 0" : "write nothing";
}

}  // namespace

void Clamped::issues(machine::Wave& wave, Pending& p) {
  if (p.space != Space::buffer && p.space != Space::scalar_buffer) return;
  const std::uint64_t parts = clamped_parts(p);
  if (parts == 0 || !findings_.is_new(machine::FindingKind::clamped, p.prepared->index, p.prepared->index))
    return;
  const int first = std::countr_zero(parts);
  const bool scalar = p.space == Space::scalar_buffer;
  const std::uint64_t address =
      scalar ? p.address[0] + 4u * std::uint64_t(first) : p.address[std::size_t(first)];
  findings_.add(machine::FindingKind::clamped, wave, *p.prepared, scalar ? -1 : first, p.prepared->index,
                fmt::format("{} of {} {} lie past num_records, the first at {:#x}, and {}",
                            std::popcount(parts), scalar ? p.dwords : std::popcount(p.lanes),
                            scalar ? "dwords" : "lanes", address, consequence(p.memory->access)));
}

}  // namespace lockstep::checks
