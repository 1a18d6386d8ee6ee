// What bytes are as functions of one word: programs of the operations that lead from a word of 32 bits to
// them.
//
// Terms are equal where the same operations made them. Two programs may still compute the same function, and
// of a function of one word all 2^32 values decide that, once for all proofs (lemmas.hpp). For that the
// operations are kept, of values that depend on a single word only.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::fingerprint {

class WordFunctions {
 public:
  explicit WordFunctions(const Hasher& hasher) : hasher_(hasher) {}

  /// A value of up to 8 bytes, or a mask's bit as a byte.
  struct Operand {
    std::array<Byte, 8> bytes{};
    std::size_t count = 0;
  };
  /// Notes what a term is made of, if all that depends on data in it depends on one word.
  void note(Fingerprint term, std::string_view operation, std::uint64_t variant,
            std::span<const Operand> operands);
  /// Notes that a byte is byte `index` of a term.
  void note_byte(Fingerprint byte, Fingerprint term, unsigned index);

  /// A program in words, and the word that it starts from, as a value.
  struct Program {
    std::string text;
    Fingerprint word;
  };
  /// What computes the bytes, from each word on which all of them depend, the nearest first.
  std::vector<Program> programs(std::span<const Byte> bytes) const;

 private:
  static constexpr int kNone = -1;
  static constexpr unsigned kSelf = 8;  ///< the index of a term that is a bit or a byte itself
  struct Node {
    std::string operation;  ///< empty: a word from elsewhere
    std::vector<Operand> operands{};
    Fingerprint word{};  ///< as a value
    int above = kNone;   ///< the nearest word on which all of it depends
    int depth = 0;
  };
  struct Place {
    int node = kNone;
    unsigned index = 0;
  };
  class Printer;

  std::optional<Place> place_of(Fingerprint byte) const;
  int meet(int a, int b) const;
  int source_of(std::span<const Operand> operands);
  int add_word(const Operand& operand);

  const Hasher& hasher_;
  std::vector<Node> nodes_;
  std::unordered_map<Fingerprint, Place> places_;
};

}  // namespace lockstep::fingerprint
