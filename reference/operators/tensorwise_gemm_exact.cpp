// Exact results of a tensor-wise GEMM, one panel of the output at a time.
//
// An FP8 value is split in parts of at most 18 bits: e4m3fn is one part (multiples of 2^-9 up to 448), e5m2
// two (multiples of 2^-2 up to 57344, multiples of 2^-16 below 1). A sum of 4096 products of parts then has
// 48 bits and is exact in double in any order. Sums of such sums are kept as pairs of doubles.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Core>

#include "reference/exact/exact_sum.hpp"
#include "reference/exact/two_sum.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/tensorwise_gemm.hpp"

namespace lockstep::operators {
namespace {

using formats::Format;

constexpr std::int64_t kPanelRows = 128, kPanelColumns = 256, kPanelDepth = 4096;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMagnitudeSlack = 1 + formats::power_of_two(-30);

struct CodeFacts {
  std::array<std::array<double, 256>, 2> part{};  ///< NaN and infinity count as zero
  std::array<double, 256> weight{};               ///< ceil(|value|), zero for them too
  std::array<bool, 256> special{};
  int parts;

  explicit CodeFacts(const Format& f) : parts(f == formats::float8_e5m2 ? 2 : 1) {
    for (std::uint32_t code = 0; code < 256; ++code) {
      const double value = formats::to_double(f, code);
      special[code] = !std::isfinite(value);
      if (special[code] || value == 0) continue;
      const bool small = parts == 2 && std::abs(value) < 1;
      part[small ? 1 : 0][code] = value;
      weight[code] = std::max(std::abs(value), formats::power_of_two(f.emin()));
    }
  }
};

/// One operand of one panel: some rows of it, the whole depth.
struct Side {
  const Format& format;
  const CodeFacts& facts;
  const std::uint8_t* codes;  ///< [rows][depth]
  std::int64_t rows, depth;

  const std::uint8_t* row(std::int64_t r) const { return codes + r * depth; }
  bool has_special(std::int64_t r) const {
    return std::any_of(row(r), row(r) + depth, [&](std::uint8_t code) { return facts.special[code]; });
  }
  void decode(std::int64_t first, std::int64_t count, const std::array<double, 256>& table,
              double* out) const {
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t i = first; i < first + count; ++i) *out++ = table[row(r)[i]];
  }
};

void multiply(const double* a, std::int64_t rows, const double* b, std::int64_t columns, std::int64_t depth,
              double* out) {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Matrix>(out, rows, columns).noalias() =
      Eigen::Map<const Matrix>(a, rows, depth) * Eigen::Map<const Matrix>(b, columns, depth).transpose();
}

struct Panel {
  std::vector<double> a, b, product, magnitude;
  std::vector<exact::PairSum> sum;

  /// Begins the product of two sides: small problems touch little memory.
  void clear(const Side& x, const Side& y) {
    const auto elements = std::size_t(x.rows * y.rows), depth = std::size_t(std::min(kPanelDepth, x.depth));
    a.resize(std::max(a.size(), std::size_t(x.rows) * depth));
    b.resize(std::max(b.size(), std::size_t(y.rows) * depth));
    product.resize(std::max(product.size(), elements));
    sum.assign(elements, exact::PairSum{});
    magnitude.assign(elements, 0.0);
  }
  void product_of(const Side& x, const Side& y, std::int64_t first, const std::array<double, 256>& x_table,
                  const std::array<double, 256>& y_table) {
    const std::int64_t count = std::min(kPanelDepth, x.depth - first);
    x.decode(first, count, x_table, a.data());
    y.decode(first, count, y_table, b.data());
    multiply(a.data(), x.rows, b.data(), y.rows, count, product.data());
  }
  void accumulate(const Side& x, const Side& y) {
    const auto elements = std::size_t(x.rows * y.rows);
    for (std::int64_t first = 0; first < x.depth; first += kPanelDepth) {
      for (int i = 0; i < x.facts.parts; ++i)
        for (int j = 0; j < y.facts.parts; ++j) {
          product_of(x, y, first, x.facts.part[std::size_t(i)], y.facts.part[std::size_t(j)]);
          for (std::size_t e = 0; e < elements; ++e) sum[e].add(product[e]);
        }
      product_of(x, y, first, x.facts.weight, y.facts.weight);
      for (std::size_t e = 0; e < elements; ++e) magnitude[e] += product[e];
    }
  }
};

/// The sum of a row and a column of which one has a NaN or an infinity; it is one or the other itself.
double special_sum(const Side& x, std::int64_t row, const Side& y, std::int64_t column) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.depth; ++i)
    sum += formats::to_double(x.format, x.row(row)[i]) * formats::to_double(y.format, y.row(column)[i]);
  return sum;
}

