// The launch plan of the tensor-wise GEMM: what is refused, what is launched.
#include <algorithm>

#include "kernels/tensorwise_gemm/launch.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

using kernels::LaunchPlan;
using kernels::TensorwiseAddresses;
using kernels::TensorwiseTuning;
using operators::Layout;
using operators::TensorwiseGemm;

const kernels::Kernel& kernel_of(Layout layout) {
  const char* name = layout == Layout::nt   ? "tensorwise_nt"
                     : layout == Layout::nn ? "tensorwise_nn"
                                            : "tensorwise_tn";
  return *kernels::find_kernel(name, "gfx950");
}

TensorwiseGemm problem(Layout layout, std::vector<std::int64_t> offs, std::int64_t m, std::int64_t n,
                       std::int64_t k) {
  TensorwiseGemm p;
  p.layout = layout;
  p.group_offs = std::move(offs);
  p.m = m;
  p.n = n;
  p.k = k;
  p.a = p.b = &formats::float8_e4m3fn;
  p.out = &formats::bfloat16;
  return p;
}

std::uint64_t argument(const LaunchPlan& plan, const std::string& name) {
  const auto at = std::find_if(plan.arguments.begin(), plan.arguments.end(),
                               [&](const auto& a) { return a.name == name; });
  REQUIRE(at != plan.arguments.end());
  return at->bits;
}

std::string refusal(const TensorwiseGemm& p, const TensorwiseTuning& t = {},
                    const TensorwiseAddresses& at = {}) {
  const auto planned = kernels::plan(kernel_of(p.layout), p, t, at);
  return planned ? "accepted" : planned.error().text();
}

LaunchPlan first(const TensorwiseGemm& p, const TensorwiseTuning& t = {}) {
  const auto planned = kernels::plan(kernel_of(p.layout), p, t, {});
  REQUIRE(planned.has_value());
  REQUIRE_FALSE(planned->empty());
  return planned->front();
}

TEST_CASE("tensor-wise launch: the kernel follows from formats and alignment") {
  const auto symbol = [](Layout layout, std::int64_t routed, std::int64_t n, std::int64_t other) {
    const bool tn = layout == Layout::tn;
    return first(problem(layout, {0, routed}, tn ? other : routed, n, tn ? routed : other)).symbol;
  };
  CHECK(symbol(Layout::nt, 5, 8, 128) == "tensorwise_nt_small_e4m3_e4m3");
  CHECK(symbol(Layout::nt, 90000, 8, 128) == "tensorwise_nt_large_e4m3_e4m3");
  CHECK(symbol(Layout::nt, 5, 8, 136) == "tensorwise_nt_any_e4m3_e4m3");
  CHECK(symbol(Layout::nt, 5, 8, 112) == "tensorwise_nt_any_e4m3_e4m3");
  CHECK(symbol(Layout::nt, 5, 12, 128) == "tensorwise_nt_any_e4m3_e4m3");
  CHECK(symbol(Layout::nn, 5, 256, 128) == "tensorwise_nn_small_e4m3_e4m3");
  CHECK(symbol(Layout::nn, 5, 248, 128) == "tensorwise_nn_any_e4m3_e4m3");
  CHECK(symbol(Layout::nn, 5, 264, 128) == "tensorwise_nn_any_e4m3_e4m3");
  CHECK(symbol(Layout::tn, 5, 256, 256) == "tensorwise_tn_small_e4m3_e4m3");
  CHECK(symbol(Layout::tn, 5, 256, 255) == "tensorwise_tn_any_e4m3_e4m3");
  CHECK(symbol(Layout::tn, 5, 128, 144) == "tensorwise_tn_small_e4m3_e4m3");
  CHECK(symbol(Layout::tn, 5, 112, 256) == "tensorwise_tn_any_e4m3_e4m3");
  CHECK(symbol(Layout::nn, 5, 112, 128) == "tensorwise_nn_any_e4m3_e4m3");
  TensorwiseTuning large;
  large.tile = TensorwiseTuning::Tile::large;
  CHECK(first(problem(Layout::tn, {0, 5}, 256, 256, 5), large).symbol == "tensorwise_tn_large_e4m3_e4m3");
}

