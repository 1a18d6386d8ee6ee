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

void OutstandingQueue::push(const OutstandingOperation& operation) {
  outstanding_ += operation.weight;
  queue_.push_back(operation);
}

// Of unordered operations the youngest counts as done first, so that a partial wait never covers the ordered
// one that it was meant for.
OutstandingOperation OutstandingQueue::retire() {
  constexpr std::size_t kMostRetired = 256;
  std::size_t i = queue_.size();
  while (i > first_ && !queue_[i - 1].out_of_order) --i;
  i = i == first_ ? first_ : i - 1;
  const OutstandingOperation done = queue_[i];
  outstanding_ -= done.weight;
  if (i != first_) {
    queue_.erase(queue_.begin() + std::ptrdiff_t(i));
    return done;
  }
  ++first_;
  if (first_ == queue_.size() || first_ == kMostRetired) {
    queue_.erase(queue_.begin(), queue_.begin() + std::ptrdiff_t(first_));
    first_ = 0;
  }
  return done;
}

void Outstanding::push(Counter counter, const OutstandingOperation& operation) {
  while (!of(counter).has_room_for(operation)) retire(queue(counter));
  queue(counter).push(operation);
  ++count_;
  mark(operation);
}

void Outstanding::wait_for(Counter counter, int allowed) {
  while (of(counter).waits_for(allowed)) retire(queue(counter));
}

void Outstanding::retire(OutstandingQueue& queue) {
  const OutstandingOperation done = queue.retire();
  --count_;
  if (done.count != 0) unmark(done);
}

std::span<std::uint64_t> Outstanding::set_of(const OutstandingOperation& operation) {
  if (operation.scalar) return scalars_;
  return vectors_;
}

void Outstanding::mark(const OutstandingOperation& operation) {
  if (operation.count == 0) return;
  ++filling_;
  shared_ |= isa::any_register(set_of(operation), operation.first, operation.count);
  isa::add_registers(set_of(operation), operation.first, operation.count);
}

// What another operation fills, too, stays marked.
void Outstanding::unmark(const OutstandingOperation& operation) {
  isa::remove_registers(set_of(operation), operation.first, operation.count);
  --filling_;
  if (filling_ == 0) shared_ = false;
  if (!shared_) return;
  for (const OutstandingQueue* some : {&vm_, &lgkm_})
    for (const OutstandingOperation& other : some->all())
      if (other.count != 0) isa::add_registers(set_of(other), other.first, other.count);
}

}  // namespace lockstep::checks
