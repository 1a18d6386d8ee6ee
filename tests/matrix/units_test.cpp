// Every unit: fast = slow, planted errors are seen, and the published facts come out.
#include "emulator/arithmetic/matrix/units/units.hpp"

#include <array>
#include <bit>
#include <set>
#include <string>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/dot_draw.hpp"
#include "emulator/arithmetic/matrix/units/unit.hpp"
#include "host/sanitizers.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using matrix::Facts;
using matrix::Toward;
using matrix::Unit;

namespace {

#if LOCKSTEP_SANITIZED
constexpr std::size_t kDots = 40;
#else
constexpr std::size_t kDots = 500;
#endif
constexpr std::size_t kDotsUntilSeen = 500;  // a fact that is off shows in few
constexpr std::uint64_t kRounds = 20;

template <typename Code>
std::vector<Code> run(const Unit& unit, const matrix::BasicDrawnDots<Code>& dots, bool slow) {
  std::vector<Code> d(dots.count);
  if (slow)
    matrix::dot_products_slow(unit, dots.batch(d.data()));
  else
    matrix::dot_products(unit, dots.batch(d.data()));
  return d;
}

template <typename Code>
int differences(const Unit& x, const Unit& y, const matrix::BasicDrawnDots<Code>& dots, bool y_slow) {
  const std::vector<Code> fast = run(x, dots, false), other = run(y, dots, y_slow);
  int different = 0;
  for (std::size_t i = 0; i < fast.size(); ++i) different += !matrix::same_result(x, fast[i], other[i]);
  return different;
}

/// Calls f with a drawn batch of codes as wide as the unit's.
template <typename F>
auto with_dots(const Unit& unit, std::uint64_t seed, F f) {
  return matrix::is_wide(unit) ? f(matrix::draw_dots<std::uint64_t>(unit, seed, kDots))
                               : f(matrix::draw_dots<std::uint32_t>(unit, seed, kDots));
}

const Unit& unit_named(std::string_view name) {
  const Unit* unit = matrix::find_unit(name);
  INFO(name);
  REQUIRE(unit != nullptr);
  return *unit;
}

/// One dot product; operands given as values, every other element zero. Both implementations must agree.
std::uint32_t dot(const Unit& unit, int k, const std::vector<std::array<double, 3>>& products, double c,
                  std::uint32_t scale_a = 127, std::uint32_t scale_b = 127) {
  matrix::DrawnDots dots;
  dots.a_format = unit.a != nullptr ? unit.a : &formats::float8_e4m3fn;
  dots.b_format = unit.b != nullptr ? unit.b : &formats::float8_e4m3fn;
  dots.k = k;
  dots.count = 1;
  dots.a.assign(std::size_t(k), 0);
  dots.b.assign(std::size_t(k), 0);
  const auto code = [](const formats::Format& f, double x) {
    return formats::encode_nearest_even(f, x, formats::Overflow::to_special);
  };
  for (const auto& [at, a, b] : products) {
    dots.a[std::size_t(at)] = code(*dots.a_format, a);
    dots.b[std::size_t(at)] = code(*dots.b_format, b);
  }
  dots.c = {code(*unit.c, c)};
  if (unit.scale_block != 0) {
    dots.scale_a.assign(std::size_t(k / unit.scale_block), scale_a);
    dots.scale_b.assign(std::size_t(k / unit.scale_block), scale_b);
  }
  const std::vector<std::uint32_t> fast = run(unit, dots, false), slow = run(unit, dots, true);
  CHECK(fast[0] == slow[0]);
  return fast[0];
}

}  // namespace

TEST_CASE("units are named once, with a source, and their facts fit them") {
  std::set<std::string> names;
  for (const Unit& unit : matrix::units()) {
    INFO(unit.name);
    CHECK(names.emplace(unit.name).second);
    CHECK(matrix::find_unit(unit.name) == &unit);
    CHECK_FALSE(unit.source.empty());
    CHECK_FALSE(unit.arch.empty());
    CHECK_FALSE(unit.instructions.empty());
    CHECK((unit.facts.step == 0 || unit.step % unit.facts.step == 0 || unit.facts.step % unit.step == 0));
    CHECK((unit.scale == nullptr) == (unit.scale_block == 0));
    CHECK(*unit.c == *unit.d);
    using matrix::Summation;
    if (unit.facts.summation == Summation::exact || unit.facts.summation == Summation::fma_chain ||
        unit.facts.summation == Summation::pairwise) {
      CHECK(unit.facts.rounding == matrix::Rounding::nearest_even);
      CHECK(unit.facts.result_bits == 0);
      CHECK(unit.facts.negative_underflow);
    }
    const bool cdna4_or_later = unit.arch == "gfx950" || unit.arch == "gfx1250";
    CHECK((unit.label == matrix::Label::hypothesis) == cdna4_or_later);
  }
  CHECK(matrix::find_unit("silicon") == nullptr);
}

