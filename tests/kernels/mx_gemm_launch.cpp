// The launch plan of the dense block-scaled product on gfx1250: what is refused, what is launched, how much
// memory it takes.
#include <algorithm>

#include "kernels/mx_gemm/launch.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using kernels::MxGemmAddresses;
using kernels::MxGemmTuning;
using operators::MxGemm;
using Tile = MxGemmTuning::Tile;
using Cluster = MxGemmTuning::Cluster;

const kernels::Kernel& kernel() {
  return *kernels::find_kernel("mx_gemm", "gfx1250");
}

MxGemm problem(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {m, n, k, &formats::float8_e4m3fn, &formats::float8_e4m3fn, &formats::bfloat16};
}

std::string refusal(const MxGemm& p, const MxGemmTuning& t = {}, const MxGemmAddresses& at = {}) {
  const auto planned = kernels::plan(kernel(), p, t, at);
  return planned ? "accepted" : planned.error().text();
}

std::vector<kernels::LaunchPlan> planned(const MxGemm& p, const MxGemmTuning& t = {}) {
  const auto launches = kernels::plan(kernel(), p, t, {});
  REQUIRE(launches.has_value());
  return *launches;
}

using Grid = std::array<std::uint32_t, 3>;

}  // namespace

TEST_CASE(
    "mx_gemm launch: the kernel follows from formats, tile and cluster, and the grid is whole clusters") {
  const auto plain = planned(problem(33, 129, 128));
  REQUIRE(plain.size() == 1);
  CHECK(plain[0].symbol == "mx_gemm_e4m3fn_e4m3fn_32x128_c1x1");
  CHECK(plain[0].grid == Grid{2, 2, 1});
  CHECK(planned(problem(33, 129, 128), {.cluster = Cluster::c4x4})[0].grid == Grid{4, 4, 1});
  CHECK(planned(problem(129, 129, 128), {.cluster = Cluster::c4x1})[0].grid == Grid{8, 2, 1});
  MxGemm mixed = problem(1, 1, 256);
  mixed.b = &formats::float4_e2m1fn;
  const auto split = planned(mixed, {.tile = Tile::r128x256, .splits = 2});
  REQUIRE(split.size() == 2);
  CHECK(split[0].symbol == "mx_gemm_e4m3fn_e2m1_128x256_c1x1");
  CHECK(split[0].grid == Grid{1, 1, 2});
  CHECK(split[1].symbol == "mx_gemm_sum_bf16");
  CHECK(planned(problem(0, 1, 128)).empty());
}

// Of a stage: 128 rows of A of 128 bytes and 16 of padding, 128 columns of B, 4 bytes of scales of each.
TEST_CASE("mx_gemm launch: LDS holds the stages, and D where copies store it") {
  const std::uint32_t stage = 128 * 144 + 128 * 128 + 256 * 4;
  CHECK(planned(problem(1, 1, 128), {.tile = Tile::r128x128, .stages = 4})[0].dynamic_lds == 4 * stage);
  CHECK(planned(problem(1, 1, 128), {.tile = Tile::r128x128, .stages = 2})[0].dynamic_lds == 2 * stage);
  MxGemm wide = problem(1, 1, 128);
  wide.a = wide.b = &formats::float4_e2m1fn;
  wide.out = &formats::float32;
  CHECK(planned(wide, {.tile = Tile::r128x128, .stages = 2})[0].dynamic_lds == 4 * 64 * (64 * 4 + 16));
  CHECK(planned(wide, {.tile = Tile::r128x128, .stages = 2, .by_copy = false})[0].dynamic_lds ==
        2 * (128 * 80 + 128 * 64 + 256 * 4));
}

TEST_CASE("mx_gemm launch: operands are stored in whole tiles, whatever the sizes") {
  MxGemm p = problem(70, 70, 128);
  p.b = &formats::float4_e2m1fn;
  const kernels::MxGemmBytes small = kernels::bytes_of(p, {.tile = Tile::r32x128});
  CHECK(small.a == 70 * 128);
  CHECK(small.b == 80 * 64);
  CHECK(small.a_scale == 80 * 4);
  CHECK(small.b_scale == 128 * 4);
  CHECK(small.partial == 0);
  const kernels::MxGemmBytes large = kernels::bytes_of(p, {.tile = Tile::r128x256, .splits = 3});
  CHECK(large.a_scale == 128 * 4);
  CHECK(large.b_scale == 128 * 4);
  CHECK(large.partial == 3 * 70 * 70 * 4);
  p.k = 160;  // scales of two steps
  CHECK(kernels::bytes_of(p, {.tile = Tile::r32x128}).a_scale == 80 * 8);
}

TEST_CASE("mx_gemm launch: what the kernel does not take is refused with argument, value and rule") {
  CHECK(refusal(problem(1, 1, 128)) == "accepted");
  CHECK(refusal(problem(1, 1, 160)) == "accepted");
  CHECK(refusal(problem(1, 1, 144)) == "k = 144: must be a positive multiple of 32");
  CHECK(refusal(problem(1, 1, 256), {.splits = 3}) == "splits = 3: must divide the steps of 128 that k has");
  CHECK(refusal(problem(1, 1, 288), {.splits = 3}) == "accepted");
  CHECK(refusal(problem(1, 1, 128), {.splits = 17}) == "splits = 17: must lie between 1 and 16");
  CHECK(refusal(problem(1, 1, 128), {.stages = 5}) == "stages = 5: must lie between 2 and 4");
  CHECK(
      refusal(problem(1, 1, std::int64_t{1} << 28)).starts_with("k = 268435456: must be at most 2^28 - 128"));
  CHECK(refusal(problem(1, std::int64_t{65533} * 128, 128))
            .starts_with("n = 8388224: must have at most 65532 tiles"));
  CHECK(refusal(problem(1, std::int64_t{65532} * 128, 128)) == "accepted");
  CHECK(refusal(problem(0x7FFFFFFF, 1, 128)).starts_with("m = 2147483647: must be at most"));
  CHECK(refusal(problem(1, 1, 128), {}, {.a = 8}).starts_with("a = "));
  MxGemm narrow = problem(1, 1, 128);
  narrow.a = &formats::float4_e2m1fn;
  CHECK(refusal(narrow) == "a = e2m1: must not have 4 bits where b has 8");
  CHECK(
      refusal(problem(1, 1, 128), {.tile = Tile::r128x128, .cluster = Cluster::c2x2}).starts_with("tile = "));
  MxGemm e5m2 = problem(1, 1, 128);
  e5m2.b = &formats::float8_e5m2;
  CHECK(refusal(e5m2) == "accepted");
  CHECK(refusal(e5m2, {.cluster = Cluster::c2x2}).starts_with("a and b = e5m2"));
}

}  // namespace lockstep::tests
