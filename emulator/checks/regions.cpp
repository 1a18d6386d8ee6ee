#include "emulator/checks/regions.hpp"

#include <fmt/format.h>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

using machine::Pending;

namespace {

using Space = isa::Memory::Space;

bool is_load(const Pending& p) {
  return p.perform != nullptr && p.memory->access == isa::Access::load && p.space != Space::lds &&
         p.space != Space::scratch;
}

}  // namespace

bool Regions::judges(const machine::Allocation* owner) const {
  return owner != nullptr && !owner->writable() && owner != arguments_;
}

// What was loaded is in the operation by now, with the shadow of the bytes. A scalar operation has one lane:
// its dwords lie in rows of four, their owners one beside the other.
void Regions::retires(const machine::Wave& wave, const Pending& p) {
  if (!is_load(p)) return;
  const bool scalar = isa::is_scalar(p.space);
  const std::size_t dwords = (p.memory->bytes + 3u) / 4;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    for (std::size_t d = 0; d < dwords; ++d) {
      if ((scalar ? p.undefined_bits(d % 4, d / 4) : p.undefined_bits(d, l)) == 0) continue;
      const machine::Allocation* owner = p.owner(scalar ? d : l);
      if (judges(owner)) return report(wave, p, scalar ? -1 : int(l), *owner, p.address[l] + 4 * d);
    }
  }
}

void Regions::report(const machine::Wave& wave, const Pending& p, int lane, const machine::Allocation& owner,
                     std::uint64_t address) {
  if (!findings_.is_new(machine::FindingKind::out_of_region, p.prepared->index, p.prepared->index)) return;
  findings_.add(machine::FindingKind::out_of_region, wave, *p.prepared, lane, p.prepared->index,
                fmt::format("reads {:#x}, byte {:#x} of {}, which is not to be read", address,
                            address - owner.base(), owner.name()));
}

}  // namespace lockstep::checks
