// What plain draws seldom hold is drawn, and the kernels hold under it.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "properties/problems/grouped_gemm_k/problem.hpp"
#include "reference/formats/formats.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

// Kinds of numbers among some draws, each with how often it was met.
std::map<std::string, int> kinds(const formats::Format& format, auto code) {
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const std::uint32_t drawn = code(host::hash(7, i));
    const std::string sign = (drawn & format.sign_mask()) != 0 ? "-" : "+";
    const double x = formats::to_double(format, drawn);
    const bool subnormal = x != 0 && std::abs(x) < std::ldexp(1.0, 1 - format.bias);
    ++seen[sign + (std::isnan(x)   ? "nan"
                   : std::isinf(x) ? "inf"
                   : x == 0        ? "zero"
                   : subnormal     ? "subnormal"
                                   : "normal")];
    if (std::isnan(x) && (drawn & format.magnitude_mask()) != formats::nan_code(format)) ++seen["payload"];
  }
  return seen;
}

}  // namespace

TEST_CASE("what is added holds every kind of number") {
  for (const formats::Format* format : {&formats::float32, &formats::bfloat16}) {
    auto seen = kinds(*format, [&](std::uint64_t draw) { return cases::special_addend(*format, draw); });
    for (const char* kind : {"+zero", "-zero", "+subnormal", "-subnormal", "+inf", "-inf", "+nan", "-nan",
                             "+normal", "-normal", "payload"})
      CHECK(seen[kind] > 0);
  }
}

TEST_CASE("any float scale is of either sign, zero, subnormal or a NaN of any payload, and never infinite") {
  cases::Case c;
  c.data = cases::Data::codes;
  c.scales = cases::Scales::any;
  auto seen = kinds(formats::float32, [&](std::uint64_t draw) {
    return std::bit_cast<std::uint32_t>(cases::f32_scale(c, draw));
  });
  for (const char* kind :
       {"+zero", "-zero", "+subnormal", "-subnormal", "+nan", "-nan", "+normal", "-normal", "payload"})
    CHECK(seen[kind] > 0);
  CHECK(seen["+inf"] + seen["-inf"] == 0);
}

TEST_CASE("groups along k: of a D of GiB only planes with work are written") {
  problems::Space space;
  space.kernels = {"grouped_gemm_k"};
  int wide = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const cases::Case c = problems::draw(space, 25, i);
    const auto busy = std::count_if(c.m.begin(), c.m.end(), [](std::int32_t k) { return k > 0; });
    const bool in_place = c.options[problems::grouped_gemm_k::kC] == operators::Addend::in_place;
    if (c.options[problems::grouped_gemm_k::kSample]) continue;
    const std::int64_t written = (in_place ? std::int64_t(busy) : c.groups()) * c.n * c.k;
    INFO(cases::print(c));
    REQUIRE(written < std::int64_t{1} << 28);
    wide += c.groups() * c.n * c.k >= std::int64_t{1} << 29 ? 1 : 0;
  }
  CHECK(wide > 0);
}

TEST_CASE("a gap of GiB between groups is not to be filled with zeros") {
  problems::Space space;
  space.kernels = {"grouped_gemm_contiguous"};
  int wide = 0;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    const cases::Case c = problems::draw(space, 25, i);
    const std::int64_t rows =
        std::max(c.options[problems::grouped_gemm::kGap] * 128, c.options[problems::grouped_gemm::kAlign]);
    const std::int64_t elements = rows * c.n;
    INFO(cases::print(c));
    REQUIRE((elements < std::int64_t{1} << 28 || !c.options[problems::grouped_gemm::kZeroPadding]));
    wide += elements >= std::int64_t{1} << 29 ? 1 : 0;
  }
  CHECK(wide > 0);
}

