// An output of a launch that names its operator: a dense GEMM on buffers of the same launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "reference/formats/format.hpp"

namespace lockstep::launch_outputs {

/// Codes in a buffer. Strides count elements; those of 4 and 6 bits lie in a stream without gaps.
struct Codes {
  std::string buffer;
  std::uint64_t offset = 0;  ///< bytes
  const formats::Format* format = nullptr;
  std::int64_t row_stride = 0;  ///< of A's rows, of B's columns
  std::int64_t k_stride = 1;
};

struct Scales {
  Codes codes;            ///< strides count scales
  std::int64_t rows = 1;  ///< of A, columns of B, under one scale
  std::int64_t k = 1;     ///< consecutive k under one scale
};

struct Operand {
  Codes codes;
  std::optional<Scales> scales;
};

/// D[i, j] = sum over p of A[i, p] * B[j, p].
struct Gemm {
  std::int64_t m = 0, n = 0, k = 0;
  Operand a, b;
  std::int64_t row_stride = 0, column_stride = 1;  ///< of D, elements
};

}  // namespace lockstep::launch_outputs
