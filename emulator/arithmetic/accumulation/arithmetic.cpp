#include "emulator/arithmetic/accumulation/arithmetic.hpp"

#include "reference/formats/encode_all.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::accumulation {

constexpr std::array<float, 256> Binary32::kE4m3 = [] {
  std::array<float, 256> values{};
  for (std::uint32_t code = 0; code < 256; ++code)
    values[code] = float(formats::to_double(formats::float8_e4m3fn, code));
  return values;
}();

void Binary32::round(const formats::Format& out, std::span<const Sum> sums, std::span<Result> results) const {
  std::array<double, Panel::kWidth> values{};
  std::array<std::uint32_t, Panel::kWidth> codes{};
  std::transform(sums.begin(), sums.end(), values.begin(), [](float x) { return double(x); });
  formats::encode_all(out, std::span(values).first(sums.size()), formats::Overflow::to_special, codes);
  for (std::size_t i = 0; i < sums.size(); ++i)
    results[i] = Result(sums[i] != sums[i] ? formats::nan_code(out) : codes[i]);
}

Terms::Sum Terms::value(std::initializer_list<Code> codes) const {
  std::array<fingerprint::Byte, 4> bytes;
  std::ranges::transform(codes, bytes.begin(), [](Code code) { return fingerprint::Byte{0, code}; });
  return hasher_.value(std::span(bytes).first(codes.size()));
}

Terms::Sum Terms::widened(const formats::Format& format, const Code* bytes) const {
  if (&format == &formats::bfloat16) return value({code(0), code(0), bytes[0], bytes[1]});
  return apply(fingerprint::Function::from_f16, {value({bytes[0], bytes[1]})});
}

Terms::Sum Terms::scaled(Sum a, Code s, Code t) const {
  constexpr std::uint32_t kLessBiases = 0u - 254;
  const auto exponent =
      hasher_.unordered(fingerprint::Function::add_u32, {word_of(s), word_of(t)}, kLessBiases);
  return apply(fingerprint::Function::ldexp_f32, {a, hasher_.value_of(exponent)});
}

Terms::Sum Terms::add_unless_nan(Sum a, Sum b, std::span<const Code> codes) const {
  constexpr std::array<std::uint8_t, 4> kNan{0, 0, 0xC0, 0x7F};
  constexpr std::uint32_t kNanCode = 255;
  std::vector<Sum> words;
  for (const Code code : codes) words.push_back(word_of(code));
  const auto largest = hasher_.unordered(fingerprint::Function::max_u32, std::move(words), 0);
  const auto is_nan = hasher_.apply(fingerprint::Function::equal_u32,
                                    {hasher_.value_of(largest), hasher_.constant(kNanCode)});
  const auto sum = hasher_.apply(fingerprint::Function::add_f32, {a, b});
  std::array<fingerprint::Byte, 4> bytes;
  for (unsigned i = 0; i < bytes.size(); ++i)
    bytes[i].from = hasher_.select(is_nan, hasher_.byte_of(sum, i), code(kNan[i]));
  return hasher_.value(bytes);
}

void Terms::multiply_narrow(const formats::Format& format, const Code* a, const Code* b, Sum* d) const {
  constexpr std::size_t kTile = 16, kDepth = 32;
  const fingerprint::MatrixUnit::Elements elements{"fp8", &format};
  const fingerprint::MatrixUnit unit{
      "v_mfma_f32_16x16x32_fp8_fp8", elements, elements, {"f32", &formats::float32}, kDepth};
  const std::span sums(d, kTile * kTile);
  hasher_.multiply(unit, {a, kTile * kDepth}, {b, kTile * kDepth}, sums);
  for (Sum& sum : sums) sum = hasher_.value_of(sum);
}

void Terms::round(const formats::Format& out, std::span<const Sum> sums, std::span<Result> results) const {
  if (out.bits == 32) {
    std::ranges::copy(sums, results.begin());
    return;
  }
  const auto function =
      &out == &formats::bfloat16 ? fingerprint::Function::to_bf16 : fingerprint::Function::to_f16;
  const Sum zero = number(0);
  for (std::size_t i = 0; i < sums.size(); ++i)
    results[i] = sums[i] == zero ? Result() : hasher_.value_of(hasher_.apply(function, {sums[i]}), 2);
}

}  // namespace lockstep::accumulation
