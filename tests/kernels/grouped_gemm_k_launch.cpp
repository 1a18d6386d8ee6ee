// The launch plan of the grouped GEMM whose groups cut the reduction: what is refused, what is launched.
#include "kernels/grouped_gemm/launch.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

using kernels::GroupedGemmKAddresses;
using operators::Addend;
using operators::GroupedGemmK;

GroupedGemmK problem(std::vector<std::int32_t> ks, std::int64_t m, std::int64_t n) {
  GroupedGemmK p;
  p.m = m;
  p.n = n;
  p.ks = std::move(ks);
  return p;
}

tl::expected<std::vector<kernels::LaunchPlan>, operators::Refusal> planned(
    const GroupedGemmK& p, const GroupedGemmKAddresses& at = {}, const char* arch = "gfx950") {
  return kernels::plan(*kernels::find_kernel("grouped_gemm_k", arch), p, at);
}

std::string refusal(const GroupedGemmK& p, const GroupedGemmKAddresses& at = {},
                    const char* arch = "gfx950") {
  const auto plan = planned(p, at, arch);
  return plan ? "accepted" : plan.error().text();
}

}  // namespace

TEST_CASE("launch along k: a workgroup per tile and group, none where nothing is written") {
  const auto plan = planned(problem({128, 0, 256}, 144, 300 / 16 * 16));
  REQUIRE(plan.has_value());
  REQUIRE(plan->size() == 1);
  CHECK(plan->front().symbol == "grouped_gemm_k_f32");
  CHECK(plan->front().grid == std::array<std::uint32_t, 3>{3, 2, 3});
  CHECK(planned(problem({128}, 0, 128))->empty());
  CHECK(planned(problem({128}, 128, 0))->empty());
  GroupedGemmK empty = problem({0, 0}, 128, 128);
  CHECK(planned(empty)->size() == 1);  // zeros to be stored
  empty.addend = Addend::in_place;
  CHECK(planned(empty)->empty());
  empty.addend = Addend::apart;
  CHECK(planned(empty)->size() == 1);  // C to be copied
}

TEST_CASE("launch along k: what is outside the envelope is refused with argument, value and rule") {
  CHECK(refusal(problem({128}, 128, 128)) == "accepted");
  CHECK(refusal(problem({128}, 112, 128)) == "m = 112: must be 0 or a multiple of 16 from 128 to 4194176");
  CHECK(refusal(problem({128}, 128, 129)) == "n = 129: must be 0 or a multiple of 16 from 128 to 4194176");
  CHECK(refusal(problem({128}, 128, 1 << 22)).find("n = 4194304") == 0);
  CHECK(refusal(problem(std::vector<std::int32_t>(65536, 0), 128, 128)).find("groups = 65536") == 0);
  CHECK(refusal(problem(std::vector<std::int32_t>(17, 1 << 27), 128, 128)) ==
        "k = 2281701376: the sum of ks must fit int32");
  CHECK(refusal(problem({100}, 128, 128)).find("ks[0] = 100") == 0);
  CHECK(refusal(problem({128}, 128, 128), {}, "gfx942").find("must be float8_e4m3fnuz on gfx942") !=
        std::string::npos);
  const auto other =
      kernels::plan(*kernels::find_kernel("grouped_gemm_masked", "gfx950"), problem({128}, 128, 128), {});
  CHECK_FALSE(other.has_value());
}

TEST_CASE("launch along k: misaligned pointers are refused, and an addend in place that is elsewhere") {
  GroupedGemmK p = problem({128}, 128, 128);
  p.element = &formats::float8_e4m3fnuz;
  p.scale = &formats::float32;
  p.addend = Addend::apart;
  GroupedGemmKAddresses at{0x1000, 0x2010, 0x3000, 0x4010, 0x5000, 0x6010, 0x7004};
  CHECK(refusal(p, at, "gfx942") == "accepted");
  for (std::uint64_t* pointer : {&at.d, &at.c, &at.a, &at.a_scale, &at.b, &at.b_scale, &at.ks}) {
    *pointer += 2;
    CHECK(refusal(p, at, "gfx942").find("must be aligned") != std::string::npos);
    *pointer -= 2;
  }
  p.addend = Addend::in_place;
  CHECK(refusal(p, at, "gfx942") == "c = 0x2010: must be d = 0x1000 in place");
  p.addend = Addend::none;
  at.c = 1;
  CHECK(refusal(p, at, "gfx942") == "accepted");  // c is not looked at
}

TEST_CASE("launch along k: random invalid problems are always refused") {
  check_property("refused", [] {
    GroupedGemmK p = problem({256, 0, 128}, 128 + 16 * *rc::gen::inRange<std::int64_t>(0, 40), 256);
    GroupedGemmKAddresses at;
    RC_ASSERT(planned(p, at).has_value());
    switch (*rc::gen::inRange(0, 6)) {
      case 0:
        p.m = *rc::gen::inRange<std::int64_t>(1, 128);
        break;
      case 1:
        p.n = 256 + *rc::gen::inRange<std::int64_t>(1, 16);
        break;
      case 2:
        p.ks[1] = *rc::gen::inRange<std::int32_t>(1, 128);
        break;
      case 3:
        p.ks[2] = -128 * *rc::gen::inRange<std::int32_t>(1, 9);
        break;
      case 4:
        at.b = std::uint64_t(*rc::gen::inRange(1, 16));
        break;
      default:
        p.m = *rc::gen::inRange<std::int64_t>(1 << 22, std::int64_t{1} << 40);
        break;
    }
    RC_ASSERT_FALSE(planned(p, at).has_value());
  });
}

}  // namespace lockstep::tests
