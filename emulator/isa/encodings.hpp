// What is known of instructions by the dwords that encode them.
#pragma once

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

/// Values of instructions of one and of two dwords, by these: six of seven instructions of all kernels are
/// one that was met before. Bounded, whatever text comes.
template <typename Value>
class KnownEncodings {
 public:
  /// The value of the instruction that these dwords begin with, and its size in bytes; nullptr where it was
  /// not met.
  const Value* find(std::uint32_t first, std::uint32_t second, std::size_t& size) const {
    if (const auto known = of_one_.find(first); known != of_one_.end()) return size = 4, &known->second;
    if (const auto known = of_two_.find(pair(first, second)); known != of_two_.end())
      return size = 8, &known->second;
    return nullptr;
  }

  void keep(std::uint32_t first, std::uint32_t second, std::size_t size, Value value) {
    constexpr std::size_t kMost = std::size_t{1} << 18;
    if (is_prefix(first)) return;
    if (of_one_.size() + of_two_.size() >= kMost) {
      of_one_.clear();
      of_two_.clear();
    }
    if (size == 4)
      of_one_.emplace(first, std::move(value));
    else if (size == 8)
      of_two_.emplace(pair(first, second), std::move(value));
  }

 private:
  static constexpr std::uint64_t pair(std::uint32_t first, std::uint32_t second) {
    return std::uint64_t(second) << 32 | first;
  }

  std::unordered_map<std::uint32_t, Value> of_one_;
  std::unordered_map<std::uint64_t, Value> of_two_;
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
