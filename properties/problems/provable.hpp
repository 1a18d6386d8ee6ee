// What a proof asks of a problem: its operands as terms, and what the declared order makes of them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::problems {

class Instance;

class Provable {
 public:
  virtual ~Provable() = default;

  /// Changes the elements of an operand, one a byte, which has the name of its tensor. `bits` of an element
  /// in memory: 8, or 4 where two lie in a byte.
  using Change = std::function<void(std::string_view name, std::vector<std::uint8_t>& elements, int bits)>;
  /// The same problem with other operands. Asks for them in the same order every time, which numbers them.
  virtual std::unique_ptr<Instance> with_operands(const Change& change) const = 0;

  /// The leaf of a byte of an operand that holds elements [first, first + count).
  static fingerprint::Fingerprint leaf(const fingerprint::Hasher& hasher, std::uint32_t operand,
                                       std::uint64_t first, std::uint64_t count) {
    return hasher.leaf(operand, first | (count - 1) << 63);
  }

  /// For each output and element the value that the declared order makes, by its bytes. None where the
  /// contract asks for a value that depends on no data, as expected() has it. The leaves are leaf(operand
  /// number, ...).
  virtual std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const = 0;

 protected:
  /// All elements of an operand.
  static std::vector<fingerprint::Fingerprint> leaves(const fingerprint::Hasher& hasher,
                                                      std::uint32_t operand, std::size_t elements,
                                                      int bits = 8) {
    std::vector<fingerprint::Fingerprint> all(elements);
    for (std::size_t i = 0; i < elements; ++i) {
      const fingerprint::Fingerprint byte =
          bits == 8 ? leaf(hasher, operand, i, 1) : leaf(hasher, operand, i & ~std::size_t{1}, 2);
      all[i] = bits == 8 ? byte : hasher.field(std::span(&byte, 1), int(i % 2) * 4, 4);
    }
    return all;
  }
};

}  // namespace lockstep::problems
