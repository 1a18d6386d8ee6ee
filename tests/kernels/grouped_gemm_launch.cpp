// The launch plan of the grouped GEMM: what is refused, what is launched.
#include <algorithm>

#include "kernels/grouped_gemm/launch.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

using kernels::GroupedGemmTuning;
using kernels::LaunchPlan;
using operators::GroupedGemm;
using operators::Grouping;
using operators::GroupsAs;

const kernels::Kernel& kernel_of(const GroupedGemm& p) {
  return *kernels::find_kernel(
      p.grouping == Grouping::masked ? "grouped_gemm_masked" : "grouped_gemm_contiguous", "gfx950");
}

GroupedGemm sized(std::int64_t m, std::int64_t n, std::int64_t k) {
  GroupedGemm p;
  p.m = m;
  p.n = n;
  p.k = k;
  p.out = &formats::bfloat16;
  return p;
}

GroupedGemm ids(std::int64_t m, std::int64_t n, std::int64_t k) {
  GroupedGemm p = sized(m, n, k);
  p.row_group.assign(std::size_t(m), 0);
  return p;
}

GroupedGemm ends(std::vector<std::int32_t> group_end, std::int64_t alignment, std::int64_t m) {
  GroupedGemm p = sized(m, 128, 128);
  p.groups = std::int64_t(group_end.size());
  p.groups_as = GroupsAs::ends;
  p.group_end = std::move(group_end);
  p.alignment = alignment;
  return p;
}

GroupedGemm masked(std::int64_t groups, std::int64_t m) {
  GroupedGemm p = sized(m, 256, 128);
  p.grouping = Grouping::masked;
  p.groups = groups;
  p.masked_m.assign(std::size_t(groups), 0);
  return p;
}

std::string refusal(const GroupedGemm& p, const GroupedGemmTuning& t = {}) {
  const auto planned = kernels::plan(kernel_of(p), p, {}, t);
  return planned ? "accepted" : planned.error().text();
}

LaunchPlan only(const GroupedGemm& p, std::int64_t expected_m = 0) {
  const auto planned = kernels::plan(kernel_of(p), p, {}, {expected_m});
  INFO((planned ? std::string() : planned.error().text()));
  REQUIRE(planned.has_value());
  REQUIRE(planned->size() == 1);
  return planned->front();
}

std::uint64_t argument(const LaunchPlan& plan, const std::string& name) {
  const auto at = std::find_if(plan.arguments.begin(), plan.arguments.end(),
                               [&](const auto& a) { return a.name == name; });
  REQUIRE(at != plan.arguments.end());
  return at->bits;
}

using Grid = std::array<std::uint32_t, 3>;

}  // namespace

TEST_CASE("grouped launch: a problem without output launches nothing, one without k does") {
  for (const GroupedGemm& p : {ids(0, 128, 128), ids(5, 0, 128), ids(0, 0, 0), ends({0, 0}, 128, 0)}) {
    const auto planned = kernels::plan(kernel_of(p), p, {});
    REQUIRE(planned.has_value());
    CHECK(planned->empty());
  }
  GroupedGemm no_capacity = masked(3, 0), no_columns = masked(3, 64);
  no_columns.n = 0;
  CHECK(kernels::plan(kernel_of(no_capacity), no_capacity, {})->empty());
  CHECK(kernels::plan(kernel_of(no_columns), no_columns, {})->empty());
  CHECK(only(ids(5, 128, 0)).grid == Grid{1, 1, 1});
}

TEST_CASE("grouped launch: the form of the groups selects the kernel, and what it is told") {
  CHECK(only(ids(130, 256, 128)).symbol == "grouped_gemm_contiguous_bf16");
  CHECK(only(ids(130, 256, 128)).grid == Grid{2, 2, 1});
  GroupedGemm p = ends({100, 300}, 160, 400);
  p.out = &formats::float16;
  p.zero_padding = p.padded_scales = true;
  p.m = 401;
  const LaunchPlan plan = only(p);
  CHECK(plan.symbol == "grouped_gemm_contiguous_ends_f16");
  CHECK(argument(plan, "alignment") == 160);
  CHECK(argument(plan, "zero_padding") == 1);
  CHECK(argument(plan, "a_scale_stride") == 416);
  CHECK(argument(plan, "row_tiles") == plan.grid[1]);
}

TEST_CASE("grouped launch: large tiles by request, or where they fill the device and few columns idle") {
  using Tile = GroupedGemmTuning::Tile;
  const auto columns = [](std::int64_t m, std::int64_t n, Tile tile) {
    const GroupedGemm p = ids(m, n, 128);
    const auto planned = kernels::plan(kernel_of(p), p, {}, {0, tile});
    REQUIRE(planned.has_value());
    CHECK(planned->front().symbol.ends_with("_large") == (planned->front().grid[0] * 128 < n || n == 128));
    return planned->front().grid[0];
  };
  CHECK(columns(130, 640, Tile::large) == 2);
  CHECK(columns(130, 128, Tile::large) == 1);
  CHECK(columns(1 << 20, 4096, Tile::small) == 32);
  CHECK(columns(32 * 128, 4096, Tile::automatic) == 8);         // 256 large tiles, as many as compute units
  CHECK(columns(32 * 128 - 128, 4096, Tile::automatic) == 32);  // fewer
  CHECK(columns(1 << 20, 640, Tile::automatic) == 5);           // two large tiles, 37 % of them idle
}