TEST_CASE("of one instruction one function is measured, and its models and units have the same label") {
  for (const Unit& x : matrix::units())
    for (const Unit& y : matrix::units()) {
      const bool same = x.arch == y.arch && x.instructions == y.instructions && x.a == y.a && x.d == y.d;
      INFO(x.name << " and " << y.name);
      if (same && x.label == matrix::Label::measured && y.label == x.label) CHECK(x.facts == y.facts);
    }
  // A unit "cdna3_fp8/v1" is what the model "cdna3_v1" says.
  int variants = 0;
  for (const Unit& unit : matrix::units()) {
    if (unit.arch != "gfx942" || unit.name.find('/') == std::string_view::npos) continue;
    const auto* model = matrix::find_model("cdna3_" + std::string(unit.name.substr(unit.name.find('/') + 1)));
    INFO(unit.name);
    REQUIRE(model != nullptr);
    CHECK(unit.label == model->label);
    CHECK(unit.source == model->source);
    ++variants;
  }
  CHECK(variants == 15);
}

TEST_CASE("8-bit units take either format on either side, others only their own") {
  using namespace formats;
  CHECK(matrix::accepts(unit_named("hopper_wgmma_e4m3_f32"), float8_e4m3fn, float8_e5m2));
  CHECK_FALSE(matrix::accepts(unit_named("hopper_wgmma_e4m3_f32"), float8_e4m3fnuz, float8_e5m2));
  CHECK_FALSE(matrix::accepts(unit_named("hopper_wgmma_f16_f32"), float16, bfloat16));
  CHECK(matrix::accepts(unit_named("cdna3_fp8"), float8_e5m2fnuz, float8_e4m3fnuz));
  CHECK(matrix::accepts(unit_named("cdna4_f8f6f4/exact"), float4_e2m1fn, float6_e3m2fn));
  CHECK_FALSE(matrix::accepts(unit_named("cdna4_f8f6f4/exact"), float16, float6_e3m2fn));
}

TEST_CASE("fast = slow for every unit") {
  for (const Unit& unit : matrix::units())
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
      INFO(unit.name << " seed " << seed);
      REQUIRE(with_dots(unit, seed, [&](const auto& dots) { return differences(unit, unit, dots, true); }) ==
              0);
    }
}

namespace {

template <typename Code>
void check_instruction_sets(const Unit& unit, const matrix::BasicDrawnDots<Code>& dots) {
  const std::vector<Code> best = run(unit, dots, false);
  for (const host::SimdLevel level : host::simd_levels()) {
    std::vector<Code> d = dots.c;  // in place, as an accumulator is
    matrix::BasicDotBatch<Code> batch = dots.batch(d.data());
    batch.c = d.data();
    matrix::dot_products_with(level, unit, batch);
    INFO(unit.name << " level " << int(level));
    CHECK(d == best);
  }
}

}  // namespace

TEST_CASE("every instruction set gives the same bits for units") {
  for (const Unit& unit : matrix::units())
    with_dots(unit, 99, [&](const auto& dots) { return check_instruction_sets(unit, dots); });
}

