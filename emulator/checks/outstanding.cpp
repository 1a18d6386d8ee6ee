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
          queue_[i].first == operation.first) {
        queue_[i].lanes |= operation.lanes;
        return false;
      }
    ++unordered_;
  } else {
    issued_ += operation.weight;
  }
  operation.issued = issued_;
  queue_.push_back(operation);
  return true;
}

bool OutstandingQueue::is_done(const OutstandingOperation& operation, int allowed) const {
  const std::uint64_t younger = operation.out_of_order ? 0 : issued_ - operation.issued;
  return younger + operation.weight > std::uint64_t(allowed);
}

std::optional<OutstandingOperation> OutstandingQueue::take_done(int allowed) {
  constexpr std::size_t kMostRetired = 256;
  std::size_t i = first_;
  // Without unordered ones the oldest is done before all others.
  const std::size_t end = unordered_ == 0 ? std::min(first_ + 1, queue_.size()) : queue_.size();
  while (i < end && !is_done(queue_[i], allowed)) ++i;
  if (i == end) return std::nullopt;
  const OutstandingOperation done = queue_[i];
  unordered_ -= done.out_of_order ? 1 : 0;
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
  wait_for(counter, queue(counter).limit() - operation.weight);  // a full counter holds the wave back
  if (!queue(counter).push(operation)) return;
  ++count_;
  mark(operation);
}

void Outstanding::wait_for(Counter counter, int allowed) {
  while (const auto done = queue(counter).take_done(allowed)) {
    --count_;
    if (done->count != 0) unmark(*done);
  }
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
