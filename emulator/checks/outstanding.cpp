#include "outstanding.hpp"

#include <algorithm>

namespace lockstep::checks {

namespace {

// Calls visit(word, mask) for the words of a bit set that hold the bits [first, first + count); what lies
// beyond the set is left out.
template <typename Visit>
void for_each_word(int words, int first, int count, Visit visit) {
  const int end = std::min(first + count, 64 * words);
  for (int at = first; at < end;) {
    const int shift = at % 64, bits = std::min(64 - shift, end - at);
    visit(std::size_t(at / 64), (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1) << shift);
    at += bits;
  }
}

}  // namespace

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
  std::uint64_t* const set = operation.scalar ? scalars_.data() : vectors_.data();
  filled_.add(operation.scalar ? isa::File::scalar : isa::File::vector, operation.first, operation.count);
  for_each_word((operation.scalar ? kScalars : kVectors) / 64, operation.first, operation.count,
                [&](std::size_t word, std::uint64_t mask) { set[word] |= mask; });
}

void Outstanding::mark_again() {
  vectors_.fill(0);
  scalars_.fill(0);
  filled_ = {};
  for (const OutstandingQueue* some : {&vm_, &lgkm_})
    for (const OutstandingOperation& operation : some->all()) mark(operation);
}

bool Outstanding::any(bool scalars, int first, int count) const {
  const std::uint64_t* const set = scalars ? scalars_.data() : vectors_.data();
  std::uint64_t met = 0;
  for_each_word((scalars ? kScalars : kVectors) / 64, first, count,
                [&](std::size_t word, std::uint64_t mask) { met |= set[word] & mask; });
  return met != 0;
}

}  // namespace lockstep::checks
