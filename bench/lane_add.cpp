#include "bench/lane_add.hpp"

#include "bench/bench.hpp"
#include "emulator/isa/semantics.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::bench {

namespace {

// The compiler may leave none of them out: each time memory might have changed.
LOCKSTEP_CLONES void add(int times, const isa::Lanes& a, const isa::Lanes& b, isa::Lanes& sum) {
  for (int i = 0; i < times; ++i) {
    for (std::size_t l = 0; l < isa::kMaxLanes; ++l) sum[l] = a[l] + b[l];
    asm volatile("" ::: "memory");
  }
}

}  // namespace

double lane_add(double seconds) {
  constexpr int kTimes = 4096;
  alignas(64) isa::Lanes a, b, sum{};
  a.fill(3);
  b.fill(5);
  return best_rate(seconds, [&] {
    add(kTimes, a, b, sum);
    return double(kTimes);
  });
}

}  // namespace lockstep::bench
