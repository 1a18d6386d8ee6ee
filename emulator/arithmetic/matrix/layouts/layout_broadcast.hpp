// CBSZ, ABID and BLGP of the matrix instructions without format selectors: A and B are read from other lanes.
//
// The f8f6f4 family reads CBSZ and BLGP as format selectors, and f64 reads BLGP as signs: this is not for
// them. Source: CDNA4 ISA, "Broadcasting values", and AMD's emulator rocjitsu. AMD's matrix instruction
// calculator lets 2^CBSZ neighbouring blocks share one A instead: the same where CBSZ covers all blocks, and
// only there.
#pragma once

namespace lockstep::matrix {

/// The block of A that block `block` of `blocks` multiplies with. A lane reads A from lane lane % S + S *
/// abid, where S = 64 >> cbsz: the abid-th share of the blocks is repeated. 0 <= abid < 2^cbsz <= blocks.
constexpr int broadcast_block(int block, int blocks, int cbsz, int abid) {
  const int share = blocks >> cbsz;
  return share * abid + block % share;
}

/// The lane from which B is read in place of `lane`, by BLGP: 0 its own, 1 and 2 the first or second 32 lanes
/// twice, 3 rotated by 16 lanes, 4 to 7 one group of 16 lanes four times. 0 <= blgp < 8.
constexpr int lane_group_pattern(int lane, int blgp) {
  if (blgp == 0) return lane;
  if (blgp < 3) return lane % 32 + 32 * (blgp - 1);
  if (blgp == 3) return (lane + 16) % 64;
  return lane % 16 + 16 * (blgp - 4);
}

}  // namespace lockstep::matrix
