#include "emulator/checks/outstanding_copies.hpp"

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

}  // namespace lockstep::checks
