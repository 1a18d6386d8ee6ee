// Lemmas hold of words around every step of their functions, and a wrong one is told from them.
#include "emulator/fingerprints/lemmas.hpp"

#include <array>
#include <string>
#include <utility>

#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::fingerprint {
namespace {

/// What is wrong with a lemma on a sample: all high halves with the low halves that decide how they are
/// rounded, and words all over the range.
tl::expected<std::optional<Counterexample>, std::string> sampled(const Lemma& lemma) {
  for (const std::uint64_t low : {0x0000, 0x0001, 0x7FFF, 0x8000, 0x8001, 0xFFFF})
    if (auto found = counterexample(lemma, low, 65536, 65536); !found || *found) return found;
  return counterexample(lemma, 0, 1'000'000, 4099);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("every lemma holds of a sample of its words") {
  CHECK_FALSE(lemmas().empty());
  for (const Lemma& lemma : lemmas()) {
    INFO(lemma.program);
    const auto found = sampled(lemma);
    REQUIRE(found);
    CHECK_FALSE(*found);
    CHECK(function_of(lemma.program) == lemma.function);
  }
}

TEST_CASE("a lemma that rounds halves up, loses NaNs, or takes another byte is found wrong") {
  const Lemma& right = lemmas().front();
  for (const auto& [from, to] :
       {std::pair{"ff 7f 00 00", "00 80 00 00"}, std::pair{"ff 7f 00 00", "fe 7f 00 00"},
        std::pair{"00 00 40 00", "00 00 00 00"}, std::pair{"10 00 00 00", "11 00 00 00"},
        std::pair{"v_add3_u32", "v_xad_u32"}}) {
    INFO(from << " -> " << to);
    const std::string program = replaced(std::string(right.program), from, to);
    const auto found = sampled({right.function, right.result, program});
    REQUIRE(found);
    CHECK(*found);
    CHECK_FALSE(function_of(program));
  }
  const auto of_f16 = sampled({Function::to_f16, &formats::float16, right.program});
  REQUIRE(of_f16);
  CHECK(*of_f16);
}

TEST_CASE("a program that can't be read is no lemma") {
  const Lemma& right = lemmas().front();
  for (const char* const text :
       {"", "t0 = v_bfe_u32/0(x.2)", "-> t0.0", "t0 = v_nothing/0(x.0 x.1 x.2 x.3); -> t0.0 t0.1",
        "t0 = v_add_f32/1f0(x.0 x.1 x.2 x.3, x.0 x.1 x.2 x.3); -> t0.0 t0.1", "-> x.0 x.9"}) {
    INFO(text);
    CHECK_FALSE(counterexample({right.function, right.result, text}, 0, 64));
  }
}

}  // namespace
}  // namespace lockstep::fingerprint
