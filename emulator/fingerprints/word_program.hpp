// A program of one word as WordFunctions prints it, ready to be evaluated.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/isa/semantics.hpp"

namespace lockstep::fingerprint {

class WordProgram {
 public:
  /// Fails for an operation that has no row, or under a MODE that changes more than rows know.
  static tl::expected<WordProgram, std::string> read(std::string_view text);

  /// What it makes of a word in each lane: as many bytes as it has results, the first lowest.
  void evaluate(const isa::Lanes& words, isa::Lanes& results) const;

 private:
  /// A byte: known, of the word, or of a step.
  struct Byte {
    static constexpr int kKnown = -2, kWord = -1;
    int step = kKnown;
    unsigned index = 0;  ///< of a byte of it, kSelf, or the known value
  };
  static constexpr unsigned kSelf = 8;
  using Operand = std::vector<Byte>;
  struct Step {
    const isa::VectorAlu* row = nullptr;  ///< nullptr: one of two bytes by a bit
    std::uint64_t variant = 0;
    std::vector<Operand> operands{};
  };
  struct Value {
    std::array<isa::Lanes, 2> dwords{};
    std::uint64_t mask = 0;
  };

  static tl::expected<Byte, std::string> read_byte(std::string_view text);
  static tl::expected<Step, std::string> read_step(std::string_view text);
  static isa::Lanes gather(const Operand& operand, std::size_t first, const isa::Lanes& words,
                           const std::vector<Value>& values);
  static std::uint64_t mask_of(const Byte& byte, const std::vector<Value>& values);
  static Value evaluate(const Step& step, const isa::Lanes& words, const std::vector<Value>& values);

  std::vector<Step> steps_;
  Operand result_;
};

}  // namespace lockstep::fingerprint