TEST_CASE("grouped launch: a guess never asks for more workgroups than tiles, nor for none") {
  const GroupedGemm p = masked(3, 1000);
  CHECK(only(p).grid == Grid{2, 8, 3});
  CHECK(only(p, 1).grid == Grid{2, 1, 3});
  CHECK(only(p, 129).grid == Grid{2, 2, 3});
  CHECK(only(p, 0x7FFFFFFF).grid == Grid{2, 8, 3});
  CHECK(only(ends({1, 129}, 128, 256), 1).grid == Grid{1, 2, 1});
  CHECK(only(ids(300, 128, 128), 1).grid == Grid{1, 3, 1});  // here a workgroup has one tile
}

// Without a guess every tile of every group, padding included, has a workgroup of its own, as long as the
// grid holds.
TEST_CASE("grouped launch: there are as many workgroups as tiles") {
  check_property("enough", [] {
    const auto rows =
        *rc::gen::container<std::vector<std::int32_t>>(7, rc::gen::inRange<std::int32_t>(0, 400));
    const auto alignment = *rc::gen::inRange<std::int64_t>(1, 300);
    std::vector<std::int32_t> group_end;
    std::int64_t start = 0, tiles = 0;
    for (const std::int32_t r : rows) {
      group_end.push_back(std::int32_t(start + r));
      const std::int64_t next = (start + r + alignment - 1) / alignment * alignment;
      tiles += (next - start + 127) / 128;
      start = next;
    }
    RC_PRE(start > 0);
    RC_ASSERT(std::int64_t(only(ends(group_end, alignment, start)).grid[1]) >= tiles);
  });
}

TEST_CASE("grouped launch: what is outside the envelope is refused with argument, value and rule") {
  CHECK(refusal(ids(5, 128, 1 << 24)).find("k = 16777216: must be at most 2^24 - 128") == 0);
  CHECK(refusal(ids(5, 1 << 23, 128)).find("n = 8388608: must be at most 2^23 - 128") == 0);
  CHECK(refusal(masked(1, 65536 * 128)).find("m_max = 65536: needs more than 65535 tiles") == 0);
  CHECK(refusal(masked(65536, 128)).find("groups = 65536") == 0);
  CHECK(refusal(ends({5}, 0x7FFFFFFF, 128)).find("alignment = 2147483647: plus m must fit int32") == 0);
  CHECK(refusal(ends({5}, 0x7FFFFFFF - 128, 128)) == "accepted");
  CHECK(refusal(masked(1, 128), {-1}) == "expected_m = -1: must not be negative");
  CHECK(refusal(masked(1, 128), {std::int64_t{1} << 31}) == "expected_m = 2147483648: must fit int32");
  GroupedGemm padded = masked(1, 0x7FFFFFFF);
  padded.padded_scales = true;
  CHECK(refusal(padded).find("m_max = 2147483648: padded for the scales, must fit int32") == 0);
}

// One thing wrong with a problem that is right otherwise: it is refused, never launched.
TEST_CASE("grouped launch: random invalid problems are always refused") {
  check_property("refused", [] {
    const auto rows = *rc::gen::inRange<std::int32_t>(1, 500);
    GroupedGemm p = ends({rows, rows + 500}, 500, 1200);
    GroupedGemmTuning t;
    kernels::GroupedGemmAddresses at;
    RC_ASSERT(kernels::plan(kernel_of(p), p, at, t).has_value());
    switch (*rc::gen::inRange(0, 9)) {
      case 0:
        p.n = *rc::gen::inRange<std::int64_t>(1, 128) * (*rc::gen::arbitrary<bool>() ? 1 : -1);
        break;
      case 1:
        p.k = 128 + *rc::gen::inRange<std::int64_t>(1, 128);
        break;
      case 2:
        p.group_end[1] = *rc::gen::inRange<std::int32_t>(0, 500);
        break;
      case 3:
        p.m = *rc::gen::inRange<std::int64_t>(0, rows + 500);
        break;
      case 4:
        p.alignment = *rc::gen::inRange<std::int64_t>(501, 1 << 20);
        break;
      case 5:
        p.group_end.pop_back();
        break;
      case 6:
        t.expected_m = -*rc::gen::inRange<std::int64_t>(1, 1 << 20);
        break;
      case 7:
        at.routing = std::uint64_t(*rc::gen::inRange(1, 4));
        break;
      default:
        at.a = std::uint64_t(*rc::gen::inRange(1, 16));
        break;
    }
    RC_ASSERT_FALSE(kernels::plan(kernel_of(p), p, at, t).has_value());
  });
}

}  // namespace lockstep::tests
