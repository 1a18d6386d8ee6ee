#include <algorithm>

#include "tracer.hpp"

namespace lockstep::machine {

namespace {

void perform(Wave& wave, Pending& pending) {
  if (pending.performed) return;
  pending.performed = true;
  if (Observer* const observer = wave.environment().observer) observer->performs(wave, pending);
  if (pending.perform != nullptr) pending.perform(wave, pending);
}

void complete(Wave& wave, std::unique_ptr<Pending> pending) {
  perform(wave, *pending);
  if (Observer* const observer = wave.environment().observer) observer->retires(wave, *pending);
  if (pending->retire != nullptr) pending->retire(wave, *pending);
}

// Memory effects of one counter's ordered operations happen in issue order, so performing one performs the
// older.
void perform_through(Wave& wave, PendingQueue& queue, std::size_t last) {
  for (std::size_t i = 0; i <= last; ++i)
    if (!queue[i].out_of_order || i == last) perform(wave, queue[i]);
}

// Which operation the hardware finishes next is free among unordered ones: the adversary finishes those
// first, so that a partial wait never covers the ordered operation it was meant for.
std::size_t next_to_retire(PendingQueue& queue) {
  for (std::size_t i = queue.size(); i-- > 0;)
    if (queue[i].out_of_order) return i;
  return 0;
}

void retire_at(Wave& wave, PendingQueue& queue, std::size_t i) {
  if (!queue[i].out_of_order) perform_through(wave, queue, i);
  complete(wave, queue.take(i));
}

}  // namespace

void issue(Wave& wave, PendingQueue& queue, std::unique_ptr<Pending> pending) {
  if (Tracer* tracer = wave.environment().tracer; tracer != nullptr) tracer->issued(wave, *pending);
  if (Observer* const observer = wave.environment().observer) observer->issues(wave, *pending);
  if (wave.environment().schedule.kind == Schedule::Kind::earliest) {
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

void progress(Wave& wave, std::uint64_t draw) {
  for (PendingQueue* queue : {&wave.vm, &wave.lgkm}) {
    const std::uint64_t bits = draw & 0xFF;
    draw >>= 16;
    if (queue->empty() || bits >= 48) continue;
    const std::size_t pick = (bits >> 2) % queue->size();
    if ((bits & 1) != 0) {
      perform_through(wave, *queue, pick);
    } else if ((*queue)[pick].out_of_order) {
      retire_at(wave, *queue, pick);
    } else {
      // Ordered operations retire in order; unordered ones beside them are overtaken.
      for (std::size_t i = 0; i < queue->size(); ++i)
        if (!(*queue)[i].out_of_order) {
          retire_at(wave, *queue, i);
          break;
        }
    }
  }
}

}  // namespace lockstep::machine
