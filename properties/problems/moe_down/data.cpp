#include "properties/problems/moe_down/data.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/block_scales.hpp"
#include "properties/problems/source_product.hpp"
#include "reference/formats/formats.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Data;
using cases::Elements;
using cases::Reals;
using cases::Stream;
using host::hash;
using operators::kMxBlock;

constexpr auto kWeightStream = Stream(std::uint64_t(Stream::first_free));
constexpr auto kInitialStream = Stream(std::uint64_t(Stream::first_free) + 1);

// What the contents of each active row of A are drawn from.
std::vector<std::int64_t> numbers_of_a(const operators::MoeDown& p, const operators::MoeDownData& d) {
  std::vector<std::int64_t> numbers, seen(d.plane_of_expert.size(), 0);  // rows of each expert so far
  for (const operators::MoeRow& row : d.rows) {
    const std::int64_t in_expert = seen[std::size_t(row.expert)]++;
    numbers.push_back(p.is_gated() ? row.token : std::int64_t(row.expert) << 24 | in_expert);
  }
  return numbers;
}
std::int64_t number_of_b(const operators::MoeDown& p, std::int64_t expert, std::int64_t column) {
  return expert * p.n + column;
}

/// Where one row of an operand goes.
struct Row {
  std::int64_t number;  ///< what its contents are drawn from
  std::span<std::uint8_t> codes, scales;
};

/// Takes real numbers to MXFP4 or MXFP8, and judges what came of it.
class Quantiser {
 public:
  Quantiser(const scaling::ScaleRule& rule, const formats::Format& format)
      : quantiser_{&rule, &format, formats::find_conversion("ocp_saturate"),
                   *scaling::find_block_shape("1x32")} {}

  void run(const char* operand, const Reals& reals, const Row& row) {
    x_.resize(row.codes.size());
    scales_.resize(row.scales.size());
    reals.fill_row(row.number, x_);
    scaling::quantise(quantiser_, {1, std::int64_t(x_.size())}, x_, row.codes, scales_);
    for (std::size_t i = 0; i < scales_.size(); ++i) row.scales[i] = std::uint8_t(scales_[i]);
    for (std::size_t i = 0; i < x_.size() && fault_.empty(); ++i)
      if (!is_near(x_[i], row.codes[i], row.scales[i / kMxBlock]))
        fault_ = fmt::format("{}[{}, {}] = {} is more than half a step away from its code", operand,
                             row.number, i, x_[i]);
  }
  const std::string& fault() const { return fault_; }

 private:
  // Half the distance of the codes around x / scale: half of what a binade is cut into.
  bool is_near(float x, std::uint8_t code, std::uint8_t scale) const {
    const formats::Format& f = *quantiser_.element;
    const double y = double(x) * formats::power_of_two(127 - int(scale));
    const double largest = formats::to_double(f, formats::largest_finite(f));
    const int exponent = std::clamp(y == 0 ? f.emin() : std::ilogb(y), f.emin(), std::ilogb(largest));
    return std::abs(y - formats::to_double(f, code)) <= std::ldexp(1.0, exponent - f.mantissa_bits - 1);
  }

  scaling::Quantiser quantiser_;
  std::vector<float> x_;
  std::vector<std::uint32_t> scales_;
  std::string fault_;
};

float weight_of(const Case& c, std::uint64_t draw) {
  using moe_down::Weights;
  const Weights kind = c.options[moe_down::kWeights];
  const float fraction = float(1 + (draw >> 40 & 0xFFFF)) / 65537;  // lies in (0, 1)
  const float power = std::ldexp(1.0f, -int(draw >> 60 & 1));       // on the grid: no rounding
  const float magnitude = kind == Weights::one ? 1 : c.data == Data::grid ? power : fraction;
  if (kind == Weights::any_sign && (draw & 1) != 0) return -4 * magnitude;
  if (kind == Weights::zero && (draw & 3) == 0) return 0;
  if (kind == Weights::tiny) return std::ldexp(magnitude, c.data == Data::grid ? -20 : -118);
  return magnitude;
}

// One code per row of A, and it is an integer, so that the products of a token's rows add up exactly in bf16.
void keep_one(std::uint64_t seed, const formats::Format& f, const Row& row) {
  const std::uint64_t draw = host::hash(seed, std::uint64_t(row.number));
  std::fill(row.codes.begin(), row.codes.end(), std::uint8_t{0});
  row.codes[(draw >> 8) % row.codes.size()] =
      std::uint8_t(formats::encode_nearest_even(f, (draw & 1) != 0 ? 1 : -1, formats::Overflow::saturate));
}