TEST_CASE(
    "tensor-wise launch: the kernel is told of a 64-bit traversal that is asked for, and finds others") {
  TensorwiseTuning wide;
  wide.wide = true;
  CHECK(argument(first(problem(Layout::nn, {0, 5}, 5, 256, 128), wide), "wide") == 1);
  CHECK(argument(first(problem(Layout::nn, {0, 5}, 5, 1 << 12, 1 << 20)), "wide") == 0);
}

TEST_CASE("tensor-wise launch: a problem without output launches nothing, a split one twice") {
  CHECK(kernels::plan(kernel_of(Layout::nt), problem(Layout::nt, {0, 0}, 0, 8, 16), {}, {})->empty());
  TensorwiseTuning split;
  split.splits = 3;
  const auto launches =
      kernels::plan(kernel_of(Layout::nt), problem(Layout::nt, {0, 5}, 9, 100, 16), split, {});
  REQUIRE(launches->size() == 2);
  CHECK((*launches)[1].symbol == "tensorwise_nt_reduce");
  CHECK((*launches)[1].grid[0] == 4);  // 900 elements
  CHECK(kernels::partial_bytes(problem(Layout::nt, {0, 5}, 9, 100, 16), split) == 3 * 900 * 4);
}

// Whatever group_offs says, the workgroups of an over-launch are enough.
TEST_CASE("tensor-wise launch: there are as many workgroups as items, or num_cu") {
  check_property("enough", [] {
    const auto sizes =
        *rc::gen::container<std::vector<std::int64_t>>(5, rc::gen::inRange<std::int64_t>(0, 900));
    const auto n = 8 * *rc::gen::inRange<std::int64_t>(1, 100);
    const auto tail = *rc::gen::inRange<std::int64_t>(0, 300);
    TensorwiseTuning t;
    t.tile = *rc::gen::arbitrary<bool>() ? TensorwiseTuning::Tile::large : TensorwiseTuning::Tile::small;
    t.splits = *rc::gen::inRange<std::int64_t>(1, 5);
    std::vector<std::int64_t> offs{0};
    for (const std::int64_t size : sizes) offs.push_back(offs.back() + size);
    const std::int64_t m = offs.back() + tail;
    RC_PRE(m > 0);
    const std::int64_t height = t.tile == TensorwiseTuning::Tile::large ? 256 : 128;
    std::int64_t items = 0;
    for (const std::int64_t size : sizes)
      items += (size + height - 1) / height * ((n + 255) / 256) * t.splits;
    const TensorwiseGemm p = problem(Layout::nt, offs, m, n, 16);
    RC_ASSERT(std::int64_t(kernels::plan(kernel_of(Layout::nt), p, t, {})->front().grid[0]) >= items);
    t.num_cu = 3;
    RC_ASSERT(kernels::plan(kernel_of(Layout::nt), p, t, {})->front().grid[0] <= 3);
  });
}

TEST_CASE("tensor-wise launch: what is outside the envelope is refused with argument, value and rule") {
  CHECK(refusal(problem(Layout::nt, {0, 5}, 5, 8, 1 << 23)).find("k = 8388608: must be from 0 to 8388480") ==
        0);
  CHECK(refusal(problem(Layout::nt, {0, 5}, 5, 1 << 21, 16)).find("n = 2097152") == 0);
  CHECK(refusal(problem(Layout::nt, {0, 5}, 0x7FFFFFFF, 8, 16)).find("m = 2147483647") == 0);
  CHECK(refusal(problem(Layout::tn, {0, 5}, 1 << 21, 16, 5)).find("m = 2097152") == 0);
  CHECK(refusal(problem(Layout::tn, {0, 5}, 16, 16, 0x7FFFFFFF)).find("k = 2147483647") == 0);
  CHECK(refusal(problem(Layout::nt, {0, 5}, 4, 8, 16)).find("group_offs[1] = 5") == 0);
  CHECK(refusal(problem(Layout::nt, {0, 1 << 30}, 1 << 30, 1 << 20, 16)).find("tiles = ") == 0);
  const TensorwiseGemm good = problem(Layout::nt, {0, 5}, 5, 8, 16);
  const auto tuned = [&](auto edit) {
    TensorwiseTuning t;
    edit(t);
    return refusal(good, t);
  };
  CHECK(tuned([](auto& t) { t.num_cu = -1; }).find("num_cu = -1") == 0);
  CHECK(tuned([](auto& t) { t.xcds = 0; }).find("xcds = 0") == 0);
  CHECK(tuned([](auto& t) { t.group_m = -1; }).find("group_m = -1") == 0);
  CHECK(tuned([](auto& t) { t.group_n = -1; }).find("group_n = -1") == 0);
  CHECK(tuned([](auto& t) { t.band = 0; }).find("band = 0") == 0);
  CHECK(tuned([](auto& t) { t.splits = 257; }).find("splits = 257") == 0);
  const auto other = kernels::plan(kernel_of(Layout::nn), good, {}, {});
  CHECK_FALSE(other.has_value());
}

