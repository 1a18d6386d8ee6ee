#include "properties/problems/grouped_gemm_k/problem.hpp"

#include <fmt/format.h>

#include "host/random.hpp"
#include "kernels/grouped_gemm/launch.hpp"

namespace lockstep::problems {

namespace {

constexpr std::uint64_t kTileDraw = 0x5A3B1E20;

// The last of `count` tiles, or any.
std::int64_t some_tile(std::int64_t count, std::uint64_t draw) {
  return draw % 2 == 0 ? count - 1 : std::int64_t(draw / 2 % std::uint64_t(count));
}

}  // namespace

operators::GroupedGemmK grouped_gemm_k_problem_of(const cases::Case& c, const kernels::Kernel& kernel) {
  operators::GroupedGemmK p;
  p.m = c.k;
  p.n = c.n;
  p.ks = c.m;
  p.addend = c.options[grouped_gemm_k::kC];
  p.element = kernels::formats_of(kernel).element;
  p.scale = kernels::formats_of(kernel).scale;
  return p;
}

tl::expected<GroupedGemmKSample, std::string> grouped_gemm_k_sample(const cases::Case& c,
                                                                    const operators::GroupedGemmK& whole) {
  constexpr std::int64_t kTile = GroupedGemmKSample::kTile;
  GroupedGemmKSample sample{whole};
  if (!c.options[grouped_gemm_k::kSample]) return sample;
  for (const auto& [name, extent] : {std::pair("k", whole.m), std::pair("n", whole.n)})
    if (extent == 0 || extent % kTile != 0)
      return tl::unexpected(
          fmt::format("{} = {}: must be a positive multiple of {} with a sample", name, extent, kTile));
  const std::uint64_t seed = host::hash(c.seed, kTileDraw);
  sample.sampled = true;
  sample.row_tile = some_tile(whole.m / kTile, host::hash(seed, 0));
  sample.column_tile = some_tile(whole.n / kTile, host::hash(seed, 1));
  sample.problem.m = sample.problem.n = kTile;
  return sample;
}

void keep_only(std::vector<kernels::LaunchPlan>& launches, const GroupedGemmKSample& sample) {
  for (kernels::LaunchPlan& launch : launches)
    for (std::uint64_t group = 0; group < launch.grid[2]; ++group)
      launch.only.push_back((group * launch.grid[1] + std::uint64_t(sample.row_tile)) * launch.grid[0] +
                            std::uint64_t(sample.column_tile));
}

}  // namespace lockstep::problems