/// What is wrong with the quantisation, if it took part.
std::string fill_operands(const Case& c, const scaling::ScaleRule& rule, const formats::Format& format_of_a,
                          std::vector<Row>& a, std::vector<Row>& b) {
  if (c.scales == cases::Scales::quantised) {
    Quantiser of_a(rule, format_of_a), of_b(rule, formats::float4_e2m1fn);
    for (const Row& row : a) of_a.run("a", Reals(c, Stream::a, kMxBlock), row);
    for (const Row& row : b) of_b.run("b", Reals(c, Stream::b, kMxBlock), row);
    return of_a.fault().empty() ? of_b.fault() : of_a.fault();
  }
  const Elements a_codes(c, format_of_a, Stream::a, false, kMxBlock);
  const Elements b_codes(c, formats::float4_e2m1fn, Stream::b, true, kMxBlock);
  for (const Row& row : a) {
    a_codes.fill_row(row.number, row.codes);
    if (c.options[moe_down::kSummable]) keep_one(cases::stream_seed(c, Stream::a), format_of_a, row);
    cases::fill_e8m0_scales(c, Stream::a_scale, row.number, row.scales);
  }
  for (const Row& row : b) {
    b_codes.fill_row(row.number, row.codes);
    cases::fill_e8m0_scales(c, Stream::b_scale, row.number, row.scales);
  }
  return {};
}

}  // namespace

tl::expected<MoeDownCaseData, std::string> make_moe_down_data(const Case& c, const operators::MoeDown& p) {
  const scaling::ScaleRule* rule = mx_scale_rule(c);
  if (rule == nullptr) return tl::unexpected(fmt::format("recipe={}: expected ceil or floor", c.recipe));
  MoeDownCaseData data;
  operators::MoeDownData& d = data.operands;
  d.rows = operators::active_rows(p);
  d.plane_of_expert.assign(std::size_t(p.experts), -1);
  std::vector<std::int64_t> planes;
  for (const operators::MoeRow& row : d.rows) {
    if (d.plane_of_expert[std::size_t(row.expert)] >= 0) continue;
    d.plane_of_expert[std::size_t(row.expert)] = int(planes.size());
    planes.push_back(row.expert);
  }
  const auto k = std::size_t(p.k), blocks = std::size_t(p.k_blocks()), n = std::size_t(p.n);
  d.a.resize(d.rows.size() * k);
  d.a_scale.resize(d.rows.size() * blocks);
  d.b.resize(planes.size() * n * k);
  d.b_scale.resize(planes.size() * n * blocks);

  std::vector<Row> a, b;
  const std::vector<std::int64_t> numbers = numbers_of_a(p, d);
  for (std::size_t i = 0; i < d.rows.size(); ++i) {
    const std::int64_t number = numbers[i];
    a.push_back({number, std::span(d.a).subspan(i * k, k), std::span(d.a_scale).subspan(i * blocks, blocks)});
    const std::uint64_t draw = host::hash(cases::stream_seed(c, kWeightStream), std::uint64_t(number));
    d.weight.push_back(p.is_gated() ? 1 : weight_of(c, draw));
  }
  for (std::size_t i = 0; i < planes.size() * n; ++i)
    b.push_back({number_of_b(p, planes[i / n], std::int64_t(i % n)), std::span(d.b).subspan(i * k, k),
                 std::span(d.b_scale).subspan(i * blocks, blocks)});
  data.quantisation_fault = fill_operands(c, *rule, *p.a, a, b);
  return data;
}

std::vector<double> unquantised_rows(const Case& c, const operators::MoeDown& p,
                                     const operators::MoeDownData& d) {
  const Reals a(c, Stream::a, kMxBlock), b(c, Stream::b, kMxBlock);
  const std::vector<std::int64_t> numbers = numbers_of_a(p, d);
  std::vector<std::int32_t> experts;
  for (const operators::MoeRow& row : d.rows) experts.push_back(row.expert);
  std::vector<double> rows = multiply_sources(
      experts, p.n, p.k, [&](std::size_t i, std::span<float> out) { a.fill_row(numbers[i], out); },
      [&](std::int32_t expert, std::int64_t column, std::span<float> out) {
        b.fill_row(number_of_b(p, expert, column), out);
      });
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] *= double(d.weight[i / std::size_t(p.n)]);
  return rows;
}

std::vector<std::uint16_t> initial_tokens(const Case& c, const std::vector<operators::Arrivals>& arrivals) {
  const auto n = std::size_t(c.n);
  std::vector<std::uint16_t> codes(arrivals.size() * n, 0);
  if (!c.options[moe_down::kResidual]) return codes;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint64_t draw =
        host::hash(cases::stream_seed(c, kInitialStream), std::uint64_t(arrivals[i / n].token) << 32 | i % n);
    codes[i] = c.data == Data::edges ? std::uint16_t(cases::special_addend(formats::bfloat16, draw))
                                     : std::uint16_t((draw & 0x807F) | (120 + (draw >> 32) % 20) << 7);
  }
  return codes;
}

}  // namespace lockstep::problems
