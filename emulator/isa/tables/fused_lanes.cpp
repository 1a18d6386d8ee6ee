#include "fused_lanes.hpp"

#include <cmath>

namespace lockstep::isa {

namespace {

#if defined(__x86_64__)
using Floats = std::array<float, kLanes>;

Floats floats(const std::uint32_t* bits) {
  Floats values;
  std::memcpy(values.data(), bits, sizeof values);
  return values;
}

__attribute__((target("arch=x86-64-v3"))) Floats fuse(const Floats& a, const Floats& b, const Floats& c) {
  Floats sums;
  for (std::size_t l = 0; l < kLanes; ++l) sums[l] = std::fma(a[l], b[l], c[l]);
  return sums;
}

bool by_host(const std::uint32_t* a_bits, const std::uint32_t* b_bits, const std::uint32_t* c_bits,
             LaneOutputs& out) {
  if (!__builtin_cpu_supports("x86-64-v3")) return false;
  const Floats a = floats(a_bits), b = floats(b_bits), c = floats(c_bits);
  Floats sums = fuse(a, b, c);
  bool any_nan = false;
  for (const float sum : sums) any_nan |= sum != sum;
  if (any_nan)
    for (std::size_t l = 0; l < kLanes; ++l) sums[l] = settle_nan(sums[l], a[l], b[l], c[l]);
  std::memcpy(out.destination[0], sums.data(), sizeof sums);
  return true;
}
#else
bool by_host(const std::uint32_t*, const std::uint32_t*, const std::uint32_t*, LaneOutputs&) {
  return false;
}
#endif

}  // namespace

void fused_lanes(const LaneInputs& in, LaneOutputs& out) {
  if (!by_host(in.source[0][0], in.source[1][0], in.source[2][0], out))
    RowOf<fused_multiply_add<float>>::evaluate(in, out);
}

void accumulated_lanes(const LaneInputs& in, LaneOutputs& out) {
  if (!by_host(in.source[0][0], in.source[1][0], in.old[0], out)) RowOf<accumulate<float>>::evaluate(in, out);
}

}  // namespace lockstep::isa
