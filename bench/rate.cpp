#include <algorithm>
#include <ctime>

#include "bench/bench.hpp"

namespace lockstep::bench {

namespace {

/// Of this thread: time that other processes have the core for does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace

double best_rate(double seconds, const std::function<double()>& work) {
  work();  // once unmeasured: tables, pages and decoded code are warm
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const double start = cpu_seconds();
    double units = 0, elapsed = 0;
    do {
      units += work();
      elapsed = cpu_seconds() - start;
    } while (elapsed < seconds / 3);
    best = std::max(best, units / elapsed);
  }
  return best;
}

}  // namespace lockstep::bench
