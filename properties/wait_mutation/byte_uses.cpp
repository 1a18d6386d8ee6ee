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
constexpr std::uint64_t kPage = 1024;

/// A copy between memory and LDS, whatever its direction.
bool is_copy(const Pending& p) {
  return p.lds.in_row() || p.lds.per_lane();
}

/// Bytes of LDS: what it loads or stores there, or copies there or from there.
ByteRuns lds_runs(const Pending& p) {
  const bool at_addresses = p.memory->space == isa::Memory::Space::lds && p.perform != nullptr;
  if (!is_copy(p) && !at_addresses) return {};
  ByteRuns runs;
  const std::uint64_t copied = std::max<std::uint64_t>(4, p.memory->bytes);
  for (std::size_t l = 0; l < machine::kMaxLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    if (p.lds.per_lane()) {
      runs.push_back({kLds + p.lds_address[l], p.memory->bytes});
      continue;
    }
    if (p.lds.in_row()) {
      runs.push_back({kLds + p.lds.base + l * copied, copied});
      continue;
    }
    for (std::uint64_t e = 0; e < (p.memory->pair ? 2 : 1); ++e)
      runs.push_back({kLds + p.address[l] + e * std::uint64_t(p.second), p.memory->bytes});
  }
  return in_order(std::move(runs));
}

/// Bytes of device memory that kernels can write.
ByteRuns memory_runs(const Pending& p) {
  using Space = isa::Memory::Space;
  const bool vector =
      p.memory->space == Space::buffer || p.memory->space == Space::global || p.memory->space == Space::flat;
  if (p.perform == nullptr) return {};
  ByteRuns runs;
  if (isa::is_scalar(p.memory->space)) {
    for (std::size_t d = 0; d < std::size_t(p.dwords); ++d)
      if (p.owners.of(d) != nullptr && p.owners.of(d)->writable()) runs.push_back({p.address[0] + 4 * d, 4});
    return in_order(std::move(runs));
  }
  if (!vector) return {};
  for (std::size_t l = 0; l < machine::kMaxLanes; ++l) {
    if ((p.lanes >> l & 1) == 0 || p.owners.of(l) == nullptr || !p.owners.of(l)->writable()) continue;
    for (std::uint32_t b = 0; b < p.memory->bytes; b += 4)
      if ((p.in_range(l) >> (b / 4) & 1) != 0)
        runs.push_back({p.address[l] + b, std::min(4u, p.memory->bytes - b)});
  }
  return in_order(std::move(runs));
}

bool writes_lds(const Pending& p) {
  if (p.lds.per_lane()) return p.memory->access == isa::Access::load;
  return p.lds.in_row() || p.memory->access != isa::Access::load;
}

/// Whether a wave's two operations use a byte of LDS which one of them writes, and nothing but a wait orders
/// them: one is a copy, and they count apart, or on asynccnt, where copies come to LDS in any order.
bool are_unordered(const Pending& a, const Pending& b) {
  if ((!is_copy(a) && !is_copy(b)) || (!writes_lds(a) && !writes_lds(b))) return false;
  return a.counter != b.counter || a.counter == isa::Counter::async;
}

/// Whether users of a byte conflict between two barriers, of all before `barriers`, which are forgotten.
template <typename ByBarrier>
bool any_conflict(ByBarrier& users, std::uint64_t barriers) {
  const auto end = users.lower_bound(barriers);
  const bool any = std::any_of(users.begin(), end, [](const auto& of) { return of.second.any_conflict(); });
  users.erase(users.begin(), end);
  return any;
}

ByteUsers::Use use_of(const Pending& p, bool writes) {
  if (p.memory->access == isa::Access::atomic) return ByteUsers::Use::atomic;
  return writes ? ByteUsers::Use::store : ByteUsers::Use::load;
}

}  // namespace

// Once some bytes are shared, others make no difference.
void ByteUses::note(Group& group, std::uint64_t barriers, const Open& operation) {
  if (shared_) return;
  const Pending& p = *operation.pending;
  const std::uint32_t wave = 1u << operation.wave;
  ByteUsers& all = group.users[barriers];
  all.note(operation.lds, use_of(p, writes_lds(p)), wave);
  all.note(operation.memory, use_of(p, p.memory->access != isa::Access::load), wave);
}

