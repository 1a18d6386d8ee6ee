#include "emulator/runtime/backlog.hpp"

#include <algorithm>
#include <vector>

namespace lockstep::runtime {

using Kind = machine::Schedule::Kind;

Backlog::Backlog(const machine::Schedule& schedule)
    : schedule_(schedule), random_(host::hash(schedule.seed, 1)) {
  if (schedule.kind == Kind::random) turns_ = random_.below(4);
}

bool Backlog::defers() const {
  return schedule_.kind == Kind::random || schedule_.is_descending();
}

void Backlog::add(Operation operation) {
  operation.number = ++added_;
  queues_[operation.party.queue].push_back(std::move(operation));
}

std::uint64_t Backlog::turns() {
  return turns_ == 0 ? 0 : random_.below(turns_ + 1);
}

bool Backlog::has_done(const Clock& clock) const {
  return std::ranges::none_of(
      queues_, [&](const auto& q) { return clock.of(q.first) >= q.second.front().party.count; });
}

// Operations of a queue know of each other in order, so that the first ones stand for those behind them.
bool Backlog::is_ready(const Operation& operation) const {
  return std::ranges::none_of(queues_, [&](const auto& q) {
    const Party& first = q.second.front().party;
    return first.queue != operation.party.queue && operation.clock.of(first.queue) >= first.count;
  });
}

// Some queues are much slower than others, so that one may be through before another has begun.
std::uint64_t Backlog::weight(const Operation& operation) const {
  return std::uint64_t{1} << (2 * (host::hash(schedule_.seed, operation.party.queue) % 4));
}

std::optional<Operation> Backlog::pick(const Clock* needed) {
  std::vector<const Operation*> ready;
  for (const auto& [queue, operations] : queues_) {
    const Operation& first = operations.front();
    const bool is_wanted = schedule_.kind == Kind::random || needed == nullptr ||
                           needed->of(first.party.queue) >= first.party.count;
    if (is_wanted && is_ready(first)) ready.push_back(&first);
  }
  if (ready.empty()) return std::nullopt;
  const Operation* chosen = *std::ranges::max_element(ready, {}, &Operation::number);
  if (schedule_.kind == Kind::random) {
    std::uint64_t all = 0;
    for (const Operation* one : ready) all += weight(*one);
    std::uint64_t draw = random_.below(all);
    for (const Operation* one : ready) {
      chosen = one;
      if (draw < weight(*one)) break;
      draw -= weight(*one);
    }
  }
  const auto queue = queues_.find(chosen->party.queue);
  Operation taken = std::move(queue->second.front());
  queue->second.pop_front();
  if (queue->second.empty()) queues_.erase(queue);
  return taken;
}

std::optional<Operation> Backlog::next(const Clock& needed) {
  return has_done(needed) ? std::nullopt : pick(&needed);
}

std::optional<Operation> Backlog::next() {
  return pick(nullptr);
}

}  // namespace lockstep::runtime
