// The lines of instructions that LLVM has decoded before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace lockstep::isa {

/// What LLVM said of instructions of one and of two dwords, by these: six of seven instructions of all kernels are one
/// that was met before, and LLVM takes most of the time of decoding. Bounded, whatever text comes.
class KnownLines {
 public:
  /// Of the instruction that these dwords begin with, and its size in bytes; nullptr where it was not met.
  const std::string* find(std::uint32_t first, std::uint32_t second, std::size_t& size) const;

  void keep(std::uint32_t first, std::uint32_t second, std::size_t size, const char* line);

 private:
  std::unordered_map<std::uint32_t, std::string> of_one_;
  std::unordered_map<std::uint64_t, std::string> of_two_;
};

}  // namespace lockstep::isa
