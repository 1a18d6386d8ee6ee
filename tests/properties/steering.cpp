// Draws aim at what no case reached, and follow from the seed and the number of the case alone.
#include "properties/laws/steering.hpp"

#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

using laws::Steering;

problems::Space contiguous() {
  problems::Space space;
  space.kernels = {"grouped_gemm_contiguous@gfx950"};
  space.wide_offsets = false;
  return space;
}

laws::CaseResult evaluated(const cases::Case& c, laws::CodeCache& cache) {
  const laws::Law* const only[] = {laws::find_law("untouched")};
  return laws::evaluate(c, only, cache, {});
}

// Branch directions that so many cases reach, over all builds.
template <typename Draw>
std::uint64_t reached(std::uint64_t count, Draw draw) {
  std::map<std::string, observe::Coverage> coverage;
  for (std::uint64_t i = 0; i < count; ++i) {
    const laws::CaseResult r = draw(i);
    CHECK(r.error.empty());
    coverage[r.the_case.build].merge(r.coverage);
  }
  std::uint64_t all = 0;
  for (const auto& [build, c] : coverage) all += c.branch_directions().reached;
  return all;
}

}  // namespace

TEST_CASE("a round is decided by all rounds but the one before it") {
  for (const auto& [index, needed] :
       {std::pair(0ul, 0ul), std::pair(15ul, 0ul), std::pair(16ul, 8ul), std::pair(23ul, 8ul),
        std::pair(24ul, 16ul), std::pair(71ul, 56ul), std::pair(72ul, 64ul), std::pair(95ul, 64ul),
        std::pair(96ul, 72ul), std::pair(119ul, 72ul), std::pair(120ul, 96ul)})
    CHECK(Steering::needs(index) == needed);
  for (std::uint64_t round = 0; round < 20; ++round) {
    CHECK(Steering::round_of(Steering::first_of(round)) == round);
    if (round > 0) CHECK(Steering::round_of(Steering::first_of(round) - 1) == round - 1);
  }
}

TEST_CASE("steered draws reach more than plain ones, and later results change none of them") {
  constexpr std::uint64_t kCases = 8 * Steering::kRound, kSeed = 7;
  laws::CodeCache cache;
  const problems::Space space = contiguous();
  Steering steering(space, kSeed);
  std::vector<cases::Case> drawn;
  std::uint64_t unlike = 0;
  const std::uint64_t steered = reached(kCases, [&](std::uint64_t i) {
    drawn.push_back(steering.draw(i));
    const bool plain = drawn.back() == problems::draw(space, kSeed, i);
    if (i < 2 * Steering::kShortRound) CHECK(plain);
    unlike += !plain;
    laws::CaseResult r = evaluated(drawn.back(), cache);
    steering.note(r);
    return r;
  });
  const std::uint64_t plain =
      reached(kCases, [&](std::uint64_t i) { return evaluated(problems::draw(space, kSeed, i), cache); });
  INFO(steered << " and " << plain);
  CHECK(steered > plain);
  CHECK(unlike > kCases / 3);
  for (std::uint64_t i = 0; i < kCases; ++i) CHECK(steering.draw(i) == drawn[i]);
}

TEST_CASE("a steered case that reaches nothing new is held to the laws of one run alone") {
  constexpr std::uint64_t kCases = 8 * Steering::kShortRound, kSeed = 7;
  laws::CodeCache cache;
  Steering steering(contiguous(), kSeed);
  std::uint64_t news = 0, others = 0;
  for (std::uint64_t i = 0; i < kCases; ++i) {
    const cases::Case c = steering.draw(i);
    const laws::CaseResult r =
        laws::evaluate(c, laws::laws_of(c), cache, {},
                       [&](const observe::Coverage& reached) { return steering.is_news(i, c, reached); });
    const bool is_news = steering.is_news(i, c, r.coverage);
    if (c == problems::draw(contiguous(), kSeed, i)) CHECK(is_news);
    CHECK((r.laws.size() > 3) == is_news);
    (is_news ? news : others) += 1;
    steering.note(r);
  }
  INFO(news << " and " << others);
  CHECK(news > 2 * Steering::kShortRound);
  CHECK(others > 0);
}

}  // namespace lockstep::tests
