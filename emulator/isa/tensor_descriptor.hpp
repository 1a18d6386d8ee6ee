// The descriptor of gfx1250's tensor copies: a tile of a tensor, in memory and in LDS.
//
// Facts: AMD's CDNA5 ISA manual, 10.11, as compilers use it (LLVM's AMDGPU dialect of MLIR, Triton, FlyDSL,
// aiter's opus, whose tests ran on silicon). Sizes and strides count elements; dimension 0 is contiguous.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "emulator/findings/severity.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

inline constexpr std::size_t kTensorRanks = 5, kTensorWords = 20;
/// The index of each descriptor group's first word.
inline constexpr std::array<std::size_t, 4> kTensorGroups{0, 4, 12, 16};

struct TensorDescriptor {
  bool copies = false;        ///< false: the instruction does nothing
  std::uint32_t lds = 0;      ///< byte address of the tile
  std::uint64_t memory = 0;   ///< address of the tile's first element
  std::uint32_t element = 1;  ///< bytes of an element
  std::size_t rank = 1;
  /// Extents of the tensor from the tile's first element on.
  std::array<std::uint32_t, kTensorRanks> tensor{};
  std::array<std::uint32_t, kTensorRanks> tile{};        ///< 1 in unused dimensions
  std::array<std::uint64_t, kTensorRanks - 1> stride{};  ///< stride of dimension i + 1
  std::uint32_t iterations = 1;
  std::uint32_t lds_step = 0;  ///< elements between iterations
  std::uint64_t memory_step = 0;
  /// Padding: after every `pad_every` bytes, `pad` bytes of LDS are skipped; 0: none.
  std::uint32_t pad_every = 0, pad = 0;
  bool gathers = false;  ///< the rows are those of the list
  std::vector<std::uint32_t> rows;
  /// Workgroups of the cluster that ask for the same tile, one bit each.
  std::uint32_t workgroups = 0;
  bool arrives = false;       ///< arrives at a barrier in LDS when it is done
  std::uint32_t barrier = 0;  ///< byte address of the barrier
};

/// The words of groups 0 to 3, one per scalar register; absent groups are zeros.
using TensorWords = std::array<std::uint32_t, kTensorWords>;
TensorDescriptor decode_tensor_descriptor(const TensorWords& words, Access access);

/// Whether the bits of the words that are `known` say which bytes of LDS are used, and no barrier in LDS
/// tells when; unknown bits of `words` are 0.
bool says_lds_bytes(const TensorWords& words, const TensorWords& known);

/// A descriptor whose fields contradict each other.
struct DescriptorProblem {
  findings::Severity severity;
  std::string text;
};
std::vector<DescriptorProblem> descriptor_problems(const TensorWords& words, Access access);

// The bytes of a tensor copy: which bytes of memory go to, or come from, which bytes of LDS.

/// A run of bytes that are contiguous in memory and in LDS.
struct TileRun {
  std::uint64_t memory = 0;
  std::uint64_t lds = 0;
  std::uint32_t bytes = 0;
  /// Inside the tensor; outside it a load writes zeros, and a store writes nothing.
  bool inside = true;
};

/// Calls visit(run) for all runs of the tile, in the order of LDS.
void for_each_run(const TensorDescriptor& descriptor, const std::function<void(const TileRun&)>& visit);

}  // namespace lockstep::isa