// Steering came to such a case: each half of it is drawn apart.
TEST_CASE("a case that costs too much is taken when it is named, and not drawn") {
  const auto parsed = [](const char* option) {
    return *cases::parse(
        fmt::format("grouped_gemm_contiguous@gfx950 groups=2 n=256 k=128 m=0,400 "
                    "expected_m=1 groups_as=ends {}",
                    option));
  };
  const kernels::Kernel& kernel = *kernels::find_kernel("grouped_gemm_contiguous", "gfx950");
  CHECK(problems::may_be_drawn(parsed("align=67108864"), kernel));
  CHECK(problems::may_be_drawn(parsed("zero_padding=1"), kernel));
  const cases::Case both = parsed("align=67108864 zero_padding=1");
  CHECK(problems::launches_of(both, kernel).has_value());
  CHECK_FALSE(problems::may_be_drawn(both, kernel));
}

TEST_CASE("edges: some rows begin or end with a special code, whatever their length") {
  cases::Case c;
  c.k = 100;
  c.data = cases::Data::edges;
  const cases::Elements elements(c, formats::float8_e5m2, cases::Stream::a, false, 32);
  for (const std::size_t length : {1, 15, 100}) {
    int first = 0, last = 0, inside = 0;
    for (std::int64_t row = 0; row < 800; ++row) {
      std::vector<std::uint8_t> codes(length);
      elements.fill_row(row, codes);
      const auto special = [&](std::size_t i) {
        return !std::isfinite(formats::to_double(formats::float8_e5m2, codes[i]));
      };
      first += special(0);
      last += special(length - 1);
      for (std::size_t i = 1; i + 1 < length; ++i) inside += special(i);
    }
    CHECK(first > 50);
    CHECK(last > 50);
    CHECK(inside == 0);
  }
}

TEST_CASE("rare classes are drawn, and leave the other cases as they were") {
  std::map<std::string, int> seen;
  problems::Space plain;
  plain.rare = false;
  int same = 0;
  constexpr int kCases = 2500;
  for (std::uint64_t i = 0; i < kCases; ++i) {
    const cases::Case c = problems::draw({}, 9, i);
    same += c == problems::draw(plain, 9, i);
    const std::string line = cases::print(c);
    const auto has = [&](const char* text) { return line.find(text) != std::string::npos; };
    seen["any scales"] += has(" scales=any");
    seen["edges"] += has(" data=edges");
    seen["edges, added"] += has(" data=edges") && (has(" beta=1") || has(" residual=1") || has(" c="));
    for (const int groups : {63, 64, 65}) seen["groups"] += c.groups() == groups;
    seen["far tokens"] += c.kernel.starts_with("moe_") &&
                          (has(" far=4") || has(" far=8") || has(" far=16")) &&
                          line.find(' ', line.find(" far=") + 5) - line.find(" far=") >= 12;
  }
  for (const std::string kernel : {"small_m_mfma", "small_m_gemv", "grouped_gemm_k"}) {
    problems::Space space;
    space.kernels = {kernel};
    for (std::uint64_t i = 0; i < 300; ++i)
      seen["wide " + kernel] +=
          cases::print(problems::draw(space, 9, i)).find(" sample=") != std::string::npos;
  }
  for (const char* what : {"any scales", "edges", "edges, added", "groups", "far tokens", "wide small_m_mfma",
                           "wide small_m_gemv", "wide grouped_gemm_k"}) {
    INFO(what);
    CHECK(seen[what] > 0);
  }
  CHECK(same > kCases * 3 / 4);
  CHECK(same < kCases);
}

