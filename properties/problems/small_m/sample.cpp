#include "properties/problems/small_m/sample.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/problems/small_m/keys.hpp"

namespace lockstep::problems {

namespace {

constexpr std::uint64_t kStretchDraw = 0x5A3B1E10;
// Elements that a workgroup of the sum of splits takes: it must not sum what nobody computed.
constexpr std::int64_t kSummedAtOnce = 1024;

std::int64_t stretch(const cases::Case& c, const kernels::SmallMCut& cut) {
  if (c.kernel == "small_m_gemv") return cut.block_n;
  return cut.splits > 1 ? kSummedAtOnce : 64 * cut.column_tiles;
}

}  // namespace

tl::expected<SmallMSample, std::string> small_m_sample(const cases::Case& c, const operators::SmallM& whole,
                                                       const kernels::SmallMCut& cut) {
  SmallMSample sample{whole, {}, whole.n};
  const std::int64_t wanted = c.options[small_m::kSample];
  if (wanted == 0) return sample;
  sample.columns = stretch(c, cut);
  const std::int64_t all = whole.n / sample.columns;
  if (all == 0 || whole.n % sample.columns != 0)
    return tl::unexpected(
        fmt::format("n = {}: must be a multiple of {} with a sample", whole.n, sample.columns));
  std::set<std::int64_t> chosen{all - 1};
  const std::uint64_t seed = host::hash(c.seed, kStretchDraw);
  for (std::uint64_t i = 0; std::int64_t(chosen.size()) < std::min(wanted, all); ++i)
    chosen.insert(std::int64_t(host::hash(seed, i) % std::uint64_t(all)));
  for (const std::int64_t number : chosen) sample.firsts.push_back(number * sample.columns);
  sample.problem.n = std::int64_t(chosen.size()) * sample.columns;
  return sample;
}

void keep_only(std::vector<kernels::LaunchPlan>& launches, const operators::SmallM& whole,
               const SmallMSample& sample) {
  if (launches.empty()) return;
  kernels::LaunchPlan& product = launches[0];
  const std::int64_t width = product.tiled[0].tiling.columns;
  for (std::uint64_t split = 0; split < product.grid[1]; ++split)
    for (const std::int64_t first : sample.firsts)
      for (std::int64_t column = first; column < first + sample.columns; column += width)
        product.only.push_back(split * product.grid[0] + std::uint64_t(column / width));
  if (launches.size() == 1) return;
  for (std::int64_t row = 0; row < whole.m; ++row)
    for (const std::int64_t first : sample.firsts)
      launches[1].only.push_back(std::uint64_t((row * whole.n + first) / kSummedAtOnce));
}

}  // namespace lockstep::problems
