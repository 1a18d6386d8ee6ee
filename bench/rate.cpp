#include <algorithm>
#include <chrono>

#include "bench/bench.hpp"

namespace lockstep::bench {

double best_rate(double seconds, const std::function<double()>& work) {
  using Clock = std::chrono::steady_clock;
  work();  // once unmeasured: tables, pages and decoded code are warm
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const auto start = Clock::now();
    double units = 0, elapsed = 0;
    do {
      units += work();
      elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    } while (elapsed < seconds / 3);
    best = std::max(best, units / elapsed);
  }
  return best;
}

}  // namespace lockstep::bench