TEST_CASE("kernels hold where operands, partial sums and token ids are past 32, 31 and 22 bits") {
  laws::CodeCache cache;
  const std::vector<const laws::Law*> laws{laws::find_law("bits"), laws::find_law("clean"),
                                           laws::find_law("untouched")};
  const char* const kEnd = " data=codes scales=near seed=0x5";
  for (
      const char* line :
      {"small_m_mfma@gfx950 n=8388608 k=1024 m=17 sample=2 columns=2",                 // B: 8 GiB
       "small_m_mfma@gfx950 n=8387584 k=1024 m=64 sample=2 split_k=8",                 // partial sums: 16 GiB
       "small_m_gemv@gfx950 n=8388608 k=512 m=5 sample=3 block_n=16",                  // B: 4 GiB
       "grouped_gemm_k@gfx950 n=128 k=2097152 m=1024,0,128 c=apart sample=1 out=f32",  // A: 2 GiB
       "grouped_gemm_k@gfx950 n=2097152 k=256 m=2048,0,128 c=in_place sample=1 out=f32",  // B: 4 GiB
       "grouped_gemm_k@gfx942 n=4194176 k=256 m=1024,0,128 sample=1 out=f32",             // B: 4 GiB
       "grouped_gemm_masked@gfx950 n=128 k=2048 m=3,0*31,17 m_max=4194304 expected_m=1",  // A's scales: 2 GiB
       // 4 GiB
       "grouped_gemm_contiguous@gfx942 n=128 k=8192 m=3,17 groups_as=ends align=16777216 expected_m=1",
       "grouped_gemm_k@gfx942 n=4194176 k=128 m=16512,0,128 sample=1 out=f32",  // B's scales: 2 GiB
       "small_m_mfma@gfx950 n=8388608 k=9216 m=16 sample=1",                    // B's scales: 2 GiB
       "small_m_moe@gfx950 n=1024 k=8192 m=1,0*8192,3",                         // B's scales: 2 GiB
       "small_m_moe@gfx950 n=8 k=8192 m=3,1 spare=8389608 far=1",               // A's scales: 2 GiB
       "moe_down_added@gfx950 n=256 k=16384 m=3,5 block=64 gap=65537",          // A's scales: 2 GiB
       "moe_down_flat@gfx950 n=1024 k=16384 m=3,0*4096,5 block=128",            // B's scales: 2 GiB
       "moe_two_stage@gfx950 n=256 k=256 m=3,0,5 inter=256 far=16776000",
       "moe_down_added@gfx950 n=256 k=256 m=3,0,5 far=16776000 residual=1",
       "moe_gate_up@gfx950 n=512 k=256 m=3,0,5 far=8388000",
       "small_m_moe@gfx950 n=16 k=64 m=3,0,5 spare=16776000 far=1"}) {
    const laws::CaseResult r = run(std::string(line) + kEnd, laws, cache);
    INFO(text(r));
    CHECK(r.verdict == verdict::Verdict::holds);
  }
}

namespace {

// Bytes of the tensors that a case's launches take.
std::map<std::string, std::uint64_t, std::less<>> tensors_of(const cases::Case& c) {
  const auto instance = problems::instantiate(c, *kernels::find_kernel(c.kernel, c.arch));
  REQUIRE(instance.has_value());
  const problems::Placed placed = (*instance)->place(0);
  std::map<std::string, std::uint64_t, std::less<>> bytes;
  for (const kernels::LaunchPlan& launch : placed.launches)
    for (const code_object::NamedValue& value : launch.arguments)
      if (const machine::Allocation* a = placed.tensors->memory().owner(value.bits, 1))
        bytes[std::string(value.name)] = a->size();
  return bytes;
}

// The numbers that the sizes of a case's tensors are products of.
std::vector<double> numbers_of(const cases::Case& c) {
  std::vector<double> numbers{double(c.n), double(c.k), double(c.groups()),
                              std::accumulate(c.m.begin(), c.m.end(), 0.0)};
  for (const auto& [name, value] : c.options.all())
    if (value.find_first_not_of("0123456789") == std::string::npos) numbers.push_back(std::stod(value));
  return numbers;
}

// No tensor has more elements than the three largest of them come to, nor more than four bytes an element.
bool may_reach(std::uint64_t bytes, std::vector<double> numbers) {
  std::ranges::sort(numbers, std::greater());
  return 4 * numbers[0] * numbers[1] * numbers[2] >= double(bytes);
}

// Cases that look the same come to about the same sizes: the first of them tells enough.
std::vector<int> looks_of(const std::vector<double>& numbers) {
  std::vector<int> looks;
  for (const double n : numbers) looks.push_back(std::ilogb(n + 1) / 3);
  return looks;
}

}  // namespace

