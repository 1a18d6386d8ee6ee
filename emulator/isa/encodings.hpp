// What is known of instructions by the dwords that encode them.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>

namespace lockstep::isa {

/// Whether these dwords begin the scales in front of a matrix instruction, which by what follows are an
/// instruction or a part of one. All others say in their first dword how long they are.
constexpr bool is_prefix(std::uint32_t first) {
  const std::uint32_t opcode = first >> 16;
  return opcode == 0xD3AC || opcode == 0xCC35 || opcode == 0xCC3A;
}

/// An instruction of up to four dwords: what stands behind it is 0.
struct EncodedDwords {
  static constexpr std::size_t kMost = 4;
  std::array<std::uint32_t, kMost> words{};
  std::uint32_t count = 0;

  auto operator<=>(const EncodedDwords&) const = default;

  /// The first `count` of the dwords, of which there are as many.
  static EncodedDwords of(std::span<const std::uint32_t> dwords, std::size_t count) {
    EncodedDwords encoding{{}, std::uint32_t(count)};
    std::ranges::copy(dwords.first(count), encoding.words.begin());
    return encoding;
  }
  /// Whether nothing behind it matters, and it is no instruction's beginning either.
  bool says_all() const { return count >= 1 && count <= kMost && (count == kMost || !is_prefix(words[0])); }
};

/// Values of instructions by their dwords: six of seven instructions of all kernels are one that was met
/// before. Bounded, whatever text comes.
template <typename Value>
class KnownEncodings {
 public:
  /// The value of the instruction that these dwords begin with, and its size in bytes; nullptr where it was
  /// not met.
  const Value* find(std::span<const std::uint32_t> dwords, std::size_t& size) const {
    for (std::size_t count = 1; count <= std::min(EncodedDwords::kMost, dwords.size()); ++count)
      if (met_[count - 1])
        if (const auto known = values_.find(EncodedDwords::of(dwords, count)); known != values_.end())
          return size = 4 * count, &known->second;
    return nullptr;
  }

  void keep(const EncodedDwords& encoding, Value value) {
    constexpr std::size_t kMost = std::size_t{1} << 18;
    if (!encoding.says_all()) return;
    if (values_.size() >= kMost) values_.clear();
    values_.emplace(encoding, std::move(value));
    met_[encoding.count - 1] = true;
  }

 private:
  struct Hash {
    std::size_t operator()(const EncodedDwords& encoding) const {
      std::uint64_t hash = encoding.count;
      for (const std::uint32_t word : encoding.words) hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
      return std::size_t(hash ^ hash >> 32);
    }
  };

  std::unordered_map<EncodedDwords, Value, Hash> values_;
  std::array<bool, EncodedDwords::kMost> met_{};  // instructions of that many dwords
};

/// Whether LLVM 22's disassembler crashes on the instruction of GFX9 (gfx942, gfx950) that begins with these
/// dwords; dwords past the end of the code are 0. The architecture reserves these encodings, but for one: a
/// multiplication of halves by the constant 0x00FF. They are kept from LLVM, so that hostile or stray bytes
/// end as `.long`, not as a fault of the host.
bool is_reserved_gfx9(std::span<const std::uint32_t, 4> words);

/// Bits of gfx1250's encodings that mean nothing, but that LLVM 22 wants to see as its own assembler sets
/// them; other assemblers set them otherwise. Sets them so in a copy of the code that an instruction begins.
/// False: the instruction has no such bits, and nothing was changed. To be asked only of code that does not
/// decode.
bool set_unused_bits(std::span<std::uint32_t, 2> dwords);

}  // namespace lockstep::isa
