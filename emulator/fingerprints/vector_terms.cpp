// What a vector ALU instruction computes, as terms of its operands.
#include <algorithm>
#include <cstring>

#include "emulator/fingerprints/unordered.hpp"
#include "emulator/fingerprints/vector_step.hpp"

namespace lockstep::fingerprint {

bool VectorStep::has_floats() const {
  return isa::is_float(row_.destination) || isa::is_float(row_.source[0]) || isa::is_float(row_.pair);
}

std::uint64_t VectorStep::variant() const {
  return (has_floats() ? f_.wave.mode & kFloatMode & (m_.clamp ? ~0u : ~kAboutClamp) : 0) |
         std::uint64_t{m_.clamp} << 32 | std::uint64_t{m_.omod} << 33 | std::uint64_t{m_.bitop3} << 40;
}

void VectorStep::fill(Fingerprint term, std::size_t first, std::size_t end, LaneResult& result) const {
  for (std::size_t b = first; b < end; ++b) result.bytes[b] = byte_of(term, b);
}

Fingerprint VectorStep::byte_of(Fingerprint term, std::size_t b) const {
  const Fingerprint byte = f_.hasher.byte_of(term, unsigned(b));
  f_.functions.note_byte(byte, term, unsigned(b));
  return byte;
}

Fingerprint VectorStep::computed(const LaneOperands& in, Fingerprint carry) const {
  std::array<Fingerprint, 5> terms;
  std::size_t count = 0;
  for (std::size_t s = 0; s < std::size_t(op_.sources); ++s)
    terms[count++] = in.term(f_.hasher, 8 * s, source_bytes(row_, s));
  if (row_.accumulates)
    terms[count++] = in.term(f_.hasher, LaneOperands::kOld, std::size_t(isa::bits(row_.destination)) / 8);
  if (shared_ != nullptr && row_.definedness != isa::Definedness::halves) {
    if (shared_->negates_second) terms[1] = f_.hasher.apply(Function::negate, {terms[1]});
    return f_.hasher.apply(shared_->function, std::span(terms).first(count));
  }
  if (row_.reads_carry) terms[count++] = carry.none() ? f_.hasher.constant(carry_in_) : carry;
  const Fingerprint term = term_of(in, std::span<const Fingerprint>(terms).first(count));
  note(term, in, carry);
  return term;
}

Fingerprint VectorStep::term_of(const LaneOperands& in, std::span<const Fingerprint> terms) const {
  if (const auto unordered = find_unordered(name()); unordered && !m_.clamp) {
    std::array<Unordered::Operand, 3> operands;
    for (std::size_t s = 0; s < terms.size(); ++s) {
      operands[s].value = terms[s];
      std::uint32_t word = 0;
      std::memcpy(&word, &in.value[8 * s], sizeof word);
      if (!in.depends_in(8 * s, sizeof word)) operands[s].known = word;
    }
    return f_.unordered.apply(*unordered, std::span(operands).first(terms.size()));
  }
  const Comparison* const compares = find_comparison(name());
  if (compares != nullptr && (is_usual() || !has_floats())) return compared(*compares, in);
  return f_.hasher.apply(name(), variant(), terms);
}

Fingerprint VectorStep::compared(const Comparison& how, const LaneOperands& in) const {
  const std::size_t a = how.exchanged ? 1 : 0, b = 1 - a;
  const auto bytes = [&](std::size_t s) { return in.bytes(8 * s, source_bytes(row_, s)); };
  const auto first = bytes(a), second = bytes(b);
  const auto operand = [&](const auto& all) { return std::span(all).first(source_bytes(row_, 0)); };
  const Fingerprint bit = how.function == Function::less_u32
                              ? f_.hasher.below(operand(first), operand(second))
                              : f_.hasher.apply(how.function, {f_.hasher.value(operand(first)),
                                                               f_.hasher.value(operand(second))});
  return how.complement ? Hasher::complement(bit) : bit;
}

void VectorStep::note(Fingerprint term, const LaneOperands& in, Fingerprint carry) const {
  std::array<WordFunctions::Operand, 5> operands;
  std::size_t count = 0;
  const auto take = [&](std::size_t first, std::size_t bytes) {
    WordFunctions::Operand& o = operands[count++];
    o.count = bytes;
    for (std::size_t b = 0; b < bytes; ++b) o.bytes[b] = {in.value[first + b], in.from[first + b]};
  };
  for (std::size_t s = 0; s < std::size_t(op_.sources); ++s) take(8 * s, source_bytes(row_, s));
  if (row_.accumulates) take(LaneOperands::kOld, std::size_t(isa::bits(row_.destination)) / 8);
  if (row_.reads_carry) operands[count++] = bit_of(std::uint8_t(carry_in_), carry);
  f_.functions.note(term, name(), variant(), std::span(operands).first(count));
}

WordFunctions::Operand VectorStep::bit_of(std::uint8_t value, Fingerprint from) {
  WordFunctions::Operand bit;
  bit.bytes[0] = {value, from};
  bit.count = 1;
  return bit;
}

void VectorStep::halves(const LaneOperands& in, LaneResult& result) const {
  for (std::size_t s = 0; s < 2; ++s) {
    const std::size_t count = source_bytes(row_, s);
    if (!in.depends_in(8 * s, count)) continue;
    const Fingerprint operand = in.term(f_.hasher, 8 * s, count);
    const Fingerprint term = shared_ != nullptr ? f_.hasher.apply(shared_->function, {operand})
                                                : f_.hasher.apply(name(), variant(), std::span(&operand, 1));
    for (std::size_t b = 0; b < 2; ++b) result.bytes[2 * s + b] = f_.hasher.byte_of(term, unsigned(b));
  }
}

void VectorStep::pair(const LaneOperands& in, LaneResult& result) const {
  for (std::size_t i = 0; i < 2; ++i)
    if (in.depends_in(i, 1))
      fill_dword(f_.hasher.apply(shared_->function, {in.term(f_.hasher, i, 1)}), i, result);
}

void VectorStep::fill_dword(Fingerprint term, std::size_t dword, LaneResult& result) const {
  for (std::size_t b = 0; b < 4; ++b) result.bytes[4 * dword + b] = f_.hasher.byte_of(term, unsigned(b));
}

void VectorStep::narrowed(const LaneOperands& in, LaneResult& result) const {
  const std::array numbers{in.term(f_.hasher, 0, 4), in.term(f_.hasher, 8, 4)};
  narrow(f_.hasher, *narrowing_, numbers, in.named(f_.hasher, f_.functions, 16, 4),
         std::span(result.bytes).first(std::size_t(2 * narrowing_->bits) / 8));
}

}  // namespace lockstep::fingerprint