// Every operand of every operator that its envelope and a tebibyte of addresses let grow so far.
TEST_CASE("operands and their scales are drawn past 2^31 bytes") {
  constexpr std::uint64_t kWide = std::uint64_t{1} << 31;
  const std::map<std::string, std::vector<std::string_view>> wanted{
      {"grouped_gemm_masked@gfx950", {"a", "b", "d", "a_scale"}},
      {"grouped_gemm_masked@gfx942", {"a", "b", "d", "a_scale"}},
      {"grouped_gemm_contiguous@gfx950", {"a", "b", "d", "a_scale"}},
      {"grouped_gemm_contiguous@gfx942", {"a", "b", "d", "a_scale"}},
      {"grouped_gemm_k@gfx950", {"a", "b", "d", "a_scale", "b_scale"}},
      {"grouped_gemm_k@gfx942", {"a", "b", "d", "a_scale", "b_scale"}},
      {"small_m_mfma", {"b", "b_scale", "partial"}},
      {"small_m_gemv", {"b", "b_scale"}},
      {"small_m_moe", {"a", "b", "d", "a_scale", "b_scale"}},
      {"moe_down_added", {"a", "b", "d", "a_scale", "b_scale"}},
      {"moe_down_flat", {"a", "b", "d", "a_scale", "b_scale"}},
      {"moe_gate_up", {"a", "b", "d", "a_scale", "b_scale"}},
      {"tensorwise_nt", {"a", "b", "d", "partials"}},
      {"tensorwise_nn", {"a", "b", "d", "partials"}},
      {"tensorwise_tn", {"a", "b", "d", "partials"}},
  };
  for (const auto& [kernel, tensors] : wanted) {
    problems::Space space;
    space.kernels = {kernel};
    std::set<std::string_view> missing(tensors.begin(), tensors.end());
    std::set<std::vector<int>> seen;
    for (std::uint64_t i = 0; i < 3000 && !missing.empty(); ++i) {
      cases::Case c = problems::draw(space, 9, i);
      const auto numbers = numbers_of(c);
      if (!may_reach(kWide, numbers) || !seen.insert(looks_of(numbers)).second) continue;
      c.data = cases::Data::codes;  // sizes are the same whatever the contents, and these are made soonest
      c.scales = cases::Scales::unit;
      const auto bytes = tensors_of(c);
      std::erase_if(missing, [&](std::string_view name) {
        const auto at = bytes.find(name);
        return at != bytes.end() && at->second >= kWide;
      });
    }
    INFO(kernel << " lacks " << (missing.empty() ? std::string() : std::string(*missing.begin())));
    CHECK(missing.empty());
  }
}

// A sample computes the same bits as the whole does at its place.
TEST_CASE("a sample that is everything holds as the whole does, and one of parts is refused") {
  laws::CodeCache cache;
  const auto laws = all_laws();
  for (const char* line :
       {"small_m_mfma@gfx950 n=1024 k=256 m=17 split_k=2 seed=0x3 sample=1",
        "small_m_gemv@gfx950 n=64 k=256 m=3 seed=0x3 block_n=8 sample=8",
        "grouped_gemm_k@gfx950 n=128 k=128 m=128,0,256 c=in_place out=f32 seed=0x3 sample=1"}) {
    const laws::CaseResult r = run(line, laws, cache);
    INFO(text(r));
    CHECK(r.verdict == verdict::Verdict::holds);
  }
  const auto refused = run("small_m_mfma@gfx950 n=1000 k=256 m=17 sample=1", laws, cache);
  CHECK(refused.error.find("must be a multiple of 64 with a sample") != std::string::npos);
}

}  // namespace lockstep::tests
