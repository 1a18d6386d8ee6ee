#include "properties/wait_mutation/byte_uses.hpp"

#include <algorithm>
#include <bit>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::wait_mutation {

using machine::Pending;
using machine::Wave;

namespace {

// Bytes of LDS beside those of device memory, whose addresses have 48 bits.
constexpr std::uint64_t kLds = std::uint64_t{1} << 63;

template <typename Visit>
void each_of(std::uint64_t first, std::uint64_t bytes, Visit visit) {
  for (std::uint64_t b = 0; b < bytes; ++b) visit(first + b);
}

/// Bytes of LDS: what it loads or stores there, or copies there.
template <typename Visit>
void each_lds_byte(const Pending& p, Visit visit) {
  const bool at_addresses = p.memory->space == isa::Memory::Space::lds && p.perform != nullptr;
  if (!p.to_lds && !at_addresses) return;
  const std::uint64_t copied = std::max<std::uint64_t>(4, p.memory->bytes);
  for (std::size_t l = 0; l < machine::kMaxLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    if (p.to_lds) {
      each_of(kLds + p.lds_base + l * copied, copied, visit);
      continue;
    }
    for (std::uint64_t e = 0; e < (p.memory->pair ? 2 : 1); ++e)
      each_of(kLds + p.address[l] + e * std::uint64_t(p.second), p.memory->bytes, visit);
  }
}

/// Bytes of device memory that kernels can write.
template <typename Visit>
void each_memory_byte(const Pending& p, Visit visit) {
  using Space = isa::Memory::Space;
  const bool vector =
      p.memory->space == Space::buffer || p.memory->space == Space::global || p.memory->space == Space::flat;
  if (p.perform == nullptr) return;
  if (isa::is_scalar(p.memory->space)) {
    for (std::size_t d = 0; d < std::size_t(p.dwords); ++d)
      if (p.owner(d) != nullptr && p.owner(d)->writable()) each_of(p.address[0] + 4 * d, 4, visit);
    return;
  }
  if (!vector) return;
  for (std::size_t l = 0; l < machine::kMaxLanes; ++l) {
    if ((p.lanes >> l & 1) == 0 || p.owner(l) == nullptr || !p.owner(l)->writable()) continue;
    for (std::uint32_t b = 0; b < p.memory->bytes; b += 4)
      if ((p.in_range(l) >> (b / 4) & 1) != 0)
        each_of(p.address[l] + b, std::min(4u, p.memory->bytes - b), visit);
  }
}

bool writes_lds(const Pending& p) {
  return p.to_lds || p.memory->access != isa::Access::load;
}

/// Whether `access` uses a byte that `copy` fills.
bool uses_copied(const Pending& access, const Pending& copy) {
  if (!copy.to_lds) return false;
  const std::uint64_t copied = std::max<std::uint64_t>(4, copy.memory->bytes);
  bool any = false;
  each_lds_byte(access, [&](std::uint64_t byte) {
    const std::uint64_t lane = (byte - kLds - copy.lds_base) / copied;
    any |= byte >= kLds + copy.lds_base && lane < machine::kMaxLanes && (copy.lanes >> lane & 1) != 0;
  });
  return any;
}

}  // namespace

bool ByteUses::Users::conflict() const {
  const int all = std::popcount(unsigned(load | store | atomic));
  return all > 1 && (store != 0 || (atomic != 0 && load != 0));
}

void ByteUses::note(const Open& operation) {
  const Pending& p = *operation.pending;
  const std::uint32_t wave = 1u << operation.wave;
  const auto use = [&](std::uint64_t byte, bool writes) {
    Users& users = users_[byte];
    (p.memory->access == isa::Access::atomic ? users.atomic : writes ? users.store : users.load) |= wave;
  };
  each_lds_byte(p, [&](std::uint64_t byte) { use(byte, writes_lds(p)); });
  each_memory_byte(p, [&](std::uint64_t byte) { use(byte, p.memory->access != isa::Access::load); });
}

void ByteUses::judge() {
  for (const auto& [byte, users] : users_) shared_ |= users.conflict();
  users_.clear();
}

void ByteUses::workgroup_begins(const machine::Workgroup&) {
  users_.clear();
  open_.clear();
}

void ByteUses::workgroup_ends(const machine::Workgroup&) {
  judge();
}

// What is under way is used on both sides.
void ByteUses::barrier(const machine::Workgroup&) {
  judge();
  for (const Open& o : open_) note(o);
}

void ByteUses::issues(machine::Wave& wave, Pending& p) {
  const Open mine{wave.id, &p};
  for (const Open& o : open_)
    if (o.wave == wave.id) before_copy_ |= uses_copied(p, *o.pending) || uses_copied(*o.pending, p);
  note(mine);
  open_.push_back(mine);
}

void ByteUses::performs(const Wave&, const Pending& p) {
  const std::uint32_t instruction = p.prepared->index;
  each_memory_byte(p, [&](std::uint64_t byte) {
    const auto stored = stored_by_.find(byte);
    if (p.memory->access != isa::Access::store && stored != stored_by_.end()) loaded_.insert(stored->second);
    if (p.memory->access != isa::Access::load) stored_by_[byte] = instruction;
  });
}

void ByteUses::retires(const Wave&, const Pending& p) {
  std::erase_if(open_, [&](const Open& o) { return o.pending == &p; });
}

}  // namespace lockstep::wait_mutation
