#include "emulator/arithmetic/accumulation/small_m.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <type_traits>

#include "emulator/arithmetic/accumulation/scaled_rows.hpp"
#include "reference/exact/short_sums.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {
namespace {

using operators::SmallM;
using operators::SmallMData;

constexpr std::size_t kBlock = 32, kHalf = 16, kBlocks = 4;
constexpr std::size_t kLanes = 64, kSpan = kLanes * kHalf;

/// Rows of A times columns of B in the order scaled_behind, called as ScaledRows is.
class ScaledBehind {
 public:
  ScaledBehind(const Numbers& of, const SmallMData& data, std::int64_t k)
      : of_(of), data_(data), blocks_(std::size_t(k) / kBlock) {}

  std::size_t steps() const { return blocks_ / kBlocks; }
  void begin(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
    rows_ = rows;
    columns_ = columns;
    sums_.assign(rows.size() * columns.size(), 0.0f);
  }
  void add_block(std::size_t step, std::size_t block) {
    for (std::size_t row = 0; row < rows_.size(); row += kTile)
      for (std::size_t column = 0; column < columns_.size(); column += kTile)
        add_tile(step * kBlocks + block, tile_of(rows_, row), tile_of(columns_, column),
                 &sums_[row * columns_.size() + column]);
  }
  float sum(std::size_t row, std::size_t column) const { return sums_[row * columns_.size() + column]; }

 private:
  using Lines = std::span<const std::size_t>;
  static constexpr std::size_t kTile = Panel::kTile;

  static Lines tile_of(Lines all, std::size_t first) {
    return all.subspan(first, std::min(kTile, all.size() - first));
  }
  void add_tile(std::size_t block, Lines rows, Lines columns, float* sums) const {
    alignas(64) std::array<std::uint8_t, kTile * kBlock> a{}, b{};
    alignas(64) std::array<float, kTile * kTile> p{};
    const auto at = [&](std::size_t line) { return line * blocks_ + block; };
    for (std::size_t i = 0; i < rows.size(); ++i)
      std::copy_n(&data_.a[at(rows[i]) * kBlock], kBlock, &a[i * kBlock]);
    for (std::size_t j = 0; j < columns.size(); ++j)
      std::copy_n(&data_.b[at(columns[j]) * kBlock], kBlock, &b[j * kBlock]);
    of_.multiply_narrow(formats::float8_e4m3fn, a.data(), b.data(), p.data());
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        sums[i * columns_.size() + j] +=
            of_.scaled(p[i * kTile + j], data_.a_scale[at(rows[i])], data_.b_scale[at(columns[j])]);
  }

  const Numbers& of_;
  const SmallMData& data_;
  std::size_t blocks_;  ///< how many blocks of 32 k has
  std::vector<std::size_t> rows_, columns_;
  std::vector<float> sums_;  ///< [row][column]
};

/// The sums over k in the reduction's splits. `Product`: ScaledRows or ScaledBehind.
template <typename Arithmetic, typename Product>
class MatrixSums {
 public:
  using Sum = typename Arithmetic::Sum;

  MatrixSums(const Arithmetic& of, const SmallMReduction& reduction, Product& product)
      : of_(of), reduction_(reduction), product_(product) {}

  /// Calls take(row, column, sum) for rows of A and of B, each by its position among them.
  template <typename Take>
  void run(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns, Take take) {
    const auto splits = std::size_t(reduction_.splits), steps = product_.steps() / splits;
    std::vector<Sum> total(rows.size() * columns.size());
    for (std::size_t split = 0; split < splits; ++split) {
      product_.begin(rows, columns);
      for (std::size_t step = split * steps; step < (split + 1) * steps; ++step) add_step(step);
      for (std::size_t i = 0; i < total.size(); ++i) {
        const Sum part = product_.sum(i / columns.size(), i % columns.size());
        total[i] = split == 0 ? part : of_.add(total[i], part);
      }
    }
    for (std::size_t i = 0; i < total.size(); ++i) take(i / columns.size(), i % columns.size(), total[i]);
  }

 private:
  void add_step(std::size_t step) {
    if constexpr (!std::is_same_v<Product, ScaledBehind>)
      if (reduction_.order == SmallMOrder::blocks_together) return product_.add_step(step);
    for (std::size_t block = 0; block < kBlocks; ++block) product_.add_block(step, block);
  }