// The LDS of each workgroup has its own bytes.
void ByteUses::note_in_cluster(const machine::Workgroup& group, std::uint64_t barriers,
                               const Open& operation) {
  using Use = ByteUsers::Use;
  if (shared_in_cluster_) return;
  const Pending& p = *operation.pending;
  const std::uint32_t me = 1u << group.rank;
  const auto of = [](std::uint32_t workgroup) { return std::uint64_t{workgroup} << 32; };
  ByteUsers& all = clusters_[group.cluster][barriers];
  all.note(operation.memory, p.memory->access == isa::Access::load ? Use::load : Use::store, me);
  if (!writes_lds(p)) all.note(operation.lds, Use::load, me, of(group.rank));
  for (std::uint32_t left = operation.workgroups & ~me; left != 0; left &= left - 1)
    all.note(operation.lds, Use::store, me, of(std::uint32_t(std::countr_zero(left))));
}

void ByteUses::workgroup_begins(const machine::Workgroup& group) {
  groups_[&group] = {};
  if (group.cluster != nullptr && group.rank == 0) clusters_[group.cluster].clear();
}

void ByteUses::workgroup_ends(const machine::Workgroup& group) {
  shared_ |= any_conflict(groups_[&group].users, ~std::uint64_t{0});
  if (group.cluster == nullptr || shared_in_cluster_) return;
  for (const auto& [barriers, users] : clusters_[group.cluster])  // which stay: others run
    shared_in_cluster_ |= users.any_conflict();
}

// What is under way is used on both sides. Of a barrier in two each wave has its own moments; nobody has yet
// to come to what lies before the one before this.
void ByteUses::barrier(const machine::Workgroup& of) {
  Group& group = groups_[&of];
  if (of.waves.front()->has(arch::Feature::split_barriers)) {
    shared_ |= any_conflict(group.users, of.barrier_phases - 1);
    return;
  }
  shared_ |= any_conflict(group.users, ++group.barriers);
  for (const Open& o : group.open) note(group, group.barriers, o);
}

void ByteUses::signals(const Wave& wave, int barrier, std::uint64_t phase) {
  Group& group = groups_[wave.group];
  for (const Open& o : group.open) {
    if (barrier == machine::kWorkgroupBarrier && o.wave == wave.id) note(group, phase + 1, o);
    if (barrier == machine::kClusterBarrier) note_in_cluster(*wave.group, phase + 1, o);
  }
}

void ByteUses::issues(Wave& wave, Pending& p) {
  const machine::Workgroup& of = *wave.group;
  const bool may_share = of.cluster != nullptr && p.lds.per_lane();
  Open mine{wave.id, &p, may_share ? machine::shared_copy(wave, p).request.workgroups : 0, lds_runs(p),
            memory_runs(p)};
  Group& group = groups_[&of];
  for (const Open& o : group.open)
    if (o.wave == wave.id && !before_copy_)
      before_copy_ = are_unordered(p, *o.pending) && meet(mine.lds, o.lds);
  const bool split = wave.has(arch::Feature::split_barriers);
  const std::uint64_t first = split ? wave.barrier_waits : group.barriers,
                      last = split ? wave.barrier_signals : group.barriers;
  for (std::uint64_t b = first; b <= last; ++b) note(group, b, mine);
  if (of.cluster != nullptr)
    for (std::uint64_t b = wave.cluster_waits; b <= of.cluster_signals; ++b) note_in_cluster(of, b, mine);
  group.open.push_back(std::move(mine));
}

ByteUses::StoredBy& ByteUses::stored_by(std::uint64_t page) {
  StoredBy& all = stored_by_[page];
  if (all.empty()) all.resize(kPage);
  return all;
}

void ByteUses::performs(const Wave&, const Pending& p) {
  const bool loads = p.memory->access != isa::Access::store, stores = p.memory->access != isa::Access::load;
  std::uint32_t last = 0;  // the last one that is noted
  for (const ByteRun& run : memory_runs(p))
    for (std::uint64_t at = run.first; at < run.end();) {
      const std::uint64_t page = at / kPage, end = std::min(run.end(), (page + 1) * kPage);
      if (!stores && !stored_by_.contains(page)) {
        at = end;
        continue;
      }
      for (StoredBy& by = stored_by(page); at < end; ++at) {
        std::uint32_t& stored = by[at % kPage];
        if (loads && stored != 0 && stored != last) loaded_.insert((last = stored) - 1);
        if (stores) stored = p.prepared->index + 1;
      }
    }
}

void ByteUses::retires(const Wave& wave, const Pending& p) {
  std::erase_if(groups_[wave.group].open, [&](const Open& o) { return o.pending == &p; });
}

}  // namespace lockstep::wait_mutation
