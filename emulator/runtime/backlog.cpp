#include "emulator/runtime/backlog.hpp"

#include <algorithm>
#include <iterator>

namespace lockstep::runtime {

using Kind = machine::Schedule::Kind;

namespace {

constexpr std::size_t kMostTogether = 4;

bool defers_always(const machine::Schedule& s) {
  return s.kind == Kind::random || s.is_descending();
}

}  // namespace

Backlog::Backlog(std::span<const machine::Schedule> schedules, bool interleaves)
    : schedule_(schedules.front()),
      compares_(std::ranges::any_of(schedules.subspan(1), defers_always)),
      interleaves_(interleaves),
      random_(host::hash(schedule_.seed, 1)) {
  // Half the seeds leave all of it for later, so that there is something to choose from.
  if (schedule_.kind == Kind::random && random_.below(2) != 0) turns_ = 1 + random_.below(3);
}

bool Backlog::defers(bool is_concurrent) const {
  return defers_always(schedule_) || (compares_ && interleaves_ && is_concurrent);
}

bool Backlog::is_in_order() const {
  return !defers_always(schedule_);
}

void Backlog::add(Operation operation) {
  operation.number = ++added_;
  queues_[operation.party.queue].push_back(std::move(operation));
}

void Backlog::put_back(std::span<const Operation> operations, const std::vector<bool>& waited) {
  using Tried = Operation::Tried;
  // One that nobody was tried with yet may be what others wait for.
  const bool is_new = operations.front().tried == Tried::no;
  for (auto& [queue, all] : queues_)
    if (is_new && all.front().tried == Tried::together) all.front().tried = Tried::alone;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    Operation back = operations[i];
    if (back.number == 0) back.number = ++added_;
    if (waited[i] || is_new) back.tried = !waited[i] ? Tried::no : is_new ? Tried::alone : Tried::together;
    queues_[back.party.queue].push_front(std::move(back));
  }
}

void Backlog::retry() {
  for (auto& [queue, all] : queues_) all.front().tried = Operation::Tried::no;
}

bool Backlog::only_waits() const {
  const Operations all = ready();
  return !all.empty() &&
         std::ranges::none_of(all, [](const Operation* o) { return o->tried == Operation::Tried::no; });
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

const Operation* Backlog::chosen(const Operations& ready) {
  if (is_in_order()) return *std::ranges::min_element(ready, {}, &Operation::number);
  if (schedule_.kind != Kind::random) return *std::ranges::max_element(ready, {}, &Operation::number);
  std::uint64_t all = 0;
  for (const Operation* one : ready) all += weight(*one);
  std::uint64_t draw = random_.below(all);
  auto one = ready.begin();
  for (; draw >= weight(**one); ++one) draw -= weight(**one);
  return *one;
}

// The number of the first operation left that uses memory and is no launch: launches behind it, done before
// it, might change what it finds.
std::uint64_t Backlog::first_that_uses_memory() const {
  std::uint64_t first = added_ + 1;
  for (const auto& [queue, operations] : queues_)
    for (const Operation& o : operations)
      if (!o.work.is_kernel() && !o.work.marks_only) first = std::min(first, o.number);
  return first;
}

Backlog::Operations Backlog::together_with(const Operation* first, const Operations& ready) {
  Operations all{first};
  const bool is_random = schedule_.kind == Kind::random;
  if (!interleaves_ || !first->work.is_kernel() || (!is_random && !compares_)) return all;
  constexpr std::uint64_t kAlone = 4;  // one of so many
  if (is_random && random_.below(kAlone) == 0) return all;
  const std::uint64_t end = is_in_order() ? first_that_uses_memory() : added_ + 1;
  for (const Operation* one : ready)
    if (one != first && one->work.is_kernel() && one->number < end && all.size() < kMostTogether &&
        (!is_random || all.size() == 1 || random_.below(2) == 0))
      all.push_back(one);
  std::ranges::sort(all, {}, &Operation::number);
  return all;
}

Operation Backlog::take(std::uint32_t queue) {
  const auto found = queues_.find(queue);
  Operation taken = std::move(found->second.front());
  found->second.pop_front();
  if (found->second.empty()) queues_.erase(found);
  return taken;
}

Backlog::Operations Backlog::ready() const {
  Operations all;
  for (const auto& [queue, operations] : queues_)
    if (is_ready(operations.front())) all.push_back(&operations.front());
  return all;
}

// In descending order work is done that is needed, and what launches that are needed may wait for.
Backlog::Operations Backlog::untried(const Operations& ready, const Clock* needed) const {
  Operations all, wanted;
  for (const Operation* one : ready) {
    if (one->tried != Operation::Tried::no) continue;
    all.push_back(one);
    if (!schedule_.is_descending() || needed == nullptr || needed->of(one->party.queue) >= one->party.count)
      wanted.push_back(one);
  }
  return wanted.empty() && all.size() != ready.size() ? all : wanted;
}

std::vector<Operation> Backlog::pick(const Clock* needed, bool early) {
  using Tried = Operation::Tried;
  const Operations all = ready(), fresh = untried(all, needed);
  Operations picked;
  if (!fresh.empty())
    picked = together_with(chosen(fresh), fresh);
  else
    std::ranges::copy_if(all, std::back_inserter(picked),
                         [](const Operation* o) { return o->tried == Tried::alone; });
  const bool is_last = fresh.empty() && picked.size() < 2;
  if (is_last) picked = early ? Operations{} : all;
  std::ranges::sort(picked, {}, &Operation::number);
  std::vector<std::uint32_t> queues;
  for (const Operation* one : picked) queues.push_back(one->party.queue);
  std::vector<Operation> taken;
  for (const std::uint32_t queue : queues) taken.push_back(take(queue));
  for (Operation& one : taken)
    if (is_last) one.tried = Tried::in_every_way;
  return taken;
}

std::vector<Operation> Backlog::next(const Clock& needed) {
  return has_done(needed) ? std::vector<Operation>{} : pick(&needed, /*early=*/false);
}

std::vector<Operation> Backlog::next() {
  return pick(nullptr, /*early=*/false);
}

std::vector<Operation> Backlog::next_early() {
  return pick(nullptr, /*early=*/true);
}

}  // namespace lockstep::runtime