/// high + low, times both scales, plus c, without error: what each product loses is a term of its own.
exact::Sum scaled(const exact::PairSum& sum, double scale, double c, const Format& out) {
  const double high = sum.high * scale, low = sum.low * scale;
  const std::array terms{high, std::fma(sum.high, scale, -high), low, std::fma(sum.low, scale, -low), c};
  return exact::sum(terms, out);
}

/// What IEEE 754 makes of a sum, a scale and a c of which one is not finite: a NaN or an infinity.
exact::Sum non_finite(double sum, double scale, double c, const Format& out) {
  const double x = sum * scale + c;
  return {x, std::isnan(x) ? formats::nan_code(out)
                           : formats::encode_nearest_even(out, x, formats::Overflow::to_special)};
}

std::vector<bool> rows_with_special(const Side& side) {
  std::vector<bool> special(std::size_t(side.rows));
  for (std::int64_t r = 0; r < side.rows; ++r) special[std::size_t(r)] = side.has_special(r);
  return special;
}

/// Writes a panel, whose first element is at (first_row, first_column) of the product, to the results.
void finish(const Panel& panel, const Side& x, const Side& y, const TensorwiseGemm& p,
            const TensorwiseData& data, std::size_t first, ExactOutput& result) {
  const double scale = double(data.a_scale) * double(data.b_scale);  // 48 bits: exact
  const std::vector<bool> x_special = rows_with_special(x), y_special = rows_with_special(y);
  for (std::int64_t row = 0; row < x.rows; ++row)
    for (std::int64_t column = 0; column < y.rows; ++column) {
      const std::size_t at = first + std::size_t(row * p.n + column), e = std::size_t(row * y.rows + column);
      const double c = p.accumulate ? formats::to_double(*p.out, data.c[at]) : 0.0;
      const bool special = x_special[std::size_t(row)] || y_special[std::size_t(column)];
      const bool finite = !special && std::isfinite(scale) && std::isfinite(c);
      const exact::Sum sum =
          finite
              ? scaled(panel.sum[e], scale, c, *p.out)
              : non_finite(special ? special_sum(x, row, y, column) : panel.sum[e].value(), scale, c, *p.out);
      result.value[at] = sum.value;
      result.rounded[at] = sum.code;
      result.magnitude[at] =
          finite ? (panel.magnitude[e] * std::abs(scale) + std::abs(c)) * kMagnitudeSlack : kNan;
    }
}

}  // namespace

ExactOutput exact(const TensorwiseGemm& p, const TensorwiseData& data) {
  const std::vector<GroupProduct> all = products(p);
  const std::size_t elements =
      all.empty() ? 0 : all.back().d + std::size_t(all.back().rows) * std::size_t(p.n);
  ExactOutput result{std::vector<double>(elements), std::vector<double>(elements),
                     std::vector<std::uint32_t>(elements)};
  const CodeFacts a_facts(*p.a), b_facts(*p.b);
  Panel panel;
  for (const GroupProduct& product : all)
    for (std::int64_t r = 0; r < product.rows; r += kPanelRows)
      for (std::int64_t j = 0; j < p.n; j += kPanelColumns) {
        const Side x{*p.a, a_facts, data.a.data() + product.a + r * product.depth,
                     std::min(kPanelRows, product.rows - r), product.depth};
        const Side y{*p.b, b_facts, data.b.data() + product.b + j * product.depth,
                     std::min(kPanelColumns, p.n - j), product.depth};
        panel.clear(x, y);
        panel.accumulate(x, y);
        finish(panel, x, y, p, data, product.d + std::size_t(r * p.n + j), result);
      }
  return result;
}

}  // namespace lockstep::operators
