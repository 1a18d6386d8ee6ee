#include "reference/exact/deviation.hpp"

#include "reference/formats/code_order.hpp"

namespace lockstep::exact {
namespace {

// 0 / 0 is no error.
double ratio(double error, double allowed) {
  return error == 0 ? 0 : error / allowed;
}

}  // namespace

void Deviation::measure(const Pair& pair, double got, double want) {
  ++finite;
  noise.add(want, got);
  const std::uint64_t distance = formats::ulps_between(*format, pair.got, pair.want);
  const double error = std::abs(got - want);
  ulp.keep(distance, pair);
  absolute.keep(error, pair);
  relative.keep(ratio(error, std::abs(want)), pair);
  if (tolerance.ulp && distance > *tolerance.ulp) ++past_ulp;
  if (!tolerance.has_margin()) return;
  const double allowed = tolerance.absolute.value_or(0) + tolerance.relative.value_or(0) * std::abs(want);
  if (error <= allowed) return;
  ++past_margin;
  margin.keep(ratio(error, allowed), pair);
}

void Deviation::add(std::uint32_t got, std::uint32_t want) {
  const Pair pair{elements++, got, want};
  if (got != want && different++ == 0) first_different = pair;
  const double x = formats::to_double(*format, got), y = formats::to_double(*format, want);
  if (std::isfinite(x) && std::isfinite(y)) return measure(pair, x, y);
  if (x == y || (std::isnan(x) && std::isnan(y))) return;
  if (wrong_class++ == 0) first_wrong_class = pair;
}

}  // namespace lockstep::exact
