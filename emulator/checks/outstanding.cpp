#include "emulator/checks/outstanding.hpp"

#include <algorithm>

namespace lockstep::checks {

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
