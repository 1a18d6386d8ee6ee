#include <cmath>
#include <limits>

#include "cli/cases/case_dump.hpp"

namespace lockstep::cli {

namespace {

using formats::Format;

std::int32_t rank(const Format& f, std::uint32_t code) {
  const std::uint32_t sign = f.sign_mask();
  return (code & sign) != 0 ? -std::int32_t(code ^ sign) : std::int32_t(code);
}

double value_at(const Format& f, std::int32_t rank) {
  return formats::to_double(f, rank < 0 ? f.sign_mask() | std::uint32_t(-rank) : std::uint32_t(rank));
}

// The greatest rank whose value is at most `most`.
std::int32_t last_up_to(const Format& f, double most) {
  std::int32_t at = rank(f, formats::encode_nearest_even(f, most, formats::Overflow::saturate));
  if (value_at(f, at) > most) --at;
  return at;
}

// Where a claim is made of elements: [element of the tensor].
struct Claims {
  std::vector<double> bounds;
  std::vector<std::uint32_t> expected;
  std::vector<std::uint8_t> written;
};

Claims claims(laws::Experiment& e, std::size_t o) {
  constexpr double kNoClaim = std::numeric_limits<double>::quiet_NaN();
  const operators::Output& output = e.instance().outputs()[o];
  const auto columns = std::size_t(output.columns), all = std::size_t(output.tensor_rows) * columns;
  Claims c{std::vector<double>(2 * all, kNoClaim), std::vector<std::uint32_t>(all),
           std::vector<std::uint8_t>(all)};
  for (std::size_t i = 0; i < output.elements(); ++i) {
    const exact::Bound bound = e.instance().bound(e.exact()[o], o, i);
    const bool is_claimed = !bound.plus_infinity && !bound.minus_infinity && std::isfinite(bound.error);
    const std::size_t at = std::size_t(output.rows[i / columns].row) * columns + i % columns;
    c.bounds[2 * at] = e.exact()[o].value[i];
    if (is_claimed) c.bounds[2 * at + 1] = bound.error;
    c.expected[at] = e.expected()[o][i];
    c.written[at] = 1;
  }
  return c;
}

}  // namespace

std::vector<double> bounds(laws::Experiment& e, std::size_t output) {
  return claims(e, output).bounds;
}

std::vector<std::int32_t> code_ranges(laws::Experiment& e, std::size_t output) {
  const Format& f = *e.instance().outputs()[output].format;
  const Claims c = claims(e, output);
  std::vector<std::int32_t> all(2 * c.written.size());
  for (std::size_t i = 0; i < c.written.size(); ++i) {
    const double value = c.bounds[2 * i], error = c.bounds[2 * i + 1];
    std::int32_t least = rank(f, c.expected[i]), greatest = least;
    if (c.written[i] == 0) {
      least = 0, greatest = 0;  // told by its bytes alone
    } else if (formats::is_nan(f, c.expected[i]) && std::isnan(value)) {
      least = rank(f, formats::largest_finite(f)) + 2, greatest = -least;  // past infinity, of either sign
    } else if (std::isfinite(error)) {
      least = -last_up_to(f, error - value), greatest = last_up_to(f, value + error);
    }
    all[2 * i] = least;
    all[2 * i + 1] = greatest;
  }
  return all;
}

}  // namespace lockstep::cli