TEST_CASE("facts that are off by a little are seen") {
  struct Planted {
    std::string_view unit, what;
    void (*change)(Facts&);
  };
  const Planted planted[] = {
      {"hopper_wgmma_e4m3_f32", "14 bits", [](Facts& f) { f.product.fraction_bits = 14; }},
      {"hopper_wgmma_e4m3_f32", "steps of 16", [](Facts& f) { f.step = 16; }},
      {"hopper_wgmma_e4m3_f32", "f32 results", [](Facts& f) { f.result_bits = 0; }},
      {"hopper_wgmma_f16_f32", "24 bits", [](Facts& f) { f.product.fraction_bits = 24; }},
      {"hopper_wgmma_f16_f32", "floor", [](Facts& f) { f.product.toward = Toward::minus_infinity; }},
      {"hopper_wgmma_f16_f32", "nearest", [](Facts& f) { f.rounding = matrix::Rounding::nearest_even; }},
      {"hopper_wgmma_bf16_f32", "zeros at -120", [](Facts& f) { f.zero_exponent = -120; }},
      {"hopper_wgmma_bf16_f32", "-0 kept", [](Facts& f) { f.negative_underflow = true; }},
      {"hopper_wgmma_tf32_f32", "low bits read", [](Facts& f) { f.ignored_bits = 0; }},
      {"hopper_mma_e4m3_f32", "one step", [](Facts& f) { f.halves = false; }},
      {"hopper_mma_e4m3_f32", "own subnormals", [](Facts& f) { f.through_half = false; }},
      {"blackwell_mxf4nvf4", "34 bits", [](Facts& f) { f.product.fraction_bits = 34; }},
      {"blackwell_mxf4", "groups of 8",
       [](Facts& f) {
         f.group = 8;
         f.product.fraction_bits = 20;
       }},
      {"cdna1_f16", "steps of 2", [](Facts& f) { f.step = 2; }},
      {"cdna2_f16", "no flush", [](Facts& f) { f.flush = false; }},
      {"cdna3_f16", "no last floor", [](Facts& f) { f.normalised = matrix::kUncut; }},
      {"cdna3_f16", "31 dot bits, no last floor",
       [](Facts& f) {
         f.dot.fraction_bits = 31;
         f.normalised = matrix::kUncut;
       }},
      {"cdna3_bf16", "oversized kept", [](Facts& f) { f.oversized = matrix::Oversized::kept; }},
      {"cdna3_fp8", "no parity", [](Facts& f) { f.parity_split = false; }},
      {"cdna3_fp8", "no window", [](Facts& f) { f.accumulator_window = 1000; }},
      {"cdna3_f32", "two at once", [](Facts& f) { f.signed_zero = false; }},
      {"gfx1250_wmma_scale/functional", "one multiplication",
       [](Facts& f) { f.scale_at = matrix::ScaleAt::sum; }},
      {"cdna4_f8f6f4/gtr16_post", "scale on products",
       [](Facts& f) { f.scale_at = matrix::ScaleAt::product; }},
      {"rdna4_wmma_f16_f32", "four on one grid", [](Facts& f) { f.pair = 4; }},
      {"rdna4_wmma_f16_f32_wave32", "in order", [](Facts& f) { f.middle_swapped = false; }},
      {"rdna4_wmma_bf16_bf16", "nearest",
       [](Facts& f) {
         f.negative_underflow = true;
         f.pair = 4;
       }},
      {"rdna3_dot2_f32_bf16", "subnormals kept", [](Facts& f) { f.flush = false; }},
      {"rdna3_dot2_f16_f16", "as RDNA4", [](Facts& f) { f.grid = matrix::Grid::gfx12; }},
      {"rdna3_dot2_bf16_bf16", "as RDNA4", [](Facts& f) { f.grid = matrix::Grid::gfx12; }},
  };
  for (const Planted& p : planted) {
    const Unit& original = unit_named(p.unit);
    Unit changed = original;
    p.change(changed.facts);
    int fast = 0, slow = 0;
    for (std::uint64_t seed = 0; seed < 200 && (fast == 0 || slow == 0); ++seed) {
      const matrix::DrawnDots dots = matrix::draw_dots(original, seed, kDotsUntilSeen);
      fast += differences(changed, original, dots, false);
      if (fast != 0) slow += differences(changed, original, dots, true);
    }
    INFO(p.unit << ": " << p.what);
    CHECK(fast > 0);
    CHECK(slow > 0);
  }
}

