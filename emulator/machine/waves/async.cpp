#include <algorithm>
#include <optional>

#include "emulator/machine/waves/in_turn.hpp"
#include "emulator/machine/waves/stored_bytes.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

namespace {

void perform_earlier(Wave& wave, const Pending& than);

/// Whether another wave may see what the operation does. A loop that polls by an atomic changes nothing.
bool is_seen(const Pending& p) {
  if ((p.perform == nullptr && p.retire == nullptr) || p.space == isa::Memory::Space::scratch) return false;
  if (p.memory->access == isa::Access::atomic) return p.changed;
  return p.memory->access == isa::Access::store || p.lds.kind != LdsSide::Kind::none;
}

/// Whether it stores to memory what is there already.
bool repeats(const Pending& p) {
  using Space = isa::Memory::Space;
  const bool in_memory = p.space == Space::global || p.space == Space::buffer || p.space == Space::flat;
  return in_memory && p.perform != nullptr && p.memory->access == isa::Access::store &&
         p.lds.kind == LdsSide::Kind::none && changes_nothing(p);
}

void count_change(Wave& wave, const Pending& p) {
  const bool in_lds = p.space == isa::Memory::Space::lds ||
                      (p.lds.kind != LdsSide::Kind::none && p.memory->access == isa::Access::load);
  Workgroup& group = *wave.group;
  ++(in_lds && group.cluster == nullptr ? group.own_changes : group.changes);
}

void perform(Wave& wave, Pending& pending) {
  if (pending.performed) return;
  pending.performed = true;
  if (wave.has(arch::Feature::split_counters)) perform_earlier(wave, pending);
  if (pending.gather != nullptr) pending.gather(wave, pending);
  if (Observer* const observer = wave.environment().observer) observer->performs(wave, pending);
  const bool repeated = wave.group->compares_stores && repeats(pending);
  if (pending.perform != nullptr) pending.perform(wave, pending);
  if (repeated)
    ++wave.repeated;
  else if (is_seen(pending))
    count_change(wave, pending);
}

// An operation that is performed and retired at the same time may write registers directly, unless an
// observer wants to read the loaded data in it.
void complete(Wave& wave, std::unique_ptr<Pending> pending) {
  Observer* const observer = wave.environment().observer;
  if (!pending->performed && !wave.environment().loads_are_read) pending->delivery = Delivery::may_be_direct;
  perform(wave, *pending);
  if (observer != nullptr) observer->retires(wave, *pending);
  if (pending->retire != nullptr) pending->retire(wave, *pending);
  const bool copies = pending->lds.kind != LdsSide::Kind::none;  // they reach LDS only now
  if (copies && is_seen(*pending)) count_change(wave, *pending);
  wave.group->pool.give_back(std::move(pending));
}

// Performs the ordered operations that are older than `than`: memory effects of one counter's ordered
// operations happen in issue order.
void perform_older(Wave& wave, PendingQueue& queue, std::size_t than) {
  for (std::size_t i = 0; i < than; ++i)
    if (queue[i].in_order()) perform(wave, queue[i]);
}

void perform_in_order(Wave& wave, PendingQueue& queue, std::size_t last) {
  perform_older(wave, queue, last);
  perform(wave, queue[last]);
}

/// The bytes of device memory between an operation's lowest and highest lane. An operation without addresses
/// (a write-back) has the whole range, which orders it against everything.
struct Range {
  std::uint64_t first = 0, last = ~std::uint64_t{0};
  bool meets(const Range& o) const { return first <= o.last && o.first <= last; }
};
Range range_of(const Pending& p) {
  if (p.lanes == 0 || p.space == isa::Memory::Space::scratch) return {};
  Range r{~std::uint64_t{0}, 0};
  for (std::size_t l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0 || p.in_range(l) == 0) continue;
    r.first = std::min(r.first, p.address[l]);
    r.last = std::max(r.last, p.address[l] + p.memory->bytes - 1);
  }
  return r;
}

// Performs older operations of the other counter on the same bytes: a wave's loads and stores of the same
// bytes happen in program order although separate counters count them, so compilers put no wait between them
// (LLVM SIInsertWaitcnts). Nothing orders copies to and from LDS, which have counters of their own too.
void perform_earlier(Wave& wave, const Pending& than) {
  const bool load = than.counter == isa::Counter::vm;
  if ((!load && than.counter != isa::Counter::store) || isa::is_scalar(than.space)) return;
  PendingQueue& other = load ? wave.stores : wave.vm;
  const Range range = range_of(than);
  for (std::size_t i = 0; i < other.size(); ++i)
    if (!other[i].performed && other[i].number < than.number && range_of(other[i]).meets(range))
      perform(wave, other[i]);
}

