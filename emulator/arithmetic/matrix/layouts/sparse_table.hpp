// The sparse matrix instructions v_smfmac_* and v_swmmac_*: D += A * B, where of every four consecutive k of
// A at most two are not zero, and only those are stored.
//
// A is m x (k / 2) in registers. Stored elements 2q and 2q + 1 of a row belong to k = 4q ... 4q + 3; two bits
// in a further register say which of the four each is: of v_smfmac_* in the lane that holds the element, from
// its lowest bits up.
#pragma once

#include <span>
#include <string_view>

#include "emulator/arithmetic/matrix/layouts/layout.hpp"

namespace lockstep::matrix {

struct SparseInstruction {
  std::string_view name;
  arch::Set archs;
  int m, n, k;  ///< size of the whole matrices
  ElementType a, b, d;
  ElementType c{};  ///< type of C where it differs from D's

  constexpr int lanes() const { return arch::lanes_of(archs); }
};

std::span<const SparseInstruction> sparse_instructions();
/// The instruction of that name; nullptr when there is none.
const SparseInstruction* find_sparse_instruction(std::string_view name);

/// The dense instruction on the stored half of A and as much of B, which computes the same sums (inferred: B
/// is selected before the multipliers, which are those of the dense instructions).
MatrixInstruction dense_half(const SparseInstruction& instruction);

/// A as stored, B, C and the indices, one for each element of A: of v_smfmac_* the first set. B of those is
/// dealt as a dense instruction's; A so that a lane's elements meet the same lane group's B (CDNA4 ISA,
/// "Details of Sparsity Structure", for B and the indices; A inferred from them).
///
/// v_swmmac_*: a lane's elements of A fill four registers one after another, of B eight, and indices are in
/// the order of k, as many as fill a lane's registers (hypothesis: AMD's rocjitsu, which says that kernels of
/// AMD's library need it, against the text of the CDNA5 manual).
struct SparseLayouts {
  Layout a, b, c, d, index;
};
SparseLayouts layouts(const SparseInstruction& instruction);
const LayoutSource& source_of(const SparseInstruction& instruction);
/// The layout of an operand; of indices that of the selected set. Errors: a scale, a selector out of range.
tl::expected<Layout, std::string> layout(const SparseInstruction& instruction, Role operand, int select = 0);

/// Where the index of the element that is `bit` bits into a lane's A begins in the index register. A register
/// holds as many sets of indices as fit; ABID selects one unless CBSZ says otherwise.
int index_bit(const SparseLayouts& layouts, int bit, int cbsz, int abid);

}  // namespace lockstep::matrix