TEST_CASE("tensor-wise launch: misaligned pointers are refused") {
  const TensorwiseGemm p = problem(Layout::nt, {0, 5}, 5, 8, 16);
  TensorwiseTuning split;
  split.splits = 2;
  TensorwiseAddresses at{0x1000, 0x2000, 0x3000, 0x4004, 0x5008, 0x6008, 0x7000};
  CHECK(refusal(p, split, at) == "accepted");
  for (std::uint64_t* pointer :
       {&at.d, &at.a, &at.b, &at.a_scale, &at.b_scale, &at.group_offs, &at.partials}) {
    *pointer += 2;
    CHECK(refusal(p, split, at).find("must be aligned") != std::string::npos);
    *pointer -= 2;
  }
}

// One thing wrong with a problem that is right otherwise: it is refused, whatever else it is.
TEST_CASE("tensor-wise launch: random invalid problems are always refused") {
  check_property("refused", [] {
    const Layout layout =
        std::array{Layout::nt, Layout::nn, Layout::tn}[std::size_t(*rc::gen::inRange(0, 3))];
    const auto rows = *rc::gen::inRange<std::int64_t>(1, 500);
    TensorwiseGemm p = problem(layout, {0, rows / 2, rows}, 0, *rc::gen::inRange<std::int64_t>(1, 300), 0);
    (layout == Layout::tn ? p.k : p.m) = rows;
    (layout == Layout::tn ? p.m : p.k) = *rc::gen::inRange<std::int64_t>(1, 300);
    TensorwiseTuning t;
    TensorwiseAddresses at;
    RC_ASSERT(kernels::plan(kernel_of(layout), p, t, at).has_value());
    switch (*rc::gen::inRange(0, 10)) {
      case 0:
        p.n = -*rc::gen::inRange<std::int64_t>(0, 100);
        break;
      case 1:
        p.group_offs[1] = rows + *rc::gen::inRange<std::int64_t>(1, 100);
        break;
      case 2:
        p.group_offs[0] = *rc::gen::inRange<std::int64_t>(1, 100) * (*rc::gen::arbitrary<bool>() ? 1 : -1);
        break;
      case 3:
        (layout == Layout::tn ? p.k : p.m) = rows - *rc::gen::inRange<std::int64_t>(1, rows + 1);
        break;
      case 4:
        p.n = *rc::gen::inRange<std::int64_t>(1 << 21, std::int64_t{1} << 40);
        break;
      case 5:
        (layout == Layout::tn ? p.m : p.k) = *rc::gen::inRange<std::int64_t>(1 << 23, std::int64_t{1} << 40);
        break;
      case 6:
        (*rc::gen::arbitrary<bool>() ? p.a : p.b) = nullptr;
        break;
      case 7:
        at.d = std::uint64_t(*rc::gen::inRange(1, 16));
        break;
      case 8:
        t.splits = *rc::gen::inRange<std::int64_t>(257, 100000) * (*rc::gen::arbitrary<bool>() ? 1 : -1);
        break;
      default:
        (layout == Layout::tn ? p.m : p.k) = -*rc::gen::inRange<std::int64_t>(0, 100);
        break;
    }
    RC_ASSERT_FALSE(kernels::plan(kernel_of(layout), p, t, at).has_value());
  });
}

}  // namespace
}  // namespace lockstep::tests
