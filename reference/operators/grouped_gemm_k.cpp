#include "reference/operators/grouped_gemm_k.hpp"

#include <limits>

#include <fmt/format.h>

#include "reference/formats/formats.hpp"

namespace lockstep::operators {
namespace {

using Checked = tl::expected<void, Refusal>;

constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();

}  // namespace

Checked check(const GroupedGemmK& p) {
  if (p.groups() < 1) return refuse("groups", p.groups(), "must be at least 1");
  if (p.m < 0 || p.m > kLargest) return refuse("m", p.m, "must be from 0 to 2^31 - 1");
  if (p.n < 0 || p.n > kLargest) return refuse("n", p.n, "must be from 0 to 2^31 - 1");
  const bool ocp = *p.element == formats::float8_e4m3fn, fnuz = *p.element == formats::float8_e4m3fnuz;
  const bool powers = *p.scale == formats::float8_e8m0fnu, floats = *p.scale == formats::float32;
  if (!(ocp && (powers || floats)) && !(fnuz && floats))
    return refuse(
        "element", fmt::format("{} scaled by {}", p.element->name, p.scale->name),
        "must be float8_e4m3fn scaled by float8_e8m0fnu or float32, or float8_e4m3fnuz scaled by float32");
  for (std::size_t g = 0; g < p.ks.size(); ++g)
    if (p.ks[g] < 0 || p.ks[g] % kScaleBlock != 0)
      return refuse(fmt::format("ks[{}]", g), p.ks[g], "must be a multiple of 128 that is not negative");
  return {};
}

std::vector<std::int64_t> k_starts(const GroupedGemmK& p) {
  std::vector<std::int64_t> starts{0};
  for (const std::int32_t k : p.ks) starts.push_back(starts.back() + k);
  return starts;
}

std::vector<std::int64_t> written_groups(const GroupedGemmK& p) {
  std::vector<std::int64_t> groups;
  for (std::int64_t g = 0; g < p.groups(); ++g)
    if (p.addend != Addend::in_place || p.ks[std::size_t(g)] > 0) groups.push_back(g);
  return groups;
}

}  // namespace lockstep::operators
