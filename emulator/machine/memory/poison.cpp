#include "emulator/machine/memory/poison.hpp"

#include <algorithm>
#include <cstring>

#include "host/simd_levels.hpp"

namespace lockstep::machine {

namespace {

constexpr std::uint64_t kWord = sizeof(std::uint64_t);

/// Fills `out` with whole words, beginning with word `first` of the poison.
LOCKSTEP_CLONES void fill_words(std::uint64_t seed, std::uint64_t first, std::uint8_t* out,
                                std::size_t words) {
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t word = host::hash(seed, first + i);
    std::memcpy(out + kWord * i, &word, kWord);
  }
}

void fill_bytes(std::uint64_t seed, std::uint64_t offset, std::span<std::uint8_t> data) {
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = poison_byte(seed, offset + i);
}

}  // namespace

void fill_poison(std::uint64_t seed, std::uint64_t offset, std::span<std::uint8_t> data) {
  const std::size_t before = std::min<std::size_t>(data.size(), (kWord - offset % kWord) % kWord);
  const std::size_t words = (data.size() - before) / kWord, inside = before + words * kWord;
  fill_bytes(seed, offset, data.first(before));
  fill_words(seed, (offset + before) / kWord, data.data() + before, words);
  fill_bytes(seed, offset + inside, data.subspan(inside));
}

}  // namespace lockstep::machine
