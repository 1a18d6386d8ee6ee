#include "emulator/fingerprints/lemmas.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "emulator/fingerprints/word_program.hpp"
#include "reference/formats/encode_all.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::fingerprint {

namespace {

/// How clang rounds f32 to bf16 where no instruction does: to nearest even, and NaNs stay quiet NaNs.
constexpr std::string_view kBf16ByIntegers =
    "t0 = v_cmp_u_f32/f0(x.0 x.1 x.2 x.3, x.0 x.1 x.2 x.3); "
    "t1 = v_bfe_u32/0(x.0 x.1 x.2 x.3, 10 00 00 00, 01 00 00 00); "
    "t2 = v_add3_u32/0(t1.0 00 00 00, x.0 x.1 x.2 x.3, ff 7f 00 00); "
    "t3 = v_or_b32/0(00 00 40 00, x.0 x.1 x.2 x.3); "
    "t4 = select/0(t0, t2.2, t3.2); "
    "t5 = select/0(t0, t2.3, x.3); "
    "-> t4 t5";

constexpr std::array kLemmas{Lemma{Function::to_bf16, &formats::bfloat16, kBf16ByIntegers}};

}  // namespace

std::span<const Lemma> lemmas() {
  return kLemmas;
}

std::optional<Function> function_of(std::string_view program) {
  const auto* const found = std::ranges::find(kLemmas, program, &Lemma::program);
  if (found == kLemmas.end()) return std::nullopt;
  return found->function;
}

tl::expected<std::optional<Counterexample>, std::string> counterexample(const Lemma& lemma,
                                                                        std::uint64_t first,
                                                                        std::uint64_t count,
                                                                        std::uint32_t step) {
  const auto program = WordProgram::read(lemma.program);
  if (!program) return tl::unexpected(program.error());
  constexpr std::size_t kLanes = std::tuple_size_v<isa::Lanes>;
  for (std::uint64_t done = 0; done < count; done += kLanes) {
    isa::Lanes words, found;
    std::array<double, kLanes> values;
    std::array<std::uint32_t, kLanes> expected;
    for (std::size_t l = 0; l < kLanes; ++l) {
      words[l] = std::uint32_t(first + std::min(done + l, count - 1) * step);
      values[l] = double(std::bit_cast<float>(words[l]));
    }
    program->evaluate(words, found);
    formats::encode_all(*lemma.result, values, formats::Overflow::to_special, expected);
    for (std::size_t l = 0; l < kLanes; ++l) {
      const bool is_nan = values[l] != values[l];
      if (is_nan ? !formats::is_nan(*lemma.result, found[l]) : found[l] != expected[l])
        return Counterexample{words[l], found[l], is_nan ? formats::nan_code(*lemma.result) : expected[l]};
    }
  }
  return std::nullopt;
}

}  // namespace lockstep::fingerprint
