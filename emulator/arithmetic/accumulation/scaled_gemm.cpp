#include "emulator/arithmetic/accumulation/scaled_gemm.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"

namespace lockstep::accumulation {

namespace {

using operators::ScaledGemm;
using operators::ScaledOperand;

struct Step {
  matrix::Unit unit;
  int k;
};

std::optional<Step> deepest(const matrix::Model& model, const formats::Format& a, const formats::Format& b) {
  std::optional<Step> best;
  for (const matrix::MatrixInstruction& i : matrix::matrix_instructions()) {
    if (i.m != 16 || i.n != 16 || i.blocks != 1 || i.name.find("smfmac") != i.name.npos) continue;
    const auto unit = matrix::unit_of(model, i);
    if (unit && matrix::accepts(*unit, a, b) && (!best || i.k > best->k)) best = Step{*unit, i.k};
  }
  return best;
}

/// The product of one row of A with all of B, in steps of k.
class Row {
 public:
  Row(const Step& step, const ScaledGemm& problem) : step_(step), problem_(problem) {
    const auto n = std::size_t(problem.n), k = std::size_t(step.k);
    a_.resize(n * k);
    b_.resize(n * k);
    acc_.resize(n);
    if (step.unit.scale_block != 0)
      scales_.assign(n * k / std::size_t(step.unit.scale_block), std::uint32_t(step.unit.scale->bias));
  }

  /// The sums over k in [first, end), from +0.
  const std::vector<std::uint32_t>& sum(std::int64_t row, std::int64_t first, std::int64_t end) {
    std::ranges::fill(acc_, 0u);
    for (std::int64_t p = first; p < end; p += step_.k) {
      const auto count = std::size_t(std::min<std::int64_t>(step_.k, end - p));
      for (std::int64_t column = 0; column < problem_.n; ++column) {
        take(problem_.a, row, p, count, &a_[std::size_t(column * step_.k)]);
        take(problem_.b, column, p, count, &b_[std::size_t(column * step_.k)]);
      }
      const std::uint32_t* const scales = scales_.empty() ? nullptr : scales_.data();
      matrix::dot_products(step_.unit,
                           {std::size_t(problem_.n), step_.k, problem_.a.format, problem_.b.format, a_.data(),
                            b_.data(), acc_.data(), scales, scales, acc_.data()});
    }
    return acc_;
  }

 private:
  void take(const ScaledOperand& o, std::int64_t row, std::int64_t p, std::size_t count,
            std::uint32_t* to) const {
    const std::uint32_t* const from = &o.codes[std::size_t(row * problem_.k + p)];
    std::copy_n(from, count, to);
    std::fill(to + count, to + step_.k, 0u);
  }

  const Step& step_;
  const ScaledGemm& problem_;
  std::vector<std::uint32_t> a_, b_, acc_, scales_;
};

std::int64_t end_of_piece(const ScaledGemm& p, std::int64_t first) {
  std::int64_t end = p.k;
  for (const ScaledOperand* o : {&p.a, &p.b})
    if (!o->scales.empty()) end = std::min(end, (first / o->scale_k + 1) * o->scale_k);
  return end;
}

}  // namespace

tl::expected<std::vector<std::uint32_t>, std::string> plain_order(const matrix::Model& model,
                                                                  const ScaledGemm& p,
                                                                  const formats::Format& out) {
  const auto step = deepest(model, *p.a.format, *p.b.format);
  if (!step)
    return tl::unexpected(fmt::format("{} has no 16x16 matrix instruction that multiplies {} by {}",
                                      model.arch, p.a.format->name, p.b.format->name));
  const bool scaled = !p.a.scales.empty() || !p.b.scales.empty();
  std::vector<std::uint32_t> codes;
  codes.reserve(std::size_t(p.m * p.n));
  Row product(*step, p);
  std::vector<float> sums(std::size_t(p.n));
  for (std::int64_t row = 0; row < p.m; ++row) {
    std::ranges::fill(sums, 0.0f);
    for (std::int64_t first = 0; first < p.k; first = end_of_piece(p, first)) {
      const std::vector<std::uint32_t>& acc = product.sum(row, first, end_of_piece(p, first));
      for (std::int64_t column = 0; column < p.n; ++column) {
        float& sum = sums[std::size_t(column)];
        const auto x = std::bit_cast<float>(acc[std::size_t(column)]);
        const auto sa = float(p.a.scale(row, first, p.k)), sb = float(p.b.scale(column, first, p.k));
        sum = scaled ? std::fma(x * sa, sb, sum) : x;
      }
    }
    for (const float sum : sums)
      codes.push_back(formats::encode_nearest_even(out, double(sum), formats::Overflow::to_special));
  }
  return codes;
}

}  // namespace lockstep::accumulation
