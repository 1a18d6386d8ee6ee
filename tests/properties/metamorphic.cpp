// The metamorphic laws and snr_slice, all checked on follow-up problems: they hold of kernels as they are,
// and each catches a planted bug alone, without bits, exact_grid, bound or snr.
#include <map>
#include <set>

#include "properties/problems/operator.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

using verdict::Verdict;

std::vector<const laws::Law*> metamorphic_laws() {
  std::vector<const laws::Law*> all;
  for (const laws::Law& law : laws::laws())
    if (law.when == laws::When::sampled) all.push_back(&law);
  return all;
}

problems::Space small_space() {
  problems::Space space;
  space.wide_offsets = false;
  return space;
}

struct PlantedBug {
  const char *law, *kernel, *build;
};

constexpr PlantedBug kPlantedBugs[] = {
    {"snr_slice", "grouped_gemm_masked@gfx950", "b_scale_never_advances"},
    {"permuted_rows", "grouped_gemm_masked@gfx942", "gfx942_a_scale_of_low_rows"},
    {"permuted_columns", "moe_down_mxfp4@gfx950", "moe_amax_of_half_a_block"},
    {"permuted_groups", "small_m_moe@gfx950", "gap_ends_the_block"},
    {"split_group", "tensorwise_nn@gfx950", "short_round_dealt_as_a_full_one"},
    {"alone", "grouped_gemm_contiguous@gfx950", "first_row_decides"},
    {"stacked", "grouped_gemm_masked@gfx942", "gfx942_a_scale_of_low_rows"},
    {"doubled", "small_m_gemv@gfx950", "scale_above_one_is_one"},
    {"moved_scale", "small_m_gemv@gfx950", "scale_above_one_is_one"},
    {"negated", "small_m_gemv@gfx950", "first_of_sixteen_without_its_sign"},
    {"extended_k", "small_m_gemv@gfx950", "chunk_past_k_taken"},
    {"relaunched", "moe_down_flat@gfx950", "moe_xcd_remap_without_remainder"},
    {"shifted_base", "grouped_gemm_masked@gfx950", "base_carry_dropped"},
};

}  // namespace

TEST_CASE("the metamorphic laws hold of the kernels, and each has something to say") {
  laws::CodeCache cache;
  std::map<std::string_view, int> held;
  for (std::uint64_t i = 0; i < 25; ++i) {
    const laws::CaseResult r =
        laws::evaluate(problems::draw(small_space(), 77, i), metamorphic_laws(), cache, {});
    INFO(text(r));
    CHECK((r.verdict == Verdict::holds || r.verdict == Verdict::not_applicable));
    for (const verdict::LawResult& law : r.laws) held[law.law] += law.verdict == Verdict::holds;
  }
  for (const laws::Law* law : metamorphic_laws()) {
    INFO(law->name);
    CHECK(held[law->name] >= 3);
  }
}

TEST_CASE("each metamorphic law catches a planted bug alone") {
  laws::CodeCache cache;
  std::set<std::string_view> covered;
  for (const PlantedBug& row : kPlantedBugs) {
    const laws::Law* const only[] = {laws::find_law(row.law)};
    REQUIRE(only[0] != nullptr);
    problems::Space space = small_space();
    space.kernels = {row.kernel};
    space.builds = {row.build};
    std::uint64_t i = 0;
    while (i < 60 &&
           laws::evaluate(problems::draw(space, 1, i), only, cache, {}).verdict != Verdict::falsified)
      ++i;
    INFO(row.law << " and " << row.build);
    CHECK(i < 60);
    covered.insert(row.law);
  }
  for (const laws::Law* law : metamorphic_laws()) {
    INFO(law->name);
    CHECK(covered.contains(law->name));
  }
}

TEST_CASE("where no law is named, few cases are checked under metamorphic laws, and always the same ones") {
  std::map<std::string_view, int> due;
  constexpr int kCases = 4000;
  for (std::uint64_t i = 0; i < kCases; ++i) {
    cases::Case c;
    c.seed = i;
    const auto first = laws::laws_of(c), again = laws::laws_of(c);
    REQUIRE(first == again);
    for (const laws::Law* law : first) ++due[law->name];
  }
  for (const laws::Law& law : laws::laws()) {
    INFO(law.name);
    if (law.when == laws::When::always) CHECK(due[law.name] == kCases);
    if (law.when == laws::When::sampled) CHECK((due[law.name] > kCases / 128 && due[law.name] < kCases / 32));
    if (law.when == laws::When::named) CHECK(due[law.name] == 0);
  }
}

TEST_CASE("bits that stay right in another order pass for order=any, and what is wrong does not") {
  laws::CodeCache cache;
  const laws::Law* const only[] = {laws::find_law("bits"), laws::find_law("snr")};
  const auto killed = [&](const char* kernel, const char* build, bool any_order) {
    problems::Space space = small_space();
    space.kernels = {kernel};
    space.builds = {build};
    int falsified = 0;
    for (std::uint64_t i = 0; i < 12; ++i) {
      cases::Case c = problems::draw(space, 1, i);
      c.any_order = any_order;
      falsified += laws::evaluate(c, only, cache, {}).verdict == Verdict::falsified;
    }
    return falsified;
  };
  // The same sum, scales multiplied with each other first: other roundings.
  CHECK(killed("grouped_gemm_contiguous@gfx942", "gfx942_scales_multiplied_first", false) > 0);
  CHECK(killed("grouped_gemm_contiguous@gfx942", "gfx942_scales_multiplied_first", true) == 0);
  CHECK(killed("grouped_gemm_masked@gfx950", "permuted_k_chunks", true) > 0);
  CHECK(killed("small_m_mfma@gfx950", "permuted_k_under_block_scales", true) > 0);
  CHECK(killed("grouped_gemm_masked@gfx950", "O3", true) == 0);
}

}  // namespace lockstep::tests
