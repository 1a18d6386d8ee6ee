#include "emulator/launch/contents.hpp"

#include <algorithm>

#include "emulator/machine/memory/poison.hpp"
#include "host/random.hpp"

namespace lockstep::launch {
namespace {

using Bytes = std::span<std::uint8_t>;

void fill_pattern(const Pattern& pattern, std::uint64_t offset, Bytes data) {
  const std::size_t period = pattern.bytes.size();
  std::size_t at = offset % period;
  for (std::uint8_t& byte : data) {
    byte = pattern.bytes[at];
    if (++at == period) at = 0;
  }
}

std::uint64_t element_at(const Random& random, std::uint64_t index) {
  const std::uint64_t draw = host::hash(random.seed, index);
  if (!random.range) return any_finite(random.element, draw);
  const double unit = double(draw >> 11) * 0x1p-53;
  const auto [low, high] = *random.range;
  // Neither term overflows where high - low would.
  return encode_nearest(random.element, std::clamp(low * (1 - unit) + high * unit, low, high));
}

// Elements of up to 64 bits in a stream of bits: each adds what of it lies in the window.
void fill_random(const Random& random, std::uint64_t offset, Bytes data) {
  std::ranges::fill(data, std::uint8_t{0});
  const auto width = std::uint64_t(random.element.bits);
  const std::uint64_t begin = offset * 8, end = begin + data.size() * 8;
  for (std::uint64_t i = begin / width; i * width < end; ++i) {
    const std::uint64_t code = element_at(random, i);
    for (std::uint64_t done = 0; done < width;) {
      const std::uint64_t bit = i * width + done, within = bit % 8;
      if (bit >= begin && bit < end) {
        const std::uint64_t left = width - done;
        const std::uint64_t kept = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
        data[(bit - begin) / 8] |= std::uint8_t(((code >> done) & kept) << within);
      }
      done += 8 - within;
    }
  }
}

}  // namespace

machine::Fill fill(Contents contents, std::uint64_t poison) {
  return [contents = std::move(contents), poison](std::uint64_t offset, Bytes data, Bytes undefined) {
    if (const auto* nothing = std::get_if<Undefined>(&contents)) {
      machine::fill_poison(nothing->seed.value_or(poison), offset, data);
      std::ranges::fill(undefined, std::uint8_t{1});
    } else if (const auto* pattern = std::get_if<Pattern>(&contents)) {
      fill_pattern(*pattern, offset, data);
    } else if (const auto* random = std::get_if<Random>(&contents)) {
      fill_random(*random, offset, data);
    } else {
      std::get<Given>(contents).read(offset, data);
    }
  };
}

}  // namespace lockstep::launch
