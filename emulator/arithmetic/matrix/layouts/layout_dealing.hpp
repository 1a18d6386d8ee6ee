// One formula for where a matrix lies in the registers of a wave, and its inverse.
//
// Every operand of every AMD matrix instruction is dealt like cards. A matrix is seen as `along` by `across`:
// along K for A and B, along the rows for C and D. Consecutive `across` are in consecutive lanes, and
// consecutive `along` go to the lane groups in turn, `chunk` of them at a time:
//
//   lane group  G = lanes / span              how many there are
//   lane        across % span + span * (along / chunk % G)
//   element     chunk * (along / chunk / G) + along % chunk + (length / G) * (across / span)
//
// Element e of a lane starts at bit e * bits of the lane's registers, read as one little-endian number.
// `across` counts on through the blocks of a multi-block instruction: block * n + column, say. `across`
// beyond `span` goes into further registers.
#pragma once

#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"

namespace lockstep::matrix {

struct DealtIndex {
  int across, along;
  constexpr bool operator==(const DealtIndex&) const = default;
};

struct Dealing {
  int lanes;   ///< lanes that hold the matrix
  int span;    ///< lanes of one group; divides `lanes`
  int length;  ///< size of `along`
  int chunk;   ///< consecutive `along` in one lane; chunk * groups() divides `length`
  int bits;    ///< bits of an element
  /// The lanes are first_lane ... first_lane + lanes - 1.
  int first_lane = 0;
  /// Bit position of element 0, where a selector picks one byte of a register.
  int first_bit = 0;

  constexpr int groups() const { return lanes / span; }
  /// Elements of one `across` in one lane.
  constexpr int per_lane() const { return length / groups(); }

  constexpr RegisterBit place(DealtIndex at) const {
    const int turn = at.along / chunk;
    const int lane = at.across % span + span * (turn % groups());
    const int element = chunk * (turn / groups()) + at.along % chunk + per_lane() * (at.across / span);
    return {first_lane + lane, first_bit + bits * element};
  }

  /// The inverse of place(), for any bit of an element.
  constexpr DealtIndex index(RegisterBit at) const {
    const int lane = at.lane - first_lane;
    const int element = (at.bit - first_bit) / bits;
    const int local = element % per_lane();
    const int turn = groups() * (local / chunk) + lane / span;
    return {span * (element / per_lane()) + lane % span, chunk * turn + local % chunk};
  }

  constexpr bool operator==(const Dealing&) const = default;
};

}  // namespace lockstep::matrix
