#include "outstanding.hpp"

#include <algorithm>

namespace lockstep::checks {

bool OutstandingOperation::fills_lds(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t end = lds_base + isa::kLanes * std::uint64_t{lds_bytes};
  if (address >= end || address + bytes <= lds_base) return false;
  const std::uint64_t begin = std::max(address, lds_base) - lds_base;
  const std::uint64_t last = std::min(address + bytes, end) - 1 - lds_base;
  for (std::uint64_t lane = begin / lds_bytes; lane <= last / lds_bytes; ++lane)
    if ((lanes >> lane & 1) != 0) return true;
  return false;
}

// Of unordered operations the youngest counts as done first, so that a partial wait never covers the ordered
// one that it was meant for.
void OutstandingQueue::retire() {
  std::size_t i = queue_.size();
  while (i > 0 && !queue_[i - 1].out_of_order) --i;
  const auto done = queue_.begin() + std::ptrdiff_t(i == 0 ? 0 : i - 1);
  outstanding_ -= done->weight;
  queue_.erase(done);
}

void OutstandingQueue::push(const OutstandingOperation& operation) {
  while (!queue_.empty() && outstanding_ + operation.weight > limit_) retire();
  outstanding_ += operation.weight;
  queue_.push_back(operation);
}

bool OutstandingQueue::wait_for(int allowed) {
  const std::size_t before = queue_.size();
  while (!queue_.empty() && outstanding_ > allowed) retire();
  return queue_.size() != before;
}

void Outstanding::push(Counter counter, const OutstandingOperation& operation) {
  const std::size_t before = of(counter).all().size();
  queue(counter).push(operation);
  if (of(counter).all().size() == before + 1)
    mark(operation);
  else
    mark_again();
}

void Outstanding::wait_for(Counter counter, int allowed) {
  if (queue(counter).wait_for(allowed)) mark_again();
}

void Outstanding::mark(const OutstandingOperation& operation) {
  if (operation.count == 0) return;
  fills_any_ = true;
  if (operation.scalar)
    isa::add_registers(scalars_, operation.first, operation.count);
  else
    isa::add_registers(vectors_, operation.first, operation.count);
}

void Outstanding::mark_again() {
  vectors_.fill(0);
  scalars_.fill(0);
  fills_any_ = false;
  for (const OutstandingQueue* some : {&vm_, &lgkm_})
    for (const OutstandingOperation& operation : some->all()) mark(operation);
}

}  // namespace lockstep::checks
