#include "emulator/arithmetic/accumulation/arithmetic.hpp"

#include "reference/formats/encode_all.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {

void Numbers::round(const formats::Format& out, std::span<const Sum> sums, std::span<Result> results) const {
  std::array<double, Panel::kWidth> values{};
  std::array<std::uint32_t, Panel::kWidth> codes{};
  std::transform(sums.begin(), sums.end(), values.begin(), [](float x) { return double(x); });
  formats::encode_all(out, std::span(values).first(sums.size()), formats::Overflow::to_special, codes);
  for (std::size_t i = 0; i < sums.size(); ++i)
    results[i] = Result(sums[i] != sums[i] ? formats::nan_code(out) : codes[i]);
}

void Terms::multiply_narrow(const formats::Format&, const Code* a, const Code* b, Sum* d) const {
  constexpr std::size_t kTile = 16, kDepth = 32;
  const Code instruction = hasher_.matrix_instruction("v_mfma_f32_16x16x32_fp8_fp8", "fp8", "fp8");
  std::array<Code, kTile> columns;
  for (std::size_t j = 0; j < kTile; ++j) columns[j] = hasher_.sequence(std::span(b + j * kDepth, kDepth));
  for (std::size_t i = 0; i < kTile; ++i) {
    const Code row = hasher_.sequence(std::span(a + i * kDepth, kDepth));
    for (std::size_t j = 0; j < kTile; ++j, ++d)
      *d = hasher_.value_of(hasher_.matrix_element(instruction, row, columns[j], *d));
  }
}

void Terms::round(const formats::Format& out, std::span<const Sum> sums, std::span<Result> results) const {
  if (out.bits == 32) {
    std::ranges::copy(sums, results.begin());
    return;
  }
  const auto function =
      &out == &formats::bfloat16 ? fingerprint::Function::to_bf16 : fingerprint::Function::to_f16;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const Result term = hasher_.apply(function, {sums[i]});
    const std::array<fingerprint::Byte, 2> bytes{
        {{0, hasher_.byte_of(term, 0)}, {0, hasher_.byte_of(term, 1)}}};
    results[i] = hasher_.value(bytes);
  }
}

}  // namespace lockstep::accumulation
