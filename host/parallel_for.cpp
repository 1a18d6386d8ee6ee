#include "host/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <sched.h>

namespace lockstep::host {

namespace {

class Loop {
 public:
  Loop(std::uint64_t count, const Iteration& iteration) : count_(count), iteration_(iteration) {}

  void work(int thread) {
    while (!stopped_.load(std::memory_order_relaxed)) {
      const std::uint64_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= count_) return;
      try {
        if (iteration_(i, thread) == Then::stop) stopped_.store(true, std::memory_order_relaxed);
      } catch (...) {
        keep(i, std::current_exception());
      }
    }
  }

  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  void keep(std::uint64_t i, std::exception_ptr thrown) {
    stopped_.store(true, std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    if (thrown_ && thrown_by_ < i) return;
    thrown_ = std::move(thrown);
    thrown_by_ = i;
  }

  const std::uint64_t count_;
  const Iteration& iteration_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::exception_ptr thrown_;
  std::uint64_t thrown_by_ = 0;
};

}  // namespace

void parallel_for(std::uint64_t count, int threads, const Iteration& iteration) {
  Loop loop(count, iteration);
  const int others =
      int(std::min(std::uint64_t(std::max(threads, 1)), std::max<std::uint64_t>(count, 1))) - 1;
  {
    std::vector<std::jthread> running;
    running.reserve(std::size_t(others));
    try {
      for (int thread = 1; thread <= others; ++thread)
        running.emplace_back([&loop, thread] { loop.work(thread); });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
      // The threads that did start, and this one, share the work.
    }
    loop.work(0);
  }
  loop.rethrow();
}

int thread_count(int asked) {
  if (asked > 0) return asked;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::max(1, CPU_COUNT(&allowed));
  return int(
      std::max(1u, std::thread::hardware_concurrency()));  // a machine of more than such a set can name
}

}  // namespace lockstep::host
