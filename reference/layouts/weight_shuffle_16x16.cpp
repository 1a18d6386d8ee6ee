#include "reference/layouts/weight_shuffle_16x16.hpp"

#include <cstring>

namespace lockstep::layouts {
namespace {

constexpr std::int64_t kRun = 16;  // bytes that stay together

template <typename Copy>
void for_each_run(const WeightPlane& plane, const Copy& copy) {
  for (std::int64_t n = 0; n < plane.n; ++n)
    for (std::int64_t kb = 0; kb < plane.kb; kb += kRun)
      copy(n * plane.kb + kb, shuffled(plane, {n, kb}).value);
}

}  // namespace

void shuffle(const WeightPlane& plane, std::span<const std::uint8_t> logical,
             std::span<std::uint8_t> stored) {
  for_each_run(plane, [&](std::int64_t from, std::int64_t to) {
    std::memcpy(stored.data() + to, logical.data() + from, kRun);
  });
}

void unshuffle(const WeightPlane& plane, std::span<const std::uint8_t> stored,
               std::span<std::uint8_t> logical) {
  for_each_run(plane, [&](std::int64_t to, std::int64_t from) {
    std::memcpy(logical.data() + to, stored.data() + from, kRun);
  });
}

}  // namespace lockstep::layouts
