// Every planted bug is caught by the law it names within 200 drawn cases. A mutant that survives fails this
// test; one whose edit no longer applies does not build.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "kernels/mutants/mutants.hpp"
#include "properties/laws/shape_proof.hpp"
#include "tests/properties/harness.hpp"
#include "tests/properties/killing_cases.hpp"

namespace lockstep::tests {

namespace {

constexpr std::uint64_t kCases = 200;

problems::Space space_of(const kernels::Mutant& mutant) {
  problems::Space space;
  space.kernels = {std::string(mutant.kernel) + "@" + std::string(mutant.arch)};
  space.builds = {std::string(mutant.id)};
  return space;
}

// Under each law the number of a case that kills it, from 1, or 0: that which is known to first, then all.
// Each case is run once, whatever the laws.
std::vector<std::uint64_t> killed_by(const problems::Space& space,
                                     const std::vector<std::string_view>& law_names, laws::CodeCache& cache,
                                     std::uint64_t known = 0, std::uint64_t cases = kCases) {
  std::vector<std::uint64_t> by(law_names.size(), 0);
  for (std::uint64_t i = known == 0; i <= cases; ++i) {
    const std::uint64_t number = i == 0 ? known : i;
    std::vector<const laws::Law*> open;
    for (std::size_t n = 0; n < by.size(); ++n)
      if (by[n] == 0) open.push_back(laws::find_law(law_names[n]));
    if (open.empty()) break;
    REQUIRE(std::ranges::find(open, nullptr) == open.end());
    for (const verdict::LawResult& r :
         laws::evaluate(problems::draw(space, 1, number - 1), open, cache, {}).laws)
      if (r.verdict == verdict::Verdict::falsified)
        by[std::size_t(std::ranges::find(law_names, r.law) - law_names.begin())] = number;
  }
  return by;
}

// What `bits` sees of an output's values, `snr` sees too: both compare with the declared order. The sign of a
// zero is no value (docs/laws.md).
constexpr std::string_view kOnlySignsOfZeros[] = {"k_empty_planes_added_to"};

// Why nothing is proved of the case that kills a mutant: what `prove` has no way for yet. Of all others it
// must say where they are wrong.
constexpr std::string_view kUnproved[] = {"bytes of output are more than"};

laws::Proof proof_of(const cases::Case& killing, laws::CodeCache& cache) {
  const auto e = laws::Experiment::prepare(killing, cache, {});
  REQUIRE(e);
  return laws::prove(**e, /*key=*/1);
}

/// What a proof of a killing case comes to: its outcome and, of one of kUnproved, that. "": the bug is not
/// refuted.
std::string refuted(const laws::Proof& p) {
  using Outcome = laws::Proof::Outcome;
  if (p.outcome == Outcome::differs || p.outcome == Outcome::premise_fails)
    return std::string(laws::name(p.outcome));
  for (const std::string_view why : kUnproved)
    if (p.outcome == Outcome::inconclusive && p.reason.find(why) != std::string::npos)
      return "inconclusive: " + std::string(why);
  return {};
}

}  // namespace

TEST_CASE("every mutant is killed by the law it names, and by snr alone where bits must kill it") {
  laws::CodeCache cache;
  int killed = 0, total = 0;
  std::map<std::string, int> proofs;
  for (const kernels::Mutant& mutant : kernels::mutants()) {
    if (!mutant.built) continue;
    std::vector<std::string_view> law_names{mutant.law};
    if (mutant.law == "bits") law_names.push_back("snr");
    const std::uint64_t known = killing_case(mutant.id);
    const std::vector<std::uint64_t> by = killed_by(space_of(mutant), law_names, cache, known);
    ++total;
    killed += by[0] > 0;
    INFO(mutant.id << " should be killed by " << mutant.law);
    CHECK(by[0] > 0);
    const bool has_value = std::ranges::find(kOnlySignsOfZeros, mutant.id) == std::end(kOnlySignsOfZeros);
    if (by.size() > 1) CHECK((by[1] > 0) == has_value);
    if (by[0] == 0) continue;
    const laws::Proof proof = proof_of(problems::draw(space_of(mutant), 1, by[0] - 1), cache);
    INFO("prove: " << laws::name(proof.outcome) << " " << proof.reason);
    const std::string as = refuted(proof);
    CHECK_FALSE(as.empty());
    ++proofs[as.empty() ? "NOT REFUTED" : as];
    std::printf("%-36s %-11s killed by case %llu%s; prove: %s%s\n", std::string(mutant.id).c_str(),
                std::string(mutant.law).c_str(), static_cast<unsigned long long>(by[0]),
                known == 0 || known == by[0] ? "" : ", not by that of killing_cases.hpp",
                std::string(laws::name(proof.outcome)).c_str(),
                proof.outcome == laws::Proof::Outcome::inconclusive ? (": " + proof.reason).c_str() : "");
    std::fflush(stdout);
  }
  for (const auto& [as, count] : proofs) std::printf("prove of %d: %s\n", count, as.c_str());
  std::printf("%d of %d mutants killed; the table has %zu, and ./lockstep mutants builds them all\n", killed,
              total, kernels::mutants().size());
  CHECK(6 * total >= int(kernels::mutants().size()));
}

// No bug: nothing kills it. A recipe that rounds scales down: the first case does not show it.
TEST_CASE("a number of a case that no longer kills is searched past, and no survivor passes") {
  laws::CodeCache cache;
  problems::Space space;
  space.kernels = {"small_m_gemv@gfx950"};
  space.builds = {"O2"};
  CHECK(killed_by(space, {"bits"}, cache, 7, 12) == std::vector<std::uint64_t>{0});
  space.kernels = {"grouped_gemm_contiguous@gfx950"};
  space.recipe = "floor";
  const std::uint64_t first = killed_by(space, {"bound"}, cache, 0)[0];
  REQUIRE(first > 1);
  CHECK(killed_by(space, {"bound"}, cache, 1) == std::vector{first});
  CHECK(killed_by(space, {"bound"}, cache, first, 0) == std::vector{first});
}

// Each needs what only rare cases hold: the others let it live.
TEST_CASE("rare cases kill what plain ones do not") {
  constexpr std::uint64_t kPlain = 20;
  laws::CodeCache cache;
  const laws::Law* const only[] = {laws::find_law("bits"), laws::find_law("clean")};
  for (const std::string_view id :
       {"negative_scales_lose_their_sign", "token_of_22_bits", "weights_offset_of_32_bits",
        "infinite_addend_made_finite", "lone_65th_group_not_counted", "k_last_lane_not_counted",
        "one_byte_past_k_kept", "scale_planes_in_32_bits", "mx_weight_scales_of_32_bits",
        "moe_two_stage_weights_in_32_bits", "w32_block_ends_with_a_wave", "moe_ninth_expert_is_padding"}) {
    INFO(id);
    const auto all = kernels::mutants();
    const auto mutant = std::ranges::find(all, id, &kernels::Mutant::id);
    REQUIRE(mutant != all.end());
    if (!mutant->built) continue;  // the first test counts what is built
    problems::Space space = space_of(*mutant);
    space.rare = false;
    for (std::uint64_t i = 0; i < kPlain; ++i) {
      const laws::CaseResult r = laws::evaluate(problems::draw(space, 1, i), only, cache, {});
      INFO(text(r));
      CHECK(r.first_falsified() == nullptr);
    }
  }
}

TEST_CASE("a scale rounded down instead of up is caught by bound") {
  laws::CodeCache cache;
  problems::Space space;
  space.kernels = {"grouped_gemm_contiguous@gfx950", "grouped_gemm_masked@gfx950"};
  space.recipe = "floor";
  CHECK(killed_by(space, {"bound"}, cache)[0] > 0);
}

TEST_CASE("the same cases kill no original") {
  laws::CodeCache cache;
  for (std::uint64_t i = 0; i < 30; ++i) {
    const laws::CaseResult r = laws::evaluate(problems::draw({}, 1, i), all_laws(), cache, {});
    INFO(text(r));
    CHECK(r.verdict == verdict::Verdict::holds);
  }
}

TEST_CASE("a mutant's image differs from the original") {
  for (const kernels::Mutant& mutant : kernels::mutants()) {
    if (!mutant.built) continue;
    const kernels::Kernel* kernel = kernels::find_kernel(mutant.kernel, mutant.arch);
    REQUIRE(kernel != nullptr);
    const kernels::Image *image = kernels::find_image(*kernel, mutant.id),
                         *original = kernels::find_image(*kernel, "O3");
    REQUIRE(image != nullptr);
    REQUIRE(original != nullptr);
    INFO(mutant.id);
    CHECK_FALSE(
        std::equal(image->bytes.begin(), image->bytes.end(), original->bytes.begin(), original->bytes.end()));
  }
}

}  // namespace lockstep::tests