  const Arithmetic& of_;
  const SmallMReduction& reduction_;
  Product& product_;
};

/// One dot product in the order of lanes. `a`, `b` and their scales: from the row's first on.
template <typename Arithmetic>
class LanesDot {
 public:
  using Code = typename Arithmetic::Code;
  using Sum = typename Arithmetic::Sum;
  struct Row {
    const Code *codes, *scales;
  };

  LanesDot(const Arithmetic& of, std::size_t k, std::size_t wave) : of_(of), k_(k), wave_(wave) {}

  Sum operator()(const Row& a, const Row& b) const {
    std::array<Sum, kLanes> acc;
    for (std::size_t lane = 0; lane < kLanes; ++lane) acc[lane] = lane_sum(a, b, lane);
    // Each pair of lanes has equal sums after a step, so lane 0 ends with the sum of all lanes.
    for (std::size_t distance = 1; distance < kLanes; distance *= 2)
      for (std::size_t lane = 0; lane < kLanes; lane += 2 * distance)
        acc[lane] = of_.add(acc[lane], acc[lane + distance]);
    return acc[0];
  }

 private:
  /// A lane's sum; that of a wave's first lanes is NaN where one of the wave's scales for the lane is.
  Sum lane_sum(const Row& a, const Row& b, std::size_t lane) const {
    Sum acc = of_.number(0);
    if (lane * kHalf >= k_) return acc;
    for (std::size_t span = 0; span < k_; span += kSpan) {
      const std::size_t first = span + lane * kHalf;
      const Sum part = first < k_ ? scaled_chunk(a, b, first) : of_.number(0);
      const bool is_last = span + kSpan >= k_;
      acc = is_last && lane < wave_ ? of_.add_unless_nan(acc, part, scales(a, b, lane)) : of_.add(acc, part);
    }
    return acc;
  }
  Sum scaled_chunk(const Row& a, const Row& b, std::size_t first) const {
    return of_.scaled(chunk(a.codes + first, b.codes + first), a.scales[first / kBlock],
                      b.scales[first / kBlock]);
  }
  Sum chunk(const Code* a, const Code* b) const {
    Sum sum = of_.times(of_.of_e4m3(a[0]), of_.of_e4m3(b[0]));
    for (std::size_t i = 1; i < kHalf; ++i) sum = of_.plus_exact(of_.of_e4m3(a[i]), of_.of_e4m3(b[i]), sum);
    return sum;
  }
  /// The scales that a lane of a wave meets; numbers are NaN without being asked.
  std::vector<Code> scales(const Row& a, const Row& b, std::size_t lane) const {
    std::vector<Code> all;
    if constexpr (std::is_same_v<Arithmetic, Terms>)
      for (std::size_t first = lane * kHalf; first < k_; first += wave_ * kHalf) {
        all.push_back(a.scales[first / kBlock]);
        all.push_back(b.scales[first / kBlock]);
      }
    return all;
  }