TEST_CASE("Hopper keeps 25 bits beside a product, and truncates") {
  for (const char* name : {"hopper_wgmma_f16_f32", "hopper_mma_f16_f32", "blackwell_tcgen05_f16_f32"}) {
    INFO(name);
    CHECK(dot(unit_named(name), 16, {{0, 1, 1}, {1, 0x1p-12, -0x1p-13}}, 0) == 0x3F7FFFFF);
    CHECK(dot(unit_named(name), 16, {{0, 1, 1}, {1, 0x1p-13, -0x1p-13}}, 0) == 0x3F800000);
  }
  // Ampere keeps 24, Volta 23.
  CHECK(dot(unit_named("ampere_mma_f16_f32"), 8, {{0, 1, 1}, {1, 0x1p-12, -0x1p-12}}, 0) == 0x3F7FFFFF);
  CHECK(dot(unit_named("ampere_mma_f16_f32"), 8, {{0, 1, 1}, {1, 0x1p-12, -0x1p-13}}, 0) == 0x3F800000);
  CHECK(dot(unit_named("volta_mma_f16_f32"), 4, {{0, 1, 1}, {1, 0x1p-12, -0x1p-12}}, 0) == 0x3F800000);
}

TEST_CASE("Hopper's 8-bit wgmma keeps 13 bits, its mma.sync 25") {
  // 1 + 2^-13 - 2^-14: what lies below 2^-13 is lost before it is summed.
  const std::vector<std::array<double, 3>> products{{0, 1, 1}, {1, 0x1p-6, 0x1p-7}, {2, 0x1p-7, -0x1p-7}};
  CHECK(dot(unit_named("hopper_wgmma_e4m3_f32"), 32, products, 0) == 0x3F800400);
  CHECK(dot(unit_named("hopper_mma_e4m3_f32"), 32, products, 0) == 0x3F800200);
  CHECK(dot(unit_named("ada_mma_e4m3_f32"), 32, products, 0) == 0x3F800400);
  CHECK(dot(unit_named("blackwell_tcgen05_e4m3_f32"), 32, products, 0) == 0x3F800200);
  // An f32 accumulator loses its lower bits even when nothing is added.
  CHECK(dot(unit_named("hopper_wgmma_e4m3_f32"), 32, {}, 1 + 0x1p-14) == 0x3F800000);
  CHECK(dot(unit_named("hopper_mma_e4m3_f32"), 32, {}, 1 + 0x1p-14) == 0x3F800200);
}

TEST_CASE("zero terms limit how far down tiny products are kept") {
  // 2^-25 is half the smallest f16; 2^-46 more decides, when it is kept.
  const std::vector<std::array<double, 3>> products{{0, 0x1p-12, 0x1p-13}, {1, 0x1p-23, 0x1p-23}};
  CHECK(dot(unit_named("hopper_wgmma_f16_f16"), 16, products, 0) == 1);
  CHECK(dot(unit_named("ampere_mma_f16_f16"), 8, products, 0) == 0);
  // 2^-149 is the smallest f32: what is subtracted shows when it is kept.
  for (const auto& [lost, result] : {std::pair{0x1p-79, 0u}, std::pair{0x1p-80, 1u}})
    CHECK(dot(unit_named("hopper_mma_bf16_f32"), 16, {{0, 0x1p-75, 0x1p-74}, {1, -0x1p-79, lost}}, 0) ==
          result);
}

TEST_CASE("on Hopper no rounded sum is -0") {
  CHECK(dot(unit_named("hopper_mma_f16_f16"), 16, {{0, -0x1p-13, 0x1p-13}}, 0) == 0);
  CHECK(dot(unit_named("hopper_mma_f16_f16"), 16, {{0, -0x1p-12, 0x1p-12}}, 0) == 0x8001);
  CHECK(dot(unit_named("hopper_wgmma_bf16_f32"), 16, {{0, -0x1p-75, 0x1p-75}}, 0) == 0);
  CHECK(dot(unit_named("hopper_wgmma_bf16_f32"), 16, {{0, -0x1p-75, 0x1p-74}}, 0) == 0x80000001);
}

TEST_CASE("the accumulator takes part in the one alignment, a step's result in the next") {
  // 2^24 + 1 + 1 in one step of 16; in two steps of 8 each one is lost.
  const std::vector<std::array<double, 3>> products{{0, 1, 1}, {8, 1, 1}};
  CHECK(dot(unit_named("hopper_mma_f16_f32"), 16, products, 0x1p24) == 0x4B800001);
  CHECK(dot(unit_named("hopper_mma_f16_k8_f32"), 16, products, 0x1p24) == 0x4B800000);
}

