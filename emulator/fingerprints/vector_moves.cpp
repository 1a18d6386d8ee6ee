// Bytes of a vector ALU instruction's results that only move, found by trials.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "emulator/fingerprints/vector_step.hpp"

namespace lockstep::fingerprint {

bool VectorStep::may_move(const LaneOperands& in, Fingerprint carry) const {
  using isa::Definedness;
  const bool moves = row_.definedness == Definedness::moves || row_.definedness == Definedness::merges;
  return carry.none() && (is_usual() || !has_floats()) &&
         ByteMoves::decides(moves && !selects_by_data(in), in.depends);
}

bool VectorStep::selects_by_data(const LaneOperands& in) const {
  for (std::size_t s = 0; s < 3; ++s)
    if ((row_.selectors >> s & 1) != 0 && in.depends_in(8 * s, 8)) return true;
  return false;
}

std::size_t VectorStep::lowest(const LaneOperands& in, Fingerprint carry) const {
  if (row_.definedness != isa::Definedness::carries || m_.clamp || !carry.none() || selects_by_data(in))
    return 0;
  std::size_t lowest = 8;
  for (std::size_t b = 0; b < kOperandBytes; ++b)
    if ((in.depends >> b & 1) != 0) lowest = std::min(lowest, b % 8);
  return lowest;
}

void VectorStep::moved(int l, const LaneOperands& in, LaneResult& result) {
  const bool carry = carries(l);
  if (key_.empty() || carry != key_carry_) {
    key_ = fmt::format("{} {} {:x}", name(), carry, variant());
    key_carry_ = carry;
  }
  const ByteSources& sources = f_.moves.find(key_, in.value, in.depends, [&](auto operands, auto results) {
    for (std::size_t first = 0; first < operands.size(); first += std::size_t(isa::kMaxLanes)) {
      const std::size_t count = std::min(std::size_t(isa::kMaxLanes), operands.size() - first);
      evaluate(carry, operands.subspan(first, count), results.subspan(first, count));
    }
  });
  std::optional<Fingerprint> term;
  if (clears_sign(sources)) {
    const std::size_t first = std::size_t(sources[0].byte);
    term = f_.hasher.apply(Function::absolute, {in.term(f_.hasher, first, 4)});
    return fill(*term, 0, 4, result);
  }
  for (std::size_t b = 0; b < std::size_t(isa::bits(row_.destination)) / 8; ++b) {
    const int from = sources[b].byte;
    if (from == ByteSource::kKnown) continue;
    const bool whole = from >= 0 && sources[b].mask == 0xFF;
    if (!whole && !term) term = computed(in, {});
    if (from < 0) {
      result.bytes[b] = byte_of(*term, b);
      continue;
    }
    result.bytes[b] = f_.hasher.part_of(in.from[std::size_t(from)], sources[b].mask);
    if (!whole) f_.functions.note_byte(result.bytes[b], *term, unsigned(b));
  }
}

bool VectorStep::clears_sign(const ByteSources& sources) const {
  constexpr std::array<std::uint8_t, 4> kMasks{0xFF, 0xFF, 0xFF, 0x7F};
  const int first = sources[0].byte;
  bool all = isa::bits(row_.destination) == 32 && first >= 0 && first % 8 == 0;
  for (int b = 0; b < 4; ++b)
    all &=
        sources[std::size_t(b)].byte == first + b && sources[std::size_t(b)].mask == kMasks[std::size_t(b)];
  return all;
}

void VectorStep::evaluate(bool carry, std::span<const OperandBytes> operands,
                          std::span<ResultBytes> results) const {
  std::array<isa::Lanes, 8> dwords{};
  for (std::size_t t = 0; t < operands.size(); ++t)
    for (std::size_t d = 0; d < dwords.size(); ++d) std::memcpy(&dwords[d][t], &operands[t][4 * d], 4);
  isa::LaneInputs in;
  for (std::size_t s = 0; s < 3; ++s) in.source[s] = {dwords[2 * s].data(), dwords[2 * s + 1].data()};
  in.old = {dwords[6].data(), dwords[7].data()};
  in.carry = carry ? ~std::uint64_t{0} : 0;
  in.mode = f_.wave.mode;
  in.bitop3 = op_.bitop3;
  std::array<isa::Lanes, 2> out{};
  isa::LaneOutputs to{{out[0].data(), out[1].data()}, 0};
  op_.function(in, to);
  for (std::size_t t = 0; t < results.size(); ++t)
    for (std::size_t d = 0; d < 2; ++d) std::memcpy(&results[t][4 * d], &out[d][t], 4);
}

}  // namespace lockstep::fingerprint
