// What a proof asks of a problem: its operands as terms, and what the declared order makes of them.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/arithmetic/fingerprint/algebra.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::problems {

class Instance;

class Provable {
 public:
  virtual ~Provable() = default;

  /// Changes the elements of an operand, which has the name of its tensor: one a byte, or of a wider format
  /// their bytes.
  using Change = std::function<void(std::string_view name, std::vector<std::uint8_t>& elements,
                                    const formats::Format& format)>;
  /// What one of these bytes has in memory: 8, or 4 where two lie in one.
  static int bits_in_memory(const formats::Format& format) { return format.bits == 4 ? 4 : 8; }
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

  /// What a theorem relies on where the order's terms name instructions in place of what they compute; empty:
  /// they don't.
  virtual std::string_view assumption() const { return {}; }

  /// For each output and element the polynomial that the contract asks for, whatever the order. Empty: nobody
  /// has said it yet.
  virtual std::vector<std::vector<fingerprint::Element>> polynomials(const fingerprint::Algebra&) const {
    return {};
  }

  /// Where the rows of an operand lie in its tensor.
  struct Rows {
    std::int64_t columns = 0;               ///< elements of a row; 0: nobody has said it
    std::vector<std::int64_t> in_tensor{};  ///< by the operand's rows; empty: the same ones
  };
  virtual Rows rows(std::size_t /*operand*/) const { return {}; }

 protected:
  /// Planes of so many rows of which only some are an operand's; `plane`: which of these, by the tensor's.
  static Rows rows_of_planes(std::int64_t columns, std::int64_t rows, std::span<const int> plane);
  /// The elements of all operands, in the order in which with_operands() asks for them.
  std::vector<std::vector<fingerprint::Fingerprint>> operand_leaves(const fingerprint::Hasher& hasher) const;
  /// Numbers of so many bytes by their bytes.
  static std::vector<fingerprint::Fingerprint> words(const fingerprint::Hasher& hasher,
                                                     std::span<const fingerprint::Fingerprint> bytes,
                                                     std::size_t size = 4);
  /// Changes the bytes of numbers.
  template <typename T>
  static void change_words(const Change& change, std::string_view name, const formats::Format& format,
                           std::span<T> values) {
    std::vector<std::uint8_t> bytes(values.size_bytes());
    std::memcpy(bytes.data(), values.data(), bytes.size());
    change(name, bytes, format);
    std::memcpy(values.data(), bytes.data(), bytes.size());
  }
  /// Element `index` of an operand, read in its format, of 4 bits or of bytes.
  static fingerprint::Element element(const fingerprint::Algebra& algebra, std::uint32_t operand,
                                      std::size_t index, const formats::Format& format);

  /// A matrix operand, [rows][k], and its scales, each for so many rows and so many of k.
  struct Scaled {
    std::uint32_t operand;
    const formats::Format& format;
    std::uint32_t scales;
    const formats::Format& scale;
    std::size_t rows_per_scale, k_per_scale;
  };
  /// Its elements, scaled.
  static std::vector<fingerprint::Element> scaled(const fingerprint::Algebra& algebra, const Scaled& o,
                                                  std::size_t rows, std::size_t k);
};

}  // namespace lockstep::problems
