#include "properties/wait_mutation/byte_uses.hpp"

#include <algorithm>
#include <bit>

#include "emulator/machine/waves/multicast_request.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::wait_mutation {

using machine::Pending;
using machine::Wave;

namespace {

// Bytes of LDS beside those of device memory, whose addresses have at most 57 bits.
constexpr std::uint64_t kLds = std::uint64_t{1} << 63;

template <typename Visit>
void each_of(std::uint64_t first, std::uint64_t bytes, Visit visit) {
  for (std::uint64_t b = 0; b < bytes; ++b) visit(first + b);
}

/// A copy between memory and LDS, whatever its direction.
bool is_copy(const Pending& p) {
  return p.to_lds || p.lds_in_registers;
}

/// Bytes of LDS: what it loads or stores there, or copies there or from there.
template <typename Visit>
void each_lds_byte(const Pending& p, Visit visit) {
  const bool at_addresses = p.memory->space == isa::Memory::Space::lds && p.perform != nullptr;
  if (!is_copy(p) && !at_addresses) return;
  const std::uint64_t copied = std::max<std::uint64_t>(4, p.memory->bytes);
  for (std::size_t l = 0; l < machine::kMaxLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    if (p.lds_in_registers) {
      each_of(kLds + p.lds_address[l], p.memory->bytes, visit);
      continue;
    }
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
  if (p.lds_in_registers) return p.memory->access == isa::Access::load;
  return p.to_lds || p.memory->access != isa::Access::load;
}

struct Bytes {
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
};

Bytes lds_bytes(const Pending& p) {
  Bytes all;
  each_lds_byte(p, [&](std::uint64_t byte) { all = {std::min(all.first, byte), std::max(all.last, byte)}; });
  return all;
}

/// Whether a wave's two operations use a byte of LDS which one of them writes, and nothing but a wait orders them: one is
/// a copy, and they count apart, or on asynccnt, where copies come to LDS in any order.
bool meet_in_lds(const Pending& a, const Pending& b) {
  if ((!is_copy(a) && !is_copy(b)) || (!writes_lds(a) && !writes_lds(b))) return false;
  if (a.counter == b.counter && a.counter != isa::Counter::async) return false;
  const Bytes mine = lds_bytes(a), theirs = lds_bytes(b);
  if (mine.first > theirs.last || theirs.first > mine.last) return false;
  std::set<std::uint64_t> used;
  each_lds_byte(a, [&](std::uint64_t byte) { used.insert(byte); });
  bool any = false;
  each_lds_byte(b, [&](std::uint64_t byte) { any |= used.contains(byte); });
  return any;
}

}  // namespace

bool ByteUses::Users::conflict() const {
  const int all = std::popcount(unsigned(load | store | atomic));
  return all > 1 && (store != 0 || (atomic != 0 && load != 0));
}

void ByteUses::note(OfBytes& all, const Open& operation) {
  const Pending& p = *operation.pending;
  const std::uint32_t wave = 1u << operation.wave;
  const auto use = [&](std::uint64_t byte, bool writes) {
    Users& users = all[byte];
    (p.memory->access == isa::Access::atomic ? users.atomic : writes ? users.store : users.load) |= wave;
  };
  each_lds_byte(p, [&](std::uint64_t byte) { use(byte, writes_lds(p)); });
  each_memory_byte(p, [&](std::uint64_t byte) { use(byte, p.memory->access != isa::Access::load); });
}

// The LDS of each workgroup has its own bytes.
void ByteUses::note_in_cluster(OfBytes& all, std::uint32_t rank, const Open& operation) {
  const Pending& p = *operation.pending;
  const auto of = [](std::uint64_t byte, std::uint32_t workgroup) { return byte | std::uint64_t{workgroup} << 32; };
  const bool load = p.memory->access == isa::Access::load;
  each_memory_byte(p, [&](std::uint64_t byte) { (load ? all[byte].load : all[byte].store) |= 1u << rank; });
  if (!writes_lds(p)) each_lds_byte(p, [&](std::uint64_t byte) { all[of(byte, rank)].load |= 1u << rank; });
  for (std::uint32_t left = operation.workgroups & ~(1u << rank); left != 0; left &= left - 1)
    each_lds_byte(p, [&](std::uint64_t byte) { all[of(byte, std::uint32_t(std::countr_zero(left)))].store |= 1u << rank; });
}

bool ByteUses::any_conflict(ByBarrier& users, std::uint64_t barriers) {
  const auto end = users.lower_bound(barriers);
  const auto conflicts = [](const auto& of) {
    return std::ranges::any_of(of.second, [](const auto& byte) { return byte.second.conflict(); });
  };
  const bool any = std::any_of(users.begin(), end, conflicts);
  users.erase(users.begin(), end);
  return any;
}

void ByteUses::workgroup_begins(const machine::Workgroup& group) {
  groups_[&group] = {};
  if (group.cluster != nullptr && group.rank == 0) clusters_[group.cluster] = {};
}

void ByteUses::workgroup_ends(const machine::Workgroup& group) {
  shared_ |= any_conflict(groups_[&group].users, ~std::uint64_t{0});
  if (group.cluster == nullptr) return;
  ByBarrier all = clusters_[group.cluster];  // of which others run
  shared_in_cluster_ |= any_conflict(all, ~std::uint64_t{0});
}

// What is under way is used on both sides. Of a barrier in two each wave has its own moments; nobody has yet to come
// to what lies before the one before this.
void ByteUses::barrier(const machine::Workgroup& of) {
  Group& group = groups_[&of];
  if (of.waves.front()->gfx1250) {
    shared_ |= any_conflict(group.users, of.barrier_phases - 1);
    return;
  }
  shared_ |= any_conflict(group.users, ++group.barriers);
  for (const Open& o : group.open) note(group.users[group.barriers], o);
}

void ByteUses::signals(const Wave& wave, int barrier, std::uint64_t phase) {
  Group& group = groups_[wave.group];
  for (const Open& o : group.open) {
    if (barrier == machine::kWorkgroupBarrier && o.wave == wave.id) note(group.users[phase + 1], o);
    if (barrier == machine::kClusterBarrier)
      note_in_cluster(clusters_[wave.group->cluster][phase + 1], wave.group->rank, o);
  }
}

void ByteUses::issues(Wave& wave, Pending& p) {
  const machine::Workgroup& of = *wave.group;
  const bool may_share = of.cluster != nullptr && p.lds_in_registers;
  const Open mine{wave.id, &p, may_share ? machine::shared_copy(wave, p).request.workgroups : 0};
  Group& group = groups_[&of];
  for (const Open& o : group.open)
    if (o.wave == wave.id) before_copy_ |= meet_in_lds(p, *o.pending);
  const std::uint64_t first = wave.gfx1250 ? wave.barrier_waits : group.barriers,
                      last = wave.gfx1250 ? wave.barrier_signals : group.barriers;
  for (std::uint64_t b = first; b <= last; ++b) note(group.users[b], mine);
  group.open.push_back(mine);
  if (of.cluster == nullptr) return;
  for (std::uint64_t b = wave.cluster_waits; b <= of.cluster_signals; ++b)
    note_in_cluster(clusters_[of.cluster][b], of.rank, mine);
}

void ByteUses::performs(const Wave&, const Pending& p) {
  const std::uint32_t instruction = p.prepared->index;
  each_memory_byte(p, [&](std::uint64_t byte) {
    const auto stored = stored_by_.find(byte);
    if (p.memory->access != isa::Access::store && stored != stored_by_.end()) loaded_.insert(stored->second);
    if (p.memory->access != isa::Access::load) stored_by_[byte] = instruction;
  });
}

void ByteUses::retires(const Wave& wave, const Pending& p) {
  std::erase_if(groups_[wave.group].open, [&](const Open& o) { return o.pending == &p; });
}

}  // namespace lockstep::wait_mutation
