#include "kernels/small_m/dispatch.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace lockstep::kernels {

namespace {

using operators::Refusal;
using operators::SmallM;
using Choice = tl::expected<SmallMChoice, Refusal>;

constexpr std::int64_t kAlwaysLanes = 4;   // rows that are not worth a matrix instruction of 16
constexpr std::int64_t kUntunedRows = 16;  // of a shape that is not in the table
constexpr std::int64_t kTunedRows = 64;
// With few rows and a long k the columns of a workgroup are halved: twice the workgroups for the same
// weights.
constexpr std::int64_t kLongK = 6144, kFewRows = 8;

constexpr auto kDense = std::to_array<SmallMDenseRow>({
    // k, n, column tiles, splits
    {768, 6144, 1, 3},
    {1024, 6144, 1, 4},
    {1536, 6144, 1, 3},
    {2048, 6144, 1, 4},
    {3072, 6144, 1, 3},
    {4096, 6144, 1, 4},
    {6144, 768, 1, 8},
    {6144, 1152, 1, 8},
    {6144, 1536, 1, 8},
    {6144, 2304, 1, 8},
    {6144, 3072, 1, 6},
    {6144, 4608, 1, 4},
    {6144, 6144, 1, 3},
    {6144, 9216, 1, 2},
    {8192, 6144, 1, 4},
});

constexpr auto kSorted = std::to_array<SmallMSortedRow>({
    // n, k, a_div, weights, rows from .. to, least experts, block_n
    {1536, 6144, 4, SmallMWeights::no, 1, 16, 1, 8},
    {1536, 6144, 4, SmallMWeights::no, 17, 64, 128, 8},
    {768, 6144, 4, SmallMWeights::no, 1, 16, 1, 8},
    {768, 6144, 4, SmallMWeights::no, 17, 64, 128, 8},
    {6144, 768, 1, SmallMWeights::either, 1, 8, 1, 16},
});

Choice refuse(std::string argument, std::string value, std::string rule) {
  return tl::unexpected(Refusal{std::move(argument), std::move(value), std::move(rule)});
}

SmallMChoice lanes(const SmallM& p) {
  SmallMCut cut;
  cut.block_n = p.k >= kLongK && p.m <= kFewRows ? 4 : 8;
  return {"small_m_gemv", cut};
}

Choice choose_dense(const SmallM& p) {
  if (p.m <= kAlwaysLanes) return lanes(p);
  if (p.m > kTunedRows) return refuse("m", fmt::format("{}", p.m), "must be at most 64");
  const auto row = std::find_if(kDense.begin(), kDense.end(),
                                [&](const SmallMDenseRow& r) { return r.k == p.k && r.n == p.n; });
  if (row != kDense.end()) return SmallMChoice{"small_m_mfma", {8, row->column_tiles, row->splits, false}};
  if (p.m <= kUntunedRows) return lanes(p);
  return refuse(
      "m", fmt::format("{}", p.m),
      fmt::format("must be at most 16 for a shape that is not in the table (k = {}, n = {})", p.k, p.n));
}

Choice choose_sorted(const SmallM& p) {
  const operators::SortedIds& s = *p.sorted;
  std::string closest = "no row of the list has this shape, a_div and weights";
  for (const SmallMSortedRow& row : kSorted) {
    if (row.n != p.n || row.k != p.k || row.a_div != s.a_div) continue;
    if (row.weights == SmallMWeights::no && s.weighted) continue;
    closest = fmt::format("m = {} with {} experts is in no row of the list for this shape", p.m, s.experts);
    if (p.m < row.least_rows || p.m > row.most_rows || s.experts < row.least_experts) continue;
    return SmallMChoice{"small_m_moe", {row.block_n, 1, 1, false}};
  }
  return refuse(
      "shape",
      fmt::format("n = {}, k = {}, a_div = {}, weights {}", p.n, p.k, s.a_div, s.weighted ? "yes" : "no"),
      closest);
}

}  // namespace

std::span<const SmallMDenseRow> small_m_dense_rows() {
  return kDense;
}
std::span<const SmallMSortedRow> small_m_sorted_rows() {
  return kSorted;
}

Choice choose(const SmallM& problem) {
  if (auto ok = operators::check(problem); !ok) return tl::unexpected(ok.error());
  Choice choice = problem.sorted ? choose_sorted(problem) : choose_dense(problem);
  if (!choice) return choice;
  // The kernel's own envelope has the last word.
  const Kernel* kernel = find_kernel(choice->kernel, "gfx950");
  if (auto ok = plan(*kernel, problem, choice->cut, {}); !ok) return tl::unexpected(ok.error());
  return choice;
}

}  // namespace lockstep::kernels
