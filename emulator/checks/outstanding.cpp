#include "emulator/checks/outstanding.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::checks {

using machine::Pending;

void OutstandingCopy::add(const Pending& p) {
  each_lds_run(
      p, [&](std::size_t, std::uint32_t lanes, std::uint32_t begin) { add(begin, lanes * p.memory->bytes); });
}

void OutstandingCopy::add(std::uint32_t begin, std::uint32_t bytes) {
  const std::uint32_t end = begin + bytes;
  first_ = std::min(first_, begin);
  end_ = std::max(end_, end);
  if (!ranges_.empty() && ranges_.back().end == begin)
    ranges_.back().end = end;
  else
    ranges_.push_back({begin, end});
  sorted_ = false;
}

bool OutstandingCopy::meets(std::uint64_t at, std::uint64_t bytes) const {
  if (at >= end_ || at + bytes <= first_) return false;
  if (!sorted_) std::ranges::sort(ranges_, {}, &Range::begin);
  sorted_ = true;
  const auto behind = std::ranges::upper_bound(ranges_, at, {}, &Range::begin);
  if (behind != ranges_.end() && behind->begin < at + bytes) return true;
  return behind != ranges_.begin() && std::prev(behind)->end > at;
}

void OutstandingCopies::push(const Pending& p) {
  const bool opens = all_.empty() || all_.back().closed || all_.back().prepared != p.prepared;
  OutstandingCopy& copy = opens ? all_.emplace_back() : all_.back();
  copy.prepared = p.prepared;
  copy.counter = p.counter;
  copy.fills = p.memory->access == isa::Access::load;
  copy.weight += p.weight;
  copy.closed = p.weight != 0;
  copy.add(p);
}

void OutstandingCopies::push_lds_operation(const Pending& p) {
  OutstandingCopy& one = all_.emplace_back();
  one.prepared = p.prepared;
  one.counter = p.counter;
  one.fills = p.memory->access != isa::Access::load;
  one.weight = p.weight;
  one.closed = true;
  for (std::uint64_t lanes = p.lanes; lanes != 0; lanes &= lanes - 1) {
    const auto lane = std::size_t(std::countr_zero(lanes));
    one.add(std::uint32_t(p.address[lane]), p.memory->bytes);
    if (p.memory->pair) one.add(std::uint32_t(p.address[lane] + std::uint64_t(p.second)), p.memory->bytes);
  }
}

// Tensor copies are done in their order. On asynccnt loads are, and stores are, but neither before or behind
// the other (CDNA5 ISA manual, 10.8).
void OutstandingCopies::wait_for(isa::Counter counter, int allowed) {
  std::array<int, 2> younger{};
  const auto kind = [&](const OutstandingCopy& c) {
    return counter == isa::Counter::async && c.fills ? 1u : 0u;
  };
  for (auto copy = all_.rbegin(); copy != all_.rend(); ++copy) {
    if (copy->counter != counter || !copy->closed) continue;
    int& behind = younger[kind(*copy)];
    behind += copy->weight;
    if (behind > allowed) copy->prepared = nullptr;
  }
  std::erase_if(all_, [](const OutstandingCopy& c) { return c.prepared == nullptr; });
}

bool OutstandingCopies::any_near(std::uint64_t begin, std::uint64_t end) const {
  return std::ranges::any_of(all_, [&](const OutstandingCopy& copy) { return copy.is_near(begin, end); });
}

const OutstandingCopy* OutstandingCopies::meets(std::uint64_t at, std::uint64_t bytes, bool writes) const {
  for (const OutstandingCopy& copy : all_)
    if (copy.closed && (writes || copy.fills) && copy.meets(at, bytes)) return &copy;
  return nullptr;
}

bool OutstandingOperation::fills_lds(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t end = lds_base + isa::kMaxLanes * std::uint64_t{lds_bytes};
  if (address >= end || address + bytes <= lds_base) return false;
  const std::uint64_t begin = std::max(address, lds_base) - lds_base;
  const std::uint64_t last = std::min(address + bytes, end) - 1 - lds_base;
  for (std::uint64_t lane = begin / lds_bytes; lane <= last / lds_bytes; ++lane)
    if ((lanes >> lane & 1) != 0) return true;
  return false;
}

bool OutstandingQueue::push(OutstandingOperation operation) {
  if (operation.out_of_order) {
    for (std::size_t i = first_; i < queue_.size(); ++i)
      if (queue_[i].out_of_order && queue_[i].prepared == operation.prepared &&
          queue_[i].first == operation.first && operation.in_lds == 0) {
        queue_[i].lanes |= operation.lanes;
        return false;
      }
    ++unordered_;
  } else {
    issued_[operation.row] += operation.weight;
    rows_ = std::max(rows_, operation.row + 1);
  }
  operation.issued = issued_[operation.row];
  queue_.push_back(operation);
  return true;
}

// Without order, the first in the queue that is done need not be the oldest.
void OutstandingQueue::take_done_of_any(int allowed,
                                        const std::function<void(const OutstandingOperation&)>& visit) {
  for (;;) {
    const auto done = std::find_if(queue_.begin() + std::ptrdiff_t(first_), queue_.end(),
                                   [&](const OutstandingOperation& o) { return is_done(o, allowed); });
    if (done == queue_.end()) return forget_taken();
    const OutstandingOperation taken = *done;
    unordered_ -= taken.out_of_order ? 1 : 0;
    queue_.erase(done);
    visit(taken);
  }
}

void Outstanding::push(Counter counter, const OutstandingOperation& operation, int limit) {
  wait_for(counter, limit - operation.weight);
  if (!queue(counter).push(operation)) return;
  ++count_;
  copies_ += operation.lds_bytes != 0 ? 1 : 0;
  mark(operation);
}

void Outstanding::wait_for(Counter counter, int allowed) {
  queue(counter).take_done(allowed, [this](const OutstandingOperation& done) {
    --count_;
    copies_ -= done.lds_bytes != 0 ? 1 : 0;
    if (done.in_lds != 0) covered_in_lds_.push_back(done.in_lds);
    if (done.count != 0) unmark(done);
  });
}

std::span<std::uint64_t> Outstanding::set_of(const OutstandingOperation& operation) {
  if (operation.scalar) return scalars_;
  return vectors_;
}

void Outstanding::mark(const OutstandingOperation& operation) {
  if (operation.count == 0) return;
  ++filling_;
  shared_ |= isa::add_registers(set_of(operation), operation.first, operation.count);
}

// What another operation fills, too, stays marked.
void Outstanding::unmark(const OutstandingOperation& operation) {
  isa::remove_registers(set_of(operation), operation.first, operation.count);
  --filling_;
  if (filling_ == 0) shared_ = false;
  if (!shared_) return;
  for (const OutstandingQueue& some : queues_)
    for (const OutstandingOperation& other : some.all())
      if (other.count != 0) isa::add_registers(set_of(other), other.first, other.count);
}

}  // namespace lockstep::checks
