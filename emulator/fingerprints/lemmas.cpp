#include "emulator/fingerprints/lemmas.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include <fmt/format.h>

#include "emulator/fingerprints/word_program.hpp"
#include "reference/formats/encode_all.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::fingerprint {

namespace {

/// How clang rounds f32 to bf16 where no instruction does: to nearest even, and NaNs stay quiet NaNs. {0} and
/// {1} are the word and the bit that makes a NaN quiet, which -O0 has the other way round.
constexpr std::string_view kBf16ByIntegers =
    "t0 = v_cmp_u_f32/f0(x.0 x.1 x.2 x.3, x.0 x.1 x.2 x.3); "
    "t1 = v_bfe_u32/0(x.0 x.1 x.2 x.3, 10 00 00 00, 01 00 00 00); "
    "t2 = v_add3_u32/0(t1.0 00 00 00, x.0 x.1 x.2 x.3, ff 7f 00 00); "
    "t3 = v_or_b32/0({0}, {1}); "
    "t4 = select/0(t0, t2.2, t3.2); "
    "t5 = select/0(t0, t2.3, x.3); "
    "-> t4 t5";

/// How the scale of a block is made of its largest magnitude, the upper half of a word: {0} names the sum,
/// {1} is the highest byte of the largest sum that gives code 0, {2} the lowest of what is taken off.
constexpr std::string_view kDivisor =
    "t0 = {0}/0(00 00 20 00, 00 00 x.2 x.3); "
    "t1 = v_cmp_lt_u32/0(ff ff ff {1}, 00 00 t0.2 t0.3); "
    "t2 = v_lshrrev_b32/0(17 00 00 00, 00 00 t0.2 t0.3); "
    "t3 = {0}/0({2} ff ff ff, t2.0 t2.1 00 00); "
    "t4 = select/0(t1, 00, t3.0); t5 = select/0(t1, 00, t3.1); "
    "t6 = select/0(t1, 00, t3.2); t7 = select/0(t1, 00, t3.3); "
    "t8 = v_lshlrev_b32/0(17 00 00 00, t4 t5 t6 t7); "
    "-> 00 00 t8.2 t8.3";
/// And its code, where {3} says whether the magnitude is finite.
constexpr std::string_view kScale =
    "t0 = {3}; "
    "t1 = {0}/0(00 00 20 00, 00 00 x.2 x.3); "
    "t2 = v_cmp_lt_u32/0(ff ff ff {1}, 00 00 t1.2 t1.3); "
    "t3 = v_lshrrev_b32/0(17 00 00 00, 00 00 t1.2 t1.3); "
    "t4 = {0}/0({2} ff ff ff, t3.0 t3.1 00 00); "
    "t5 = select/0(t2, 00, t4.0); t6 = select/0(t0, ff, t5); "
    "-> t6";

constexpr const char *kFiniteWord = "v_cmp_gt_u32/0(00 00 80 7f, 00 00 x.2 x.3)",
                     *kFiniteHalf = "v_cmp_gt_u16/0(80 7f, x.2 x.3)";

std::vector<Lemma> all_lemmas() {
  constexpr const char *kQuiet = "00 00 40 00", *kWord = "x.0 x.1 x.2 x.3";
  std::vector<Lemma> all{
      {Function::to_bf16, &formats::bfloat16, fmt::format(kBf16ByIntegers, kQuiet, kWord)},
      {Function::to_bf16, &formats::bfloat16, fmt::format(kBf16ByIntegers, kWord, kQuiet)}};
  const auto add = [&](Function divisor, Function scale, const char* sum, const char* zero, const char* less,
                       const char* finite) {
    const auto program = [&](std::string_view text) {
      return fmt::format(fmt::runtime(text), sum, zero, less, finite);
    };
    all.push_back({divisor, nullptr, program(kDivisor)});
    all.push_back({scale, nullptr, program(kScale)});
  };
  add(Function::divisor_e2m1, Function::scale_e2m1, "v_add_u32", "00", "fe", kFiniteWord);
  add(Function::divisor_e2m1, Function::scale_e2m1, "v_add_nc_u32", "00", "fe", kFiniteHalf);
  add(Function::divisor_e4m3, Function::scale_e4m3, "v_add_nc_u32", "03", "f8", kFiniteHalf);
  return all;
}

}  // namespace

std::uint32_t word_of(Function function, std::uint32_t largest) {
  constexpr std::uint32_t kInfinity = 0x7F800000, kHalf = 0x200000, kNan = 0xFF;
  const bool is_e2m1 = function == Function::divisor_e2m1 || function == Function::scale_e2m1;
  const std::uint32_t exponent = is_e2m1 ? 2 : 8, field = (largest + kHalf) >> 23;
  const std::uint32_t code = field < exponent ? 0 : field - exponent;
  const bool divides = function == Function::divisor_e2m1 || function == Function::divisor_e4m3;
  return divides ? code << 23 : largest < kInfinity ? code & 0xFF : kNan;
}

Fingerprint named_value(const Hasher& hasher, const WordFunctions& functions, std::span<Byte> bytes) {
  for (const WordFunctions::Program& program : functions.programs(bytes))
    if (const auto function = function_of(program.text)) {
      const Fingerprint term = hasher.apply(*function, {program.word});
      for (unsigned b = 0; b < bytes.size(); ++b) bytes[b].from = hasher.byte_of(term, b);
      break;
    }
  return hasher.value(bytes);
}

std::span<const Lemma> lemmas() {
  static const std::vector<Lemma> all = all_lemmas();
  return all;
}

std::optional<Function> function_of(std::string_view program) {
  const auto found = std::ranges::find(lemmas(), program, &Lemma::program);
  if (found == lemmas().end()) return std::nullopt;
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
      if (lemma.result == nullptr) expected[l] = word_of(lemma.function, words[l]);
    }
    program->evaluate(words, found);
    if (lemma.result != nullptr)
      formats::encode_all(*lemma.result, values, formats::Overflow::to_special, expected);
    for (std::size_t l = 0; l < kLanes; ++l) {
      const bool is_nan = lemma.result != nullptr && values[l] != values[l];
      if (is_nan ? !formats::is_nan(*lemma.result, found[l]) : found[l] != expected[l])
        return Counterexample{words[l], found[l], is_nan ? formats::nan_code(*lemma.result) : expected[l]};
    }
  }
  return std::nullopt;
}

}  // namespace lockstep::fingerprint
