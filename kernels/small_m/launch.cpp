#include "kernels/small_m/launch.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/rules.hpp"

namespace lockstep::kernels {

namespace {

using operators::ceil_div;
using operators::Refusal;
using operators::SmallM;
using operators::SortedIds;
using Checked = tl::expected<void, Refusal>;
using Plans = std::vector<LaunchPlan>;

constexpr std::int64_t kWaves = 4, kTile = 16, kStep = 128, kSummedAtOnce = 1024;
constexpr std::int64_t kMfmaRows = 64, kGemvRows = 16, kMostSplits = 8;
// Offsets inside a wave's share are 32 bits wide: 64 rows or columns of k bytes, 64 rows of n f32.
constexpr std::int64_t kMaxMfmaK = (std::int64_t{1} << 24) - kStep, kMaxN = std::int64_t{1} << 23;
constexpr std::int64_t kMaxLaneK = std::int64_t{1} << 26;  // 16 rows of k bytes
constexpr std::int64_t kMaxGridYZ = 65535;                 // what the HIP runtime launches in y and z
constexpr std::int64_t kMaxIds = 0x7FFFFFFF - 65536;       // a block's end must fit int32

bool among(std::int64_t value, std::initializer_list<std::int64_t> values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// Rows of the smallest instance that takes m of them.
std::int64_t instance_rows(std::int64_t m) {
  std::int64_t rows = 1;
  while (rows < m) rows *= 2;
  return rows;
}

Checked check_mfma(const SmallM& p, const SmallMCut& cut) {
  const Rule rules[] = {
      {"m", p.m, p.m <= kMfmaRows, "must be at most 64"},
      {"k", p.k, p.k % kStep == 0, "must be a multiple of 128"},
      {"k", p.k, p.k <= kMaxMfmaK, "must be at most 2^24 - 128, so that 64 rows fit 32-bit offsets"},
      {"n", p.n, p.n <= kMaxN, "must be at most 2^23, so that 64 rows of partial sums fit 32-bit offsets"},
      {"column_tiles", cut.column_tiles, among(cut.column_tiles, {1, 2, 4}), "must be 1, 2 or 4"},
      {"splits", cut.splits, cut.splits >= 1 && cut.splits <= kMostSplits, "must lie between 1 and 8"},
  };
  if (const Checked checked = check_rules(rules); !checked) return checked;
  const Rule even[] = {{"splits", cut.splits, p.k / kStep % cut.splits == 0, "must divide k / 128"}};
  return check_rules(even);
}

Checked check_gemv(const SmallM& p, const SmallMCut& cut) {
  const Rule rules[] = {
      {"m", p.m, p.m <= kGemvRows, "must be at most 16"},
      {"k", p.k, p.k <= kMaxLaneK, "must be at most 2^26, so that 16 rows fit 32-bit offsets"},
      {"n", p.n, p.n <= kMaxN, "must be at most 2^23"},
      {"block_n", cut.block_n, among(cut.block_n, {4, 8, 16, 32, 64}), "must be 4, 8, 16, 32 or 64"},
  };
  return check_rules(rules);
}

Checked check_moe(const SmallM& p, const SmallMCut& cut) {
  const SortedIds& s = *p.sorted;
  const auto ids = std::int64_t(s.ids.size()), blocks = std::int64_t(s.expert_ids.size());
  const Rule rules[] = {
      {"k", p.k, p.k <= kMaxLaneK, "must be at most 2^26, so that 16 rows fit 32-bit offsets"},
      {"n", p.n, p.n <= kMaxN, "must be at most 2^23"},
      {"block_n", cut.block_n, among(cut.block_n, {8, 16}), "must be 8 or 16"},
      {"block_m", s.block_m, s.block_m % 4 == 0, "must be a multiple of 4"},
      {"block_m", s.block_m, s.block_m <= 65536, "must be at most 65536"},
      {"sorted_ids.size()", ids, ids <= kMaxIds, "must be at most 2^31 - 65537"},
      {"expert_ids.size()", blocks, blocks <= kMaxGridYZ, "must be at most 65535 in the grid"},
  };
  return check_rules(rules);
}

Checked check_addresses(const SmallMAddresses& at) {
  const Pointer pointers[] = {{"d", at.d, 16},
                              {"a", at.a, 16},
                              {"a_scale", at.a_scale, 4},
                              {"b", at.b, 16},
                              {"b_scale", at.b_scale, 4},
                              {"sorted_ids", at.sorted_ids, 4},
                              {"expert_ids", at.expert_ids, 4},
                              {"num_post", at.num_post, 4},
                              {"weights", at.weights, 4},
                              {"partial", at.partial, 16}};
  return check_pointers(pointers);
}

Plans mfma(const SmallM& p, const SmallMCut& cut, const SmallMAddresses& at, std::uint32_t lanes) {
  const std::int64_t rows = std::min<std::int64_t>(instance_rows(ceil_div(p.m, kTile)), 4);
  LaunchPlan product;
  product.symbol =
      fmt::format("small_m_mfma_r{}_c{}_{}", rows, cut.column_tiles, cut.blocks_apart ? "apart" : "together");
  product.grid = {std::uint32_t(ceil_div(p.n, kWaves * kTile * cut.column_tiles)), std::uint32_t(cut.splits),
                  1};
  product.block = {std::uint32_t(kWaves) * lanes, 1, 1};
  product.arguments = {{"d", at.d},
                       {"partial", at.partial},
                       {"a", at.a},
                       {"a_scale", at.a_scale},
                       {"b", at.b},
                       {"b_scale", at.b_scale},
                       {"m", std::uint64_t(p.m)},
                       {"n", std::uint64_t(p.n)},
                       {"k", std::uint64_t(p.k)},
                       {"splits", std::uint64_t(cut.splits)},
                       {"steps", std::uint64_t(p.k / kStep / cut.splits)}};
  const std::int64_t columns = kTile * cut.column_tiles;  // a wave owns these columns and all rows
  product.tiled = {{"d", {rows * kTile, kWaves * columns, rows * kTile, columns, kTile}}};
  if (cut.splits == 1) return {product};
  LaunchPlan sum;
  sum.symbol = "small_m_sum";
  sum.grid = {std::uint32_t(ceil_div(p.m * p.n, kSummedAtOnce)), 1, 1};
  sum.block = {std::uint32_t(kWaves) * lanes, 1, 1};
  sum.arguments = {{"d", at.d},
                   {"partial", at.partial},
                   {"count", std::uint64_t(p.m * p.n)},
                   {"splits", std::uint64_t(cut.splits)}};
  return {product, sum};
}

Plans gemv(const SmallM& p, const SmallMCut& cut, const SmallMAddresses& at, std::uint32_t lanes) {
  LaunchPlan product;
  product.symbol = fmt::format("small_m_gemv_r{}_c{}", instance_rows(p.m), cut.block_n == kWaves ? 1 : 2);
  product.grid = {std::uint32_t(ceil_div(p.n, cut.block_n)), 1, 1};
  product.block = {std::uint32_t(kWaves) * lanes, 1, 1};
  product.arguments = {{"d", at.d},
                       {"a", at.a},
                       {"a_scale", at.a_scale},
                       {"b", at.b},
                       {"b_scale", at.b_scale},
                       {"m", std::uint64_t(p.m)},
                       {"n", std::uint64_t(p.n)},
                       {"k", std::uint64_t(p.k)},
                       {"block_n", std::uint64_t(cut.block_n)}};
  const std::int64_t rows = instance_rows(p.m);
  product.tiled = {{"d", {rows, cut.block_n, rows, cut.block_n / kWaves}}};
  return {product};
}

Plans moe(const SmallM& p, const SmallMCut& cut, const SmallMAddresses& at, std::uint32_t lanes) {
  const SortedIds& s = *p.sorted;
  LaunchPlan product;
  product.symbol = fmt::format("small_m_moe_c{}", cut.block_n / kWaves);
  product.grid = {std::uint32_t(ceil_div(p.n, cut.block_n)), std::uint32_t(s.expert_ids.size()), 1};
  product.block = {std::uint32_t(kWaves) * lanes, 1, 1};
  product.arguments = {{"d", at.d},
                       {"a", at.a},
                       {"a_scale", at.a_scale},
                       {"b", at.b},
                       {"b_scale", at.b_scale},
                       {"sorted_ids", at.sorted_ids},
                       {"expert_ids", at.expert_ids},
                       {"num_post", at.num_post},
                       {"weights", at.weights},
                       {"experts", std::uint64_t(s.experts)},
                       {"n", std::uint64_t(p.n)},
                       {"k", std::uint64_t(p.k)},
                       {"valid", std::uint64_t(p.m)},
                       {"a_div", std::uint64_t(s.a_div)},
                       {"block_m", std::uint64_t(s.block_m)},
                       {"ids", std::uint64_t(s.ids.size())},
                       {"weighted", s.weighted ? 1u : 0u}};
  // A block's ids may name any rows.
  product.tiled = {{"d", {.columns = cut.block_n, .wave_columns = cut.block_n / kWaves}}};
  return {product};
}

struct Form {
  Checked (*check)(const SmallM&, const SmallMCut&);
  Plans (*plan)(const SmallM&, const SmallMCut&, const SmallMAddresses&, std::uint32_t lanes);
};

constexpr Form kForms[] = {{check_mfma, mfma}, {check_gemv, gemv}, {check_moe, moe}};  // [SmallMForm]

}  // namespace

SmallMForm small_m_form_of(std::string_view kernel) {
  if (kernel.ends_with("_mfma")) return SmallMForm::mfma;
  return kernel.ends_with("_moe") ? SmallMForm::moe : SmallMForm::gemv;
}

std::int64_t partial_bytes(const SmallM& problem, const SmallMCut& cut) {
  return cut.splits > 1 ? cut.splits * problem.m * problem.n * 4 : 0;
}

tl::expected<Plans, Refusal> plan(const Kernel& kernel, const SmallM& p, const SmallMCut& cut,
                                  const SmallMAddresses& at) {
  const SmallMForm form = small_m_form_of(kernel.name);
  if ((form == SmallMForm::moe) != p.sorted.has_value())
    return refuse("kernel", kernel.name, "does not take this form of the problem");
  if (auto ok = operators::check(p); !ok) return tl::unexpected(ok.error());
  if (auto ok = kForms[std::size_t(form)].check(p, cut); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_addresses(at); !ok) return tl::unexpected(ok.error());
  if (p.m == 0 || (p.sorted && p.sorted->ids.empty())) return Plans{};
  return kForms[std::size_t(form)].plan(p, cut, at, lanes_of(kernel));
}

}  // namespace lockstep::kernels
