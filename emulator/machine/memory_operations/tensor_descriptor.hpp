// The descriptor of gfx1250's tensor copies: what a tile of a tensor is, in memory and in LDS.
//
// Facts: AMD's CDNA5 ISA manual, 10.11, as compilers use it (LLVM's AMDGPU dialect of MLIR, Triton, FlyDSL, aiter's opus,
// whose tests ran on silicon). Sizes and strides count elements; dimension 0 is contiguous.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "emulator/findings/severity.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::machine {

inline constexpr std::size_t kTensorRanks = 5, kTensorWords = 20;

struct TensorDescriptor {
  bool copies = false;        ///< else the instruction does nothing at all
  std::uint32_t lds = 0;      ///< byte address
  std::uint64_t memory = 0;   ///< of the tile's first element
  std::uint32_t element = 1;  ///< bytes
  std::size_t rank = 1;
  std::array<std::uint32_t, kTensorRanks> tensor{};  ///< what is left of it from the tile's first element on
  std::array<std::uint32_t, kTensorRanks> tile{};    ///< 1 where a dimension is not used
  std::array<std::uint64_t, kTensorRanks - 1> stride{};  ///< of dimension i + 1
  std::uint32_t iterations = 1;
  std::uint32_t lds_step = 0;  ///< elements from an iteration to the next
  std::uint64_t memory_step = 0;
  std::uint32_t pad_every = 0, pad = 0;  ///< bytes: behind so many, so many stay as they are; 0: none do
  bool gathers = false;                  ///< rows are those of the list
  std::vector<std::uint32_t> rows;
  std::uint32_t workgroups = 0;  ///< of the cluster that ask for the same, one bit each
  bool arrives = false;          ///< at a barrier in LDS, once it is done
  std::uint32_t barrier = 0;     ///< its byte address
};

/// A word of each scalar register, groups 0 to 3; absent groups are zeros.
using TensorWords = std::array<std::uint32_t, kTensorWords>;
TensorDescriptor decode_tensor_descriptor(const TensorWords& words, isa::Access access);

/// What is wrong with the fields themselves.
struct DescriptorProblem {
  findings::Severity severity;
  std::string text;
};
std::vector<DescriptorProblem> descriptor_problems(const TensorWords& words, isa::Access access);

}  // namespace lockstep::machine
