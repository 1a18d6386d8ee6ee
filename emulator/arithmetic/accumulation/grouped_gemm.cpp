#include "emulator/arithmetic/accumulation/grouped_gemm.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::accumulation {

namespace {

using operators::kScaleBlock;

template <typename Code>
struct Operands {
  using Row = BlockScaledRow<Code>;

  const operators::GroupedGemm& problem;
  const GroupedGemmOperands<Code>& data;
  std::size_t n = std::size_t(problem.n);
  std::size_t k = std::size_t(problem.k);
  std::size_t scale_row = std::size_t(problem.k_blocks() * problem.scale_bytes());

  Row row(std::size_t i) const { return {data.a.data() + i * k, data.a_scale.data() + i * scale_row}; }
  Row column(std::size_t plane, std::size_t j) const {
    const std::size_t block = plane * (n / kScaleBlock) + j / kScaleBlock;
    return {data.b.data() + (plane * n + j) * k, data.b_scale.data() + block * scale_row};
  }
  std::vector<Row> rows(const std::vector<std::size_t>& indices) const {
    std::vector<Row> all;
    for (const std::size_t i : indices) all.push_back(row(i));
    return all;
  }
  std::vector<Row> columns(std::size_t plane, std::size_t first, std::size_t count) const {
    std::vector<Row> all;
    for (std::size_t j = first; j < first + count; ++j) all.push_back(column(plane, j));
    return all;
  }
};

template <typename Arithmetic>
std::vector<typename Arithmetic::Result> evaluate(
    const Arithmetic& arithmetic, const operators::GroupedGemm& problem,
    const operators::GroupedGemmData& data, const GroupedGemmOperands<typename Arithmetic::Code>& values,
    ScaleOrder order) {
  const Operands<typename Arithmetic::Code> operands{problem, values};
  const std::size_t n = operands.n;
  BlockScaledProduct<Arithmetic> product(arithmetic, *problem.scale, order);
  std::vector<typename Arithmetic::Result> results(data.rows.size() * n);
  std::vector<typename Arithmetic::Sum> d(Panel::kWidth * Panel::kWidth);
  for (const std::vector<std::size_t>& indices :
       batches(data.rows, &operators::ActiveRow::group, data.plane_of_group.size(), Panel::kWidth)) {
    const auto plane = std::size_t(data.plane_of_group[std::size_t(data.rows[indices[0]].group)]);
    const auto rows = operands.rows(indices);
    for (std::size_t first = 0; first < n; first += Panel::kWidth) {
      const auto columns = operands.columns(plane, first, std::min(Panel::kWidth, n - first));
      product.multiply(rows, columns, problem.k_blocks(), d.data());
      for (std::size_t i = 0; i < rows.size(); ++i)
        arithmetic.round(*problem.out, std::span(d).subspan(i * columns.size(), columns.size()),
                         std::span(results).subspan(indices[i] * n + first, columns.size()));
    }
  }
  return results;
}

}  // namespace

std::vector<std::uint16_t> expected_bits(const matrix::Model& model, const operators::GroupedGemm& problem,
                                         const operators::GroupedGemmData& data, ScaleOrder order) {
  return evaluate(Numbers(model), problem, data, {data.a, data.a_scale, data.b, data.b_scale}, order);
}

std::vector<fingerprint::Fingerprint> expected_terms(
    const Terms& terms, const operators::GroupedGemm& problem, const operators::GroupedGemmData& data,
    const GroupedGemmOperands<fingerprint::Fingerprint>& operands, ScaleOrder order) {
  return evaluate(terms, problem, data, operands, order);
}

namespace {

constexpr auto kWidth = std::int64_t(Panel::kWidth);

/// One group's part of an operand: rows of A or columns of B, as in GroupedGemmKData.
template <typename Code>
struct Part {
  const Code *codes, *scales;
  std::int64_t width, k, scale_row;

  std::vector<BlockScaledRow<Code>> rows(std::int64_t first) const {
    std::vector<BlockScaledRow<Code>> all;
    for (std::int64_t i = first; i < std::min(first + kWidth, width); ++i)
      all.push_back({codes + i * k, scales + i * scale_row});
    return all;
  }
};

/// [written groups][m][n].
template <typename Arithmetic>
std::vector<typename Arithmetic::Sum> evaluate(const Arithmetic& of, const operators::GroupedGemmK& p,
                                               const GroupedGemmKOperands<Arithmetic>& data,
                                               ScaleOrder order) {
  using Code = typename Arithmetic::Code;
  using Sum = typename Arithmetic::Sum;
  const std::vector<std::int64_t> written = operators::written_groups(p);
  std::vector<Sum> results(data.c.begin(), data.c.end());
  results.resize(written.size() * std::size_t(p.m * p.n), of.number(0));
  const std::vector<std::int64_t> starts = operators::k_starts(p);
  BlockScaledProduct<Arithmetic> product(of, *p.scale, order);
  std::vector<Sum> sums(Panel::kWidth * Panel::kWidth);
  for (std::size_t w = 0; w < written.size(); ++w) {
    const auto g = std::size_t(written[w]);
    const std::int64_t start = starts[g], k = p.ks[g];
    if (k == 0) continue;
    const std::int64_t blocks = k / kScaleBlock, before = start / kScaleBlock;
    const auto part = [&](std::span<const Code> codes, std::span<const Code> scales, std::int64_t width) {
      return Part<Code>{codes.data() + width * start, scales.data() + width * before * p.scale_bytes(), width,
                        k, blocks * p.scale_bytes()};
    };
    const Part<Code> a = part(data.a, data.a_scale, p.m), b = part(data.b, data.b_scale, p.n);
    for (std::int64_t row = 0; row < p.m; row += kWidth)
      for (std::int64_t column = 0; column < p.n; column += kWidth) {
        const auto rows = a.rows(row), columns = b.rows(column);
        product.multiply(rows, columns, blocks, sums.data());
        for (std::size_t i = 0; i < rows.size(); ++i)
          for (std::size_t j = 0; j < columns.size(); ++j) {
            const std::size_t at =
                std::size_t((std::int64_t(w) * p.m + row) * p.n + column) + i * std::size_t(p.n) + j;
            const Sum sum = sums[i * columns.size() + j];
            results[at] = data.c.empty() ? sum : of.add(data.c[at], sum);
          }
      }
  }
  return results;
}

}  // namespace

std::vector<std::uint32_t> expected_bits(const matrix::Model& model, const operators::GroupedGemmK& p,
                                         const operators::GroupedGemmKData& data, ScaleOrder order) {
  const std::vector<float> sums =
      evaluate<Numbers>(Numbers(model), p, {data.a, data.a_scale, data.b, data.b_scale, data.c}, order);
  std::vector<std::uint32_t> bits(sums.size());
  std::ranges::transform(sums, bits.begin(), [](float x) { return std::bit_cast<std::uint32_t>(x); });
  return bits;
}

std::vector<fingerprint::Fingerprint> expected_terms(const Terms& terms, const operators::GroupedGemmK& p,
                                                     const GroupedGemmKOperands<Terms>& operands,
                                                     ScaleOrder order) {
  return evaluate(terms, p, operands, order);
}

}  // namespace lockstep::accumulation