// Performs an operation, and of the older ones those that must precede it: without a wait between them,
// vector memory operations on different bytes may reach memory in any order.
void perform_out_of_order(Wave& wave, PendingQueue& queue, std::size_t last) {
  std::vector<Range> needed{range_of(queue[last])};
  std::vector<std::size_t> order{last};
  for (std::size_t i = last; i-- > 0;) {
    if (queue[i].performed) continue;
    const Range r = range_of(queue[i]);
    if (std::ranges::none_of(needed, [&](const Range& n) { return n.meets(r); })) continue;
    needed.push_back(r);
    order.push_back(i);
  }
  for (std::size_t n = order.size(); n-- > 0;) perform(wave, queue[order[n]]);
}

// The next operation to retire. Hardware may finish unordered operations in any order: the adversary finishes
// them first, so that a partial wait never covers the ordered operation it was meant for, and among them the
// heaviest, so that as many as possible remain outstanding.
std::size_t next_to_retire(const PendingQueue& queue) {
  if (queue.unordered() == 0) return 0;
  std::optional<std::size_t> next;
  for (std::size_t i = queue.size(); i-- > 0;)
    if (queue[i].out_of_order && (!next || queue[i].weight > queue[*next].weight)) next = i;
  return next.value_or(0);
}

/// Whether schedules delay the counter with vector memory: all but those of LDS and of scalar memory.
bool is_late_with_vectors(isa::Counter counter) {
  return counter != isa::Counter::lgkm && counter != isa::Counter::km;
}

void retire_at(Wave& wave, PendingQueue& queue, std::size_t i) {
  if (queue[i].in_order()) perform_older(wave, queue, i);
  complete(wave, queue.take(i));
}

}  // namespace

void issue(Wave& wave, PendingQueue& queue, std::unique_ptr<Pending> pending) {
  pending->counter = queue.counter();
  pending->number = ++wave.issued;
  if (Observer* const observer = wave.environment().observer) observer->issues(wave, *pending);
  const Schedule& schedule = wave.environment().schedule;
  if (is_late_with_vectors(queue.counter()) ? schedule.vm_at_once() : schedule.lgkm_at_once()) {
    complete(wave, std::move(pending));
    return;
  }
  while (!queue.empty() && queue.outstanding() + pending->weight > queue.limit())
    retire_at(wave, queue, next_to_retire(queue));
  queue.push(std::move(pending));
}

void wait_for(Wave& wave, PendingQueue& queue, int allowed) {
  while (!queue.empty() && queue.outstanding() > allowed) retire_at(wave, queue, next_to_retire(queue));
}

namespace {

void progress(Wave& wave, PendingQueue& queue, std::uint64_t draw, std::uint8_t pace) {
  const std::uint64_t chance = draw & 0xFF, choice = draw >> 8 & 0xFFFF;
  if (queue.empty() || chance >= pace) return;
  const std::size_t pick = (choice >> 1) % queue.size();
  if ((choice & 1) != 0) {
    if (is_late_with_vectors(queue.counter()))
      perform_out_of_order(wave, queue, pick);
    else
      perform_in_order(wave, queue, pick);
  } else if (queue[pick].out_of_order) {
    retire_at(wave, queue, pick);
  } else {
    // Ordered operations retire in order; unordered ones do not hold them back.
    for (std::size_t i = 0; i < queue.size(); ++i)
      if (!queue[i].out_of_order) {
        retire_at(wave, queue, i);
        break;
      }
  }
}

}  // namespace

void progress(Wave& wave, std::uint64_t draw) {
  progress(wave, wave.vm, draw, wave.pace.vm);
  progress(wave, wave.lgkm, draw >> 32, wave.pace.lgkm);
  if (!wave.has(arch::Feature::split_counters)) return;
  for (PendingQueue* const queue : {&wave.stores, &wave.scalars, &wave.asyncs, &wave.tensors}) {
    draw = host::hash(draw);
    progress(wave, *queue, draw, is_late_with_vectors(queue->counter()) ? wave.pace.vm : wave.pace.lgkm);
  }
}

void perform_in_turn(Workgroup& group) {
  for (Wave* const wave : group.waves)
    if (!wave->has(arch::Feature::split_counters))
      for (std::size_t i = 0; i < wave->vm.size(); ++i) perform(*wave, wave->vm[i]);
}

void wait_for_all(Wave& wave) {
  for (PendingQueue* const queue : wave.queues()) wait_for(wave, *queue, 0);
}

}  // namespace lockstep::machine