TEST_CASE("products overflow nothing inside a step, results do") {
  const double big = 0x1p127;
  CHECK(dot(unit_named("hopper_mma_bf16_f32"), 16, {{0, big, big}, {1, big, -big}}, 1) == 0);
  CHECK(dot(unit_named("hopper_mma_bf16_f32"), 16, {{0, big, big}}, 0) == 0x7F800000);
  CHECK(dot(unit_named("hopper_mma_bf16_f32"), 32, {{0, big, big}, {16, big, -big}}, 0) == 0x7F800000);
  CHECK(dot(unit_named("cdna3_bf16"), 8, {{0, big, big}, {1, big, -big}}, 1) == 0x7FC00000);
}

TEST_CASE("CDNA3 floors a far smaller negative accumulator in f16, and drops it in fp8") {
  CHECK(dot(unit_named("cdna3_f16"), 8, {{0, 1, 1}}, -0x1p-30) == 0x3F7FFFFF);
  CHECK(dot(unit_named("cdna3_f16"), 8, {{0, 1, 1}}, 0x1p-30) == 0x3F800000);
  CHECK(dot(unit_named("cdna3_fp8"), 16, {{0, 1, 1}}, -0x1p-30) == 0x3F800000);
}

TEST_CASE("CDNA2 flushes subnormals, CDNA1 and CDNA3 keep them") {
  const std::vector<std::array<double, 3>> products{{0, 0x1p-24, 1}};  // a subnormal f16
  CHECK(dot(unit_named("cdna1_f16"), 4, products, 0) == 0x33800000);
  CHECK(dot(unit_named("cdna2_f16"), 4, products, 0) == 0);
  CHECK(dot(unit_named("cdna3_f16"), 8, products, 0) == 0x33800000);
}

TEST_CASE("RDNA3's packed results: f16 rounds to nearest and keeps subnormals, bf16 cuts and has none") {
  const Unit& half = unit_named("rdna3_dot2_f16_f16");
  CHECK(dot(half, 2, {{0, 0x1p-12, 0x1p-12}}, 0) == 0x0001);
  CHECK(dot(half, 2, {}, 0x1p-24) == 0x0001);
  // What is negative counts one unit of the grid less, here 2^-40 below c's floor: enough to break a tie.
  CHECK(dot(half, 2, {{0, 0x1p-12, 0x1p-13}, {1, 0x1p-12, 0x1p-12}}, 0) == 0x0002);
  CHECK(dot(half, 2, {{0, -0x1p-12, 0x1p-13}, {1, 0x1p-11, 0x1p-12}}, 0) == 0x0001);
  const Unit& brain = unit_named("rdna3_dot2_bf16_bf16");
  CHECK(dot(brain, 2, {{0, 1, 1}, {1, 0x1p-8, 1.5}}, 0) == 0x3F80);
  CHECK(dot(brain, 2, {{0, 0x1p-64, 0x1p-63}}, 0) == 0x0000);
  CHECK(dot(brain, 2, {}, 0x1p-130) == 0x0000);
}

TEST_CASE("RDNA4's packed bf16 results keep the sign of an f32 of which the cut leaves nothing") {
  for (const auto& [name, k] : {std::pair{"rdna4_dot2_bf16_bf16", 2},
                                {"rdna4_wmma_bf16_bf16", 4},
                                {"rdna4_wmma_bf16_bf16_wave32", 16}}) {
    INFO(name);
    // Exactly -2^-134, the f32 80008000, in the last step: a next one would add it as a zero.
    const std::vector<std::array<double, 3>> products{{double(k - 2), 0x1.02p-37, -0x1p-90},
                                                      {double(k - 1), -1, 119 * 0x1p-133}};
    CHECK(dot(unit_named(name), k, products, 183 * 0x1p-133) == 0x8000);
    CHECK(dot(unit_named(name), k, {{0, -0x1p-75, 0x1p-75}}, 0) == 0x0000);  // rounds to an f32 zero
  }
}

