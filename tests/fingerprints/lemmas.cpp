// Lemmas hold of words around every step of their functions, and a wrong one is told from them.
#include "emulator/fingerprints/lemmas.hpp"

#include <array>
#include <bit>
#include <string>
#include <utility>

#include "reference/formats/formats.hpp"
#include "reference/scaling/scale_rule.hpp"
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
    const std::string program = replaced(right.program, from, to);
    const auto found = sampled({right.function, right.result, program});
    REQUIRE(found);
    CHECK(*found);
    CHECK_FALSE(function_of(program));
  }
  const auto of_f16 = sampled({Function::to_f16, &formats::float16, right.program});
  REQUIRE(of_f16);
  CHECK(*of_f16);
}

TEST_CASE("the scale of a block is the recipe's wherever its largest magnitude is finite") {
  const scaling::ScaleRule& rule = *scaling::find_scale_rule("plus_0x200000");
  const auto of = [](Function f, std::uint32_t word) { return word_of(f, word); };
  for (std::uint32_t bf16 = 0; bf16 < 0x7F80; ++bf16) {
    const std::uint32_t word = bf16 << 16;
    const auto largest = std::bit_cast<float>(word);
    const std::uint32_t e2m1 = rule.code(largest, formats::float4_e2m1fn),
                        e4m3 = rule.code(largest, formats::float8_e4m3fn);
    REQUIRE(of(Function::scale_e2m1, word) == e2m1);
    REQUIRE(of(Function::scale_e4m3, word) == e4m3);
    REQUIRE(of(Function::divisor_e2m1, word) == e2m1 << 23);
    REQUIRE(of(Function::divisor_e4m3, word) == e4m3 << 23);
  }
  CHECK(of(Function::scale_e2m1, 0x7F80'0000) == 255);
  CHECK(of(Function::scale_e4m3, 0x7FC0'0000) == 255);
}

TEST_CASE("a scale with another half, field, limit or exponent is found wrong") {
  std::size_t tried = 0;
  for (const Lemma& lemma : lemmas()) {
    if (lemma.result != nullptr) continue;
    const bool is_e2m1 = lemma.function == Function::divisor_e2m1 || lemma.function == Function::scale_e2m1;
    const bool is_code = lemma.program.ends_with("-> t6");
    for (const auto& [from, to] :
         {std::pair{"00 00 20 00", "00 00 10 00"}, std::pair{"17 00 00 00", "16 00 00 00"},
          std::pair{is_e2m1 ? "(fe " : "(f8 ", "(ff "}, std::pair{"(ff ff ff 0", "(ff ff ff 1"},
          is_code ? std::pair{", ff, ", ", fe, "} : std::pair{"-> 00 00", "-> 00 01"}}) {
      INFO(from << " -> " << to << ": " << lemma.program);
      const std::string program = replaced(lemma.program, from, to);
      const auto found = sampled({lemma.function, nullptr, program});
      REQUIRE(found);
      CHECK(*found);
      CHECK_FALSE(function_of(program));
      ++tried;
    }
    for (const Function other :
         {Function::divisor_e2m1, Function::divisor_e4m3, Function::scale_e2m1, Function::scale_e4m3}) {
      const auto found = sampled({other, nullptr, lemma.program});
      REQUIRE(found);
      CHECK(found->has_value() == (other != lemma.function));
    }
  }
  CHECK(tried == 30);
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
