// Sums modulo 2^32 and the largest of words as what they are made of: neither the order nor the grouping of
// their operands shows, since integer sums and maxima are commutative and associative.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::fingerprint {

class Unordered {
 public:
  explicit Unordered(const Hasher& hasher) : hasher_(hasher) {}

  struct Operand {
    Fingerprint value;                     ///< by its bytes
    std::optional<std::uint32_t> known{};  ///< its value, where it depends on no data
  };
  /// The term of a sum, or of the largest, of words.
  Fingerprint apply(Function function, std::span<const Operand> operands);

  /// Whether some had more operands than are kept: these are compared as they are grouped.
  bool has_grouped() const { return has_grouped_; }

 private:
  /// What a word is the sum or the largest of.
  struct Form {
    Function function;
    std::vector<Fingerprint> operands;
    std::uint32_t known = 0;
  };

  const Hasher& hasher_;
  std::unordered_map<Fingerprint, Form> forms_;  ///< what each word is made of, by its bytes
  std::size_t kept_ = 0;                         ///< operands of all of them
  bool has_grouped_ = false;
};

}  // namespace lockstep::fingerprint