TEST_CASE("f64 is a chain of fused multiply-adds in the order of k") {
  const auto chain = [](const char* name, const std::vector<std::array<double, 2>>& products, double c) {
    const Unit& unit = unit_named(name);
    matrix::WideDrawnDots dots{unit.a, unit.b, int(products.size()), 1, {}, {}, {}, {}, {}};
    for (const auto& [a, b] : products) {
      dots.a.push_back(std::bit_cast<std::uint64_t>(a));
      dots.b.push_back(std::bit_cast<std::uint64_t>(b));
    }
    dots.c = {std::bit_cast<std::uint64_t>(c)};
    const std::vector<std::uint64_t> fast = run(unit, dots, false), slow = run(unit, dots, true);
    CHECK(fast[0] == slow[0]);
    return fast[0];
  };
  constexpr std::uint64_t kOne = 0x3FF0000000000000;
  for (const char* name : {"cdna2_f64", "cdna3_f64", "cdna4_f64/fma", "ampere_mma_f64", "hopper_mma_f64"}) {
    INFO(name);
    // A product is not rounded: (1 + 2^-52)^2 - (1 + 2^-51) = 2^-104.
    CHECK(chain(name, {{1 + 0x1p-52, 1 + 0x1p-52}}, -(1 + 0x1p-51)) == 0x3970000000000000);
    // C comes first: each tie goes to the even 1.
    CHECK(chain(name, {{1, 0x1p-53}, {1, 0x1p-53}}, 1) == kOne);
    // k ascends: the small ones meet before the 1.
    CHECK(chain(name, {{1, 0x1p-53}, {1, 1}}, 0x1p-53) == kOne + 1);
    CHECK(chain(name, {{0x1p-537, 0x1p-537}}, 0) == 1);
    CHECK(chain(name, {{-0.0, 1}}, -0.0) == 0x8000000000000000);
    CHECK(chain(name, {{-0x1p-600, 0x1p-600}}, 0) == 0x8000000000000000);
    CHECK(chain(name, {{0x1p1023, 2}, {-0x1p1023, 1}}, 0) == 0x7FF0000000000000);
  }
}

TEST_CASE("units of 64-bit codes are the chains that the wide implementations compute") {
  int wide = 0;
  for (const Unit& unit : matrix::units()) {
    if (!matrix::is_wide(unit)) continue;
    INFO(unit.name);
    ++wide;
    CHECK(unit.facts.summation == matrix::Summation::exact);
    CHECK(unit.facts.step == 1);
    CHECK(unit.facts.signed_zero);
    CHECK(unit.facts.nan == matrix::NanBits::any);
    CHECK((*unit.a == formats::float64 && *unit.b == formats::float64 && *unit.c == formats::float64));
  }
  CHECK(wide == 5);
}

TEST_CASE("every matrix instruction of AMD whose layout is known has a unit on each of its archs") {
  const auto covered = [](const matrix::MatrixInstruction& i, std::string_view arch) {
    for (const Unit& unit : matrix::units())
      if (unit.arch == arch &&
          (matrix::claims(unit.instructions, i.name) || matrix::claims(unit.instructions, i.classic)))
        return true;
    return false;
  };
  int pairs = 0;
  for (const matrix::MatrixInstruction& i : matrix::matrix_instructions()) {
    if (i.a.name == "i8" || i.a.name == "iu8") continue;  // integers add without loss
    for (const arch::Arch* const on : arch::all()) {
      if ((i.archs & on->instructions) == 0) continue;
      INFO(i.name << " on " << on->name);
      CHECK(covered(i, on->name));
      ++pairs;
    }
  }
  CHECK(pairs > 80);
  CHECK(matrix::claims("v_mfma[_scale]_f32_{16x16x128,32x32x64}_f8f6f4", "v_mfma_f32_32x32x64_f8f6f4"));
  CHECK_FALSE(matrix::claims("v_mfma_f32_*_f16", "v_mfma_f32_32x32x4_2b_bf16"));
  CHECK_FALSE(matrix::claims("v_mfma_f32_{16x16x16,32x32x8}_f16", "v_mfma_f32_32x32x4_2b_f16"));
}

TEST_CASE("the scales of gfx1250 multiply one after the other") {
  // 2 * 2^127 is infinite before 2^-127 could save it; CDNA4's one multiplication loses nothing.
  CHECK(dot(unit_named("gfx1250_wmma_scale/functional"), 32, {{0, 1, 2}}, 0, 254, 0) == 0x7F800000);
  CHECK(dot(unit_named("cdna4_f8f6f4/fma_post"), 32, {{0, 1, 2}}, 0, 254, 0) == 0x40000000);
  CHECK(dot(unit_named("gfx1250_wmma_scale_e5m3/functional"), 32, {{0, 1, 1}}, 0, 0xFE, 0x78) == 0x47E00000);
}
