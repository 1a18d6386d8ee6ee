// Results that are one of two by a bit that depends on data: selects, and operations on masks of ones.
#include <optional>

#include "emulator/fingerprints/vector_step.hpp"

namespace lockstep::fingerprint {

void VectorStep::selected(const LaneOperands& in, Fingerprint carry, LaneResult& result) const {
  for (std::size_t b = 0; b < 4; ++b) {
    const Fingerprint zero = f_.hasher.of({in.value[b], in.from[b]}),
                      one = f_.hasher.of({in.value[8 + b], in.from[8 + b]});
    result.bytes[b] = zero == one ? in.from[b] : f_.hasher.select(carry, zero, one);
    const std::array operands{bit_of(0, carry), bit_of(in.value[b], in.from[b]),
                              bit_of(in.value[8 + b], in.from[8 + b])};
    if (zero != one) f_.functions.note(result.bytes[b], "select", 0, operands);
    const Fingerprint ones = f_.hasher.of({0xFF}), none = f_.hasher.of({0});
    if (zero == none && one == ones) f_.masks[result.bytes[b]] = carry;
    if (zero == ones && one == none) f_.masks[result.bytes[b]] = Hasher::complement(carry);
  }
}

std::optional<VectorStep::Mask> VectorStep::masking(const LaneOperands& in) const {
  for (std::size_t s = 0; s < std::size_t(op_.sources); ++s) {
    if (!in.depends_in(8 * s, 8) || !in.depends_in(8 * (s == 0 ? 1 : 0), 8)) continue;
    std::optional<Fingerprint> bit;
    bool all = true;
    for (std::size_t b = 8 * s; b < 8 * s + 8; ++b) {
      if (in.from[b].none()) continue;
      const auto found = f_.masks.find(in.from[b]);
      all &= found != f_.masks.end() && (!bit || *bit == found->second);
      if (all) bit = found->second;
    }
    if (all) return Mask{s, *bit};
  }
  return std::nullopt;
}

void VectorStep::masked(int l, const LaneOperands& in, const Mask& mask, LaneResult& result) {
  std::array<std::array<Byte, 8>, 2> either;
  for (const bool set : {false, true}) {
    LaneOperands with = in;
    for (std::size_t b = 8 * mask.source; b < 8 * mask.source + 8; ++b)
      if (!in.from[b].none()) {
        with.value[b] = set ? 0xFF : 0;
        with.from[b] = {};
        with.depends &= ~(std::uint32_t{1} << b);
      }
    LaneResult part;
    moved(l, with, part);
    ResultBytes values{};
    evaluate(carries(l), std::span(&with.value, 1), std::span(&values, 1));
    for (std::size_t b = 0; b < values.size(); ++b) either[set][b] = {values[b], part.bytes[b]};
  }
  for (std::size_t b = 0; b < std::size_t(isa::bits(row_.destination)) / 8; ++b) {
    const Fingerprint zero = f_.hasher.of(either[0][b]), one = f_.hasher.of(either[1][b]);
    result.bytes[b] = zero == one ? either[0][b].from : f_.hasher.select(mask.bit, zero, one);
  }
}

}  // namespace lockstep::fingerprint
