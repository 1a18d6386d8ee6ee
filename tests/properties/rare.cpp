// What plain draws seldom hold is drawn, and the kernels hold under it.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/random.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "properties/problems/grouped_gemm_k/problem.hpp"
#include "properties/problems/moe_down/problem.hpp"
#include "properties/problems/warpgroup_orders.hpp"
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

TEST_CASE("a kernel's name alone draws what the emulator runs, with an arch a GPU's kernel, too") {
  const std::map<std::string, std::set<std::string>> emulated{
      {"grouped_gemm_masked", {"gfx942", "gfx950", "gfx1250"}}, {"grouped_gemm_k", {"gfx942", "gfx950"}}};
  for (const auto& [kernel, expected] : emulated) {
    problems::Space space;
    space.kernels = {kernel};
    std::set<std::string> archs;
    for (std::uint64_t i = 0; i < 200; ++i) archs.insert(problems::draw(space, 5, i).arch);
    CHECK(archs == expected);
    space.kernels = {kernel + "@sm_90"};
    CHECK(problems::draw(space, 5, 0).arch == "sm_90");
  }
}

TEST_CASE("an order that callables have and kernels here do not is never drawn") {
  for (const char* kernel : {"grouped_gemm_contiguous@sm_90", "grouped_gemm_masked@sm_90",
                             "grouped_gemm_k@sm_90", "dense_gemm@sm_90"}) {
    problems::Space space;
    space.kernels = {kernel};
    std::set<std::string> orders;
    for (std::uint64_t i = 0; i < 8000; ++i) {
      const cases::Case c = problems::draw(space, 0x1352909, i);
      orders.insert(c.options.text(problems::kScaleOrder) + c.options.text(problems::kChain));
    }
    INFO(kernel);
    CHECK(orders.size() == 1);
  }
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

namespace {

std::int64_t longest_empty_run(const cases::Case& c) {
  std::int64_t longest = 0, run = 0;
  bool after_rows = false;
  for (const std::int32_t rows : c.m) {
    if (rows > 0 && after_rows) longest = std::max(longest, run);
    after_rows |= rows > 0;
    run = rows > 0 ? 0 : run + 1;
  }
  return longest;
}

/// What a kernel's draws come to within so many cases.
struct Gap {
  const char* kernel;
  const char* what;
  bool (*is)(const cases::Case& c);
};

bool has_key(const cases::Case& c, std::string_view text) {
  return (cases::print(c) + " ").find(" " + std::string(text) + " ") != std::string::npos;
}
bool many_groups(const cases::Case& c) {
  return c.groups() >= 258 && c.groups() <= 512;
}
bool long_run(const cases::Case& c) {
  const std::int64_t run = longest_empty_run(c);
  return run >= 63 && run <= 257;
}
bool no_k(const cases::Case& c) {
  return c.k == 0;
}
bool small_align(const cases::Case& c) {
  const std::int64_t align = c.options[problems::grouped_gemm::kAlign];
  return align >= 2 && align <= 15;
}
bool ninth_slot(const cases::Case& c) {
  const auto p = problems::moe_down_problem(c, operators::MoeOutput::added_bf16);
  return p && std::ranges::any_of(p->sorted_ids, [](std::int32_t id) {
           return id >= 0 && id >> operators::kTokenBits == operators::kMostArrivals - 1;
         });
}
// More than 8, and no power of two.
bool uncommon(const cases::Case& c, std::string_view key) {
  for (const auto& [name, text] : c.options.all())
    if (name == key && std::stoll(text) > 8 && std::stoll(text) < 40)
      return !std::has_single_bit(std::uint64_t(std::stoll(text)));
  return false;
}
bool all_at_their_ends(const cases::Case& c) {
  return c.m[0] == 64 && c.n == 1 << 23 && has_key(c, "split_k=8");
}

}  // namespace

TEST_CASE("what planted bugs have needed is drawn within 300 cases of a kernel, under more seeds than one") {
  constexpr std::uint64_t kCases = 300;
  const Gap gaps[] = {
      {"grouped_gemm_masked@gfx950", "258 to 512 groups", many_groups},
      {"grouped_gemm_contiguous@gfx950", "258 to 512 groups", many_groups},
      {"grouped_gemm_k@gfx950", "258 to 512 groups", many_groups},
      {"tensorwise_nt@gfx950", "258 to 512 groups", many_groups},
      {"moe_down_flat@gfx950", "258 to 512 experts", many_groups},
      {"small_m_moe@gfx950", "258 to 512 experts", many_groups},
      {"grouped_gemm_masked@gfx950", "an empty run of 63 to 257 groups", long_run},
      {"grouped_gemm_k@gfx950", "an empty run of 63 to 257 groups", long_run},
      {"moe_down_added@gfx950", "an empty run of 63 to 257 experts", long_run},
      {"grouped_gemm_contiguous@gfx950", "align 2 to 15", small_align},
      {"small_m_mfma@gfx950", "m, n and split_k at their ends", all_at_their_ends},
      {"grouped_gemm_masked@gfx950", "k = 0", no_k},
      {"moe_down_added@gfx950", "a token's ninth expert", ninth_slot},
      {"moe_down_flat@gfx950", "a token's ninth expert", ninth_slot},
      {"moe_gate_up@gfx950", "a token's ninth expert", ninth_slot},
      {"moe_two_stage@gfx950", "a token's ninth expert", ninth_slot},
      {"moe_down_flat@gfx950", "uncommon xcds", [](const cases::Case& c) { return uncommon(c, "xcds"); }},
      {"small_m_moe@gfx950", "uncommon a_div", [](const cases::Case& c) { return uncommon(c, "a_div"); }},
      {"tensorwise_nt@gfx950", "uncommon splits",
       [](const cases::Case& c) { return uncommon(c, "split_k"); }},
      {"mx_gemm@gfx1250", "uncommon splits", [](const cases::Case& c) { return uncommon(c, "split_k"); }},
  };
  for (const Gap& gap : gaps) {
    problems::Space space;
    space.kernels = {gap.kernel};
    for (const std::uint64_t seed : {1, 2, 3}) {
      std::uint64_t i = 0;
      while (i < kCases && !gap.is(problems::draw(space, seed, i))) ++i;
      INFO(gap.kernel << ": " << gap.what << ", seed " << seed << ", case " << i);
      CHECK(i < kCases);
    }
  }
}

TEST_CASE("kernels with one seed have rare cases at indices of their own") {
  const auto rare = [](const char* kernel) {
    problems::Space space, plain;
    space.kernels = plain.kernels = {kernel};
    plain.rare = false;
    std::set<std::uint64_t> indices;
    for (std::uint64_t i = 0; i < 300; ++i)
      if (problems::draw(space, 1, i) != problems::draw(plain, 1, i)) indices.insert(i);
    return indices;
  };
  const auto masked = rare("grouped_gemm_masked@gfx950"), contiguous = rare("grouped_gemm_contiguous@gfx950");
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(masked, contiguous, std::back_inserter(both));
  REQUIRE(masked.size() > 20);
  CHECK(2 * both.size() < masked.size());
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
       "grouped_gemm_contiguous@gfx1250 n=1024 k=4096 m=3,0*1024,17",                     // B: 4 GiB
       "grouped_gemm_masked@gfx942 n=1024 k=4096 m=3,0*1024,17 m_max=128",                // B: 4 GiB
       "moe_two_stage@gfx950 n=256 k=8192 m=3,0*2048,2 inter=256 block=64",    // gate and up: 4 GiB
       "moe_two_stage@gfx1250 n=4096 k=256 m=3,0*2048,2 inter=1024 block=64",  // down: 4 GiB
       "moe_two_stage@gfx950 n=256 k=16384 m=1,0*4096,2 inter=512 block=64",   // its scales: 2 GiB
       "mx_gemm@gfx1250 n=2098176 k=32768 m=19 b=e2m1 sample=1",               // B's scales: 2 GiB
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
       // D: 4 GiB, 524,288 workgroups of 8 KiB: too many for each run of a drawn case
       "moe_gate_up@gfx950 n=512 k=256 m=1,1 block=128 gap=262200",
       "small_m_moe@gfx950 n=16 k=64 m=3,0,5 spare=16776000 far=1",
       // everything at its end
       "small_m_mfma@gfx950 n=8388608 k=1024 m=64 sample=1 split_k=8",
       // 258 to 512 groups and experts, and empty ones of the lengths of one wave and several
       "grouped_gemm_masked@gfx950 n=128 k=128 m=3,0*63,2,0*129,5,0*257,1 m_max=8",
       "grouped_gemm_contiguous@gfx950 n=128 k=128 m=3,0*64,2,0*128,5,0*255,1",
       "grouped_gemm_k@gfx950 n=128 k=128 m=128,0*65,128,0*127,128,0*256,128 out=f32",
       "tensorwise_nt@gfx950 n=128 k=128 m=3,0*63,2,0*192,5,0*193,1",
       "moe_down_added@gfx950 n=256 k=256 m=3,0*63,2,0*129,5,0*257,1",
       "moe_down_flat@gfx950 n=256 k=256 m=3,0*64,2,0*191,5,0*255,1 block=32",
       "small_m_moe@gfx950 n=16 k=64 m=3,0*63,2,0*129,5,0*257,1",
       // groups closer than a fragment has rows
       "grouped_gemm_contiguous@gfx950 n=128 k=128 m=5,3,0,20 groups_as=ends align=2",
       "grouped_gemm_contiguous@gfx942 n=128 k=128 m=5,3,0,20 groups_as=ends align=15",
       // tokens with nine experts, and dies, splits and rows of A that are no powers of two
       "moe_down_added@gfx950 n=256 k=256 m=2*9 top_k=9",
       "moe_down_flat@gfx950 n=256 k=256 m=3*9 top_k=9 xcds=11",
       "moe_two_stage@gfx950 n=256 k=256 m=2*9,0 inter=256 top_k=9",
       "small_m_moe@gfx950 n=16 k=64 m=3,0,5,11 a_div=9", "small_m_mfma@gfx950 n=64 k=768 m=5 split_k=6",
       "tensorwise_nt@gfx950 n=128 k=1408 m=30,7 split_k=11 xcds=9 num_cu=7",
       // nothing to sum
       "grouped_gemm_masked@gfx950 n=128 k=0 m=3,17 m_max=32"}) {
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
        bytes[std::string(value.name)] = std::max(bytes[std::string(value.name)], a->size());
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

namespace {

/// Tensors of a kernel that its envelope and a tebibyte of addresses let grow past 4 GiB, and those that they
/// let grow past 2 GiB at least, at little work.
struct WideTensors {
  std::string kernel;
  std::set<std::string_view> past_4, past_2;
};

/// Those of them that the first cases of a kernel leave smaller.
WideTensors missing_of(WideTensors wanted, std::uint64_t cases) {
  constexpr std::uint64_t kTwoGib = std::uint64_t{1} << 31;
  problems::Space space;
  space.kernels = {wanted.kernel};
  std::set<std::vector<int>> seen;
  for (std::uint64_t i = 0; i < cases && !(wanted.past_4.empty() && wanted.past_2.empty()); ++i) {
    cases::Case c = problems::draw(space, 1, i);
    const auto numbers = numbers_of(c);
    if (!may_reach(kTwoGib, numbers) || !seen.insert(looks_of(numbers)).second) continue;
    c.data = cases::Data::codes;  // sizes are the same whatever the contents, and these are made soonest
    c.scales = cases::Scales::unit;
    for (const auto& [name, bytes] : tensors_of(c)) {
      if (bytes >= kTwoGib) wanted.past_2.erase(name);
      if (bytes >= 2 * kTwoGib) wanted.past_4.erase(name);
    }
  }
  return wanted;
}

}  // namespace

TEST_CASE("every tensor that may is drawn past 2^31 bytes, and operands past 2^32, within 300 cases") {
  const WideTensors kernels[] = {
      {"grouped_gemm_masked@gfx950", {"a", "b", "d", "a_scale"}, {}},
      {"grouped_gemm_masked@gfx942", {"a", "b", "d", "a_scale"}, {}},
      {"grouped_gemm_masked@gfx1250", {"a", "b", "d", "a_scale"}, {}},
      {"grouped_gemm_contiguous@gfx950", {"a", "b", "d", "a_scale"}, {}},
      {"grouped_gemm_contiguous@gfx942", {"a", "b", "d", "a_scale"}, {}},
      {"grouped_gemm_contiguous@gfx1250", {"a", "b", "d", "a_scale"}, {}},
      {"grouped_gemm_k@gfx950", {"a", "b", "d", "c"}, {"a_scale", "b_scale"}},
      {"grouped_gemm_k@gfx942", {"a", "b", "d", "c", "a_scale", "b_scale"}, {}},
      {"small_m_mfma@gfx950", {"b", "b_scale", "partial"}, {}},
      {"small_m_mfma@gfx1250", {"b", "b_scale", "partial"}, {}},
      {"small_m_gemv@gfx950", {"b", "b_scale"}, {}},
      {"small_m_gemv@gfx1250", {"b", "b_scale"}, {}},
      {"small_m_moe@gfx950", {"a", "b", "d"}, {"a_scale", "b_scale"}},
      {"small_m_moe@gfx1250", {"a", "b", "d"}, {"a_scale", "b_scale"}},
      {"moe_down_added@gfx950", {"a", "b", "d"}, {"a_scale", "b_scale"}},
      {"moe_down_added@gfx1250", {"a", "b", "d"}, {"a_scale", "b_scale"}},
      {"moe_down_flat@gfx950", {"a", "b", "d", "b_scale"}, {}},
      {"moe_down_flat@gfx1250", {"a", "b", "d", "b_scale"}, {"a_scale"}},
      {"moe_down_mxfp4@gfx950", {"a", "b"}, {"d", "a_scale", "b_scale"}},
      {"moe_down_mxfp4@gfx1250", {"a", "b"}, {"d", "a_scale", "b_scale"}},
      {"moe_gate_up@gfx950", {"a", "b"}, {"a_scale", "b_scale"}},
      {"moe_gate_up@gfx1250", {"a", "b"}, {"a_scale", "b_scale"}},
      {"moe_two_stage@gfx950", {"a", "b", "d"}, {"b_scale"}},
      {"moe_two_stage@gfx1250", {"a", "b", "d"}, {"b_scale"}},
      {"tensorwise_nt@gfx950", {"a", "b", "d", "partials"}, {}},
      {"tensorwise_nn@gfx950", {"a", "b", "d", "partials"}, {}},
      {"tensorwise_tn@gfx950", {"a", "b", "d", "partials"}, {}},
      {"mx_gemm@gfx1250", {"a", "b", "d", "partial", "b_scale"}, {"a_scale"}},
  };
  for (const WideTensors& row : kernels) {
    const WideTensors missing = missing_of(row, 300);
    INFO(row.kernel << " lacks, past 4 GiB: " << fmt::format("{}", fmt::join(missing.past_4, ", "))
                    << "; past 2 GiB: " << fmt::format("{}", fmt::join(missing.past_2, ", ")));
    CHECK(missing.past_4.empty());
    CHECK(missing.past_2.empty());
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