  const Arithmetic& of_;
  std::size_t k_, wave_;
};

/// Calls sums(rows, columns of B) for panels of the rows taking part and of a plane's columns, each by its
/// numbers, the columns from `first` on.
template <typename Sums>
void each_panel(const SmallM& problem, const SmallMData& data, Sums sums) {
  const auto n = std::size_t(problem.n);
  for (const std::vector<std::size_t>& rows :
       batches(data.rows, &operators::SmallMRow::expert, data.plane_of_expert.size(), Panel::kWidth))
    for (std::size_t first = 0; first < n; first += Panel::kWidth) {
      std::vector<std::size_t> columns(std::min(Panel::kWidth, n - first));
      std::iota(columns.begin(), columns.end(), data.plane(rows[0]) * n + first);
      sums(rows, columns, first);
    }
}

template <typename Arithmetic>
std::vector<typename Arithmetic::Result> rounded(const Arithmetic& of,
                                                 std::span<const typename Arithmetic::Sum> sums,
                                                 std::size_t n) {
  std::vector<typename Arithmetic::Result> results(sums.size());
  for (std::size_t at = 0; at < sums.size();) {
    const std::size_t count = std::min(Panel::kWidth, n - at % n);
    of.round(formats::bfloat16, sums.subspan(at, count), std::span(results).subspan(at, count));
    at += count;
  }
  return results;
}

template <typename Arithmetic, typename Product>
std::vector<typename Arithmetic::Result> evaluate(const Arithmetic& of, const SmallM& problem,
                                                  const SmallMData& data,
                                                  std::span<const typename Arithmetic::Sum> weight,
                                                  const SmallMReduction& reduction, Product product) {
  using Sum = typename Arithmetic::Sum;
  const auto n = std::size_t(problem.n);
  const bool weighted = problem.sorted && problem.sorted->weighted;
  std::vector<Sum> sums(data.rows.size() * n);
  MatrixSums<Arithmetic, Product> splits(of, reduction, product);
  each_panel(problem, data, [&](const auto& rows, const auto& columns, std::size_t first) {
    splits.run(rows, columns, [&](std::size_t i, std::size_t j, const Sum& sum) {
      sums[rows[i] * n + first + j] = weighted ? of.times(sum, weight[rows[i]]) : sum;
    });
  });
  return rounded<Arithmetic>(of, sums, n);
}

template <typename Arithmetic>
ScaledRows<Arithmetic> scaled_rows(const Arithmetic& of, const SmallMOperands<Arithmetic>& operands,
                                   std::int64_t k) {
  return {of,
          {formats::float8_e4m3fn, operands.a, operands.a_scale},
          {formats::float8_e4m3fn, operands.b, operands.b_scale},
          k};
}

template <typename Arithmetic>
std::vector<typename Arithmetic::Result> lanes(const Arithmetic& of, const SmallM& problem,
                                               const SmallMData& data,
                                               const SmallMOperands<Arithmetic>& operands, int wave) {
  const auto n = std::size_t(problem.n), k = std::size_t(problem.k), blocks = k / kBlock;
  const bool weighted = problem.sorted && problem.sorted->weighted;
  const LanesDot<Arithmetic> dot(of, k, std::size_t(wave));
  std::vector<typename Arithmetic::Sum> sums(data.rows.size() * n);
  each_panel(problem, data, [&](const auto& rows, const auto& columns, std::size_t first) {
    for (const std::size_t row : rows)
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const auto sum = dot({&operands.a[row * k], &operands.a_scale[row * blocks]},
                             {&operands.b[columns[j] * k], &operands.b_scale[columns[j] * blocks]});
        sums[row * n + first + j] = weighted ? of.times(sum, operands.weight[row]) : sum;
      }
  });
  return rounded<Arithmetic>(of, sums, n);
}

}  // namespace

std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const SmallM& problem,
                                         const SmallMData& data, const SmallMReduction& reduction) {
  const Numbers numbers(model);
  const SmallMOperands<Numbers> operands{data.a, data.a_scale, data.b, data.b_scale, data.weight};
  if (reduction.order == SmallMOrder::lanes) return lanes(numbers, problem, data, operands, reduction.wave);
  if (reduction.order == SmallMOrder::scaled_behind)
    return evaluate(numbers, problem, data, data.weight, reduction, ScaledBehind(numbers, data, problem.k));
  return evaluate(numbers, problem, data, operands.weight, reduction,
                  scaled_rows(numbers, operands, problem.k));
}

std::vector<fingerprint::Fingerprint> expected_terms(const Terms& terms, const SmallM& problem,
                                                     const SmallMData& data,
                                                     const SmallMOperands<Terms>& operands,
                                                     const SmallMReduction& reduction) {
  if (reduction.order == SmallMOrder::lanes) return lanes(terms, problem, data, operands, reduction.wave);
  return evaluate(terms, problem, data, operands.weight, reduction, scaled_rows(terms, operands, problem.k));
}

// With blocks_apart a unit sees four times as much k, most of it zeros. Adding the splits' results replaces
// as many steps of accumulation. In lanes order a product passes through the 15 additions of its chunk, those
// of its lane and 6 more.
exact::Reduction loss(const SmallMReduction& reduction, std::int64_t k) {
  switch (reduction.order) {
    case SmallMOrder::blocks_together:
      return exact::matrix_reduction(k);
    case SmallMOrder::blocks_apart:
      return exact::matrix_reduction(4 * k);
    case SmallMOrder::scaled_behind:
      return exact::scaled_sums_reduction(exact::kHopper, k / std::int64_t(kBlock), std::int64_t(kBlock));
    case SmallMOrder::lanes:
      break;
  }
  const auto span = std::int64_t(kSpan), half = std::int64_t(kHalf);
  return exact::tree_reduction(15 + (k + span - 1) / span + 6, k / half);
}

}  // namespace lockstep::accumulation
