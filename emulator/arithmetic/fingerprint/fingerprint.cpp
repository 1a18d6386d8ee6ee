#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emulator/arithmetic/fingerprint/term_record.hpp"

namespace lockstep::fingerprint {

namespace {

// The last rounds of SplitMix64 and of Stafford's mix 13: bijections that spread every bit.
constexpr std::uint64_t spread(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// What kind of term a fingerprint stands for, hashed before its parts.
enum class Kind : std::uint8_t {
  leaf,
  constant,
  value,
  field,
  function,
  named,
  sequence,
  element,
  unit,
  byte
};

bool is_commutative(Function function) {
  return function == Function::add_f32 || function == Function::mul_f32 || function == Function::fma_f32;
}

std::string_view name(Function function) {
  constexpr std::array<std::string_view, 7> kNames{"add_f32", "mul_f32", "fma_f32", "to_bf16",
                                                   "to_f16",  "negate",  "absolute"};
  return kNames[std::size_t(function)];
}

}  // namespace

/// Absorbs words one after another; each changes both halves, and no step can be undone without the key.
class Hasher::State {
 public:
  State(const Hasher& hasher, Kind kind, std::uint64_t number = 0)
      : a_(hasher.key_[0] + std::uint64_t(kind)), b_(hasher.key_[1]) {
    add(number);
  }

  void add(std::uint64_t word) {
    a_ = spread(a_ ^ word) + b_;
    b_ = spread(b_ + std::rotl(word, 32) + 0x9E3779B97F4A7C15ull) ^ std::rotl(a_, 29);
  }
  void add(Fingerprint f) {
    add(f.low);
    add(f.high);
  }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(std::uint64_t(std::uint8_t(c)));
  }

  Fingerprint end() {
    add(0xE17D);
    const Fingerprint f{a_, b_};
    return f.none() ? Fingerprint{1, 0} : f;
  }

 private:
  std::uint64_t a_, b_;
};

Hasher::Hasher(std::uint64_t key, TermRecord* record)
    : key_{spread(key + 1), spread(spread(key) + 2)}, record_(record) {
  for (std::size_t value = 0; value < constants_.size(); ++value) {
    constants_[value] = State(*this, Kind::constant, value).end();
    if (record_ != nullptr) record_->note(constants_[value], fmt::format("{:#04x}", value), {});
  }
}

Fingerprint Hasher::noted(Fingerprint f, std::string_view name, std::span<const Fingerprint> operands) const {
  if (record_ != nullptr) record_->note(f, std::string(name), operands);
  return f;
}

Fingerprint Hasher::leaf(std::uint32_t tensor, std::uint64_t index) const {
  State state(*this, Kind::leaf, tensor);
  state.add(index);
  const Fingerprint f = state.end();
  if (record_ != nullptr) record_->note_leaf(f, tensor, index);
  return f;
}

Fingerprint Hasher::value(std::span<const Byte> bytes) const {
  State state(*this, Kind::value, bytes.size());
  for (const Byte byte : bytes) state.add(of(byte));
  const Fingerprint f = state.end();
  if (record_ != nullptr) {
    std::vector<Fingerprint> operands;
    for (const Byte byte : bytes) operands.push_back(of(byte));
    record_->note(f, "value", operands);
  }
  return f;
}

Fingerprint Hasher::constant(std::uint32_t bits) const {
  std::array<Byte, 4> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = {std::uint8_t(bits >> 8 * i)};
  return value(bytes);
}

Fingerprint Hasher::field(std::span<const Fingerprint> bytes, int first, int bits) const {
  State state(*this, Kind::field, std::uint64_t(first) << 8 | std::uint64_t(bits));
  for (const Fingerprint byte : bytes) state.add(byte);
  return noted(state.end(), "field", bytes);
}

Fingerprint Hasher::apply(Function function, std::span<const Fingerprint> operands) const {
  State state(*this, Kind::function, std::uint64_t(function));
  std::array<Fingerprint, 3> ordered{};
  std::ranges::copy(operands, ordered.begin());
  if (is_commutative(function) && ordered[1] < ordered[0]) std::swap(ordered[0], ordered[1]);
  const auto all = std::span(ordered).first(operands.size());
  for (const Fingerprint operand : all) state.add(operand);
  return noted(state.end(), name(function), all);
}

Fingerprint Hasher::apply(std::string_view operation, std::uint64_t variant,
                          std::span<const Fingerprint> operands) const {
  State state(*this, Kind::named, variant);
  state.add(operation);
  for (const Fingerprint operand : operands) state.add(operand);
  return noted(state.end(), operation, operands);
}

Fingerprint Hasher::sequence(std::span<const Fingerprint> terms) const {
  State state(*this, Kind::sequence, terms.size());
  for (const Fingerprint term : terms) state.add(term);
  return noted(state.end(), "row", terms);
}

Fingerprint Hasher::matrix_element(Fingerprint instruction, Fingerprint row, Fingerprint column,
                                   Fingerprint addend) const {
  State state(*this, Kind::element);
  const std::array parts{instruction, row, column, addend};
  for (const Fingerprint part : parts) state.add(part);
  return noted(state.end(), "element", parts);
}

Fingerprint Hasher::matrix_instruction(std::string_view name, std::string_view a, std::string_view b) const {
  State state(*this, Kind::unit);
  for (const std::string_view part : {name, a, b}) state.add(part);
  return noted(state.end(), record_ == nullptr ? "" : fmt::format("{} {} {}", name, a, b), {});
}

Fingerprint Hasher::byte_of(Fingerprint term, unsigned index) const {
  State state(*this, Kind::byte, index);
  state.add(term);
  return noted(state.end(), "byte", std::span(&term, 1));
}

Fingerprint Hasher::value_of(Fingerprint term) const {
  std::array<Byte, 4> bytes;
  for (unsigned i = 0; i < bytes.size(); ++i) bytes[i].from = byte_of(term, i);
  return value(bytes);
}

}  // namespace lockstep::fingerprint
