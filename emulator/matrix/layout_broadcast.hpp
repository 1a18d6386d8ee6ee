// CBSZ, ABID and BLGP of the classic matrix instructions: A and B taken from other lanes than their own.
//
// The f8f6f4 family reads CBSZ and BLGP as format selectors, and f64 reads BLGP as signs: not for those.
// Source: AMD's matrix instruction calculator. AMD's emulator rocjitsu moves whole groups of 64 >> CBSZ lanes
// instead of neighbouring blocks: the two agree where CBSZ covers all blocks, and differ below that.
#pragma once

namespace lockstep::matrix {

/// The block of A that block `block` multiplies with: of every 2^cbsz neighbouring blocks all take the
/// abid-th. 0 <= abid < 2^cbsz <= blocks.
constexpr int broadcast_block(int block, int cbsz, int abid) {
  return (block >> cbsz << cbsz) + abid;
}

/// The lane whose B goes where lane `lane`'s would: 0 its own, 1 and 2 the first or second 32 lanes twice, 3
/// rotated by 16 lanes, 4 to 7 one group of 16 lanes four times. 0 <= blgp < 8.
constexpr int lane_group_pattern(int lane, int blgp) {
  if (blgp == 0) return lane;
  if (blgp < 3) return lane % 32 + 32 * (blgp - 1);
  if (blgp == 3) return (lane + 16) % 64;
  return lane % 16 + 16 * (blgp - 4);
}

}  // namespace lockstep::matrix
