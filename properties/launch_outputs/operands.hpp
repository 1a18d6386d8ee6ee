// A GEMM's operands as the launch's buffers held them before it ran, and its result as they hold it now.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/launch/placement.hpp"
#include "properties/verdict/regions.hpp"
#include "reference/formats/format.hpp"
#include "reference/operators/scaled_gemm.hpp"

namespace lockstep::launch_outputs {

/// Codes in a buffer. Strides count elements; those of 4 and 6 bits lie in a stream without gaps.
struct Codes {
  std::string buffer;
  std::uint64_t offset = 0;  ///< bytes
  const formats::Format* format = nullptr;
  std::int64_t row_stride = 0;  ///< from one row of A, or column of B, to the next
  std::int64_t k_stride = 1;
};

struct Scales {
  Codes codes;            ///< strides count scales
  std::int64_t rows = 1;  ///< rows of A, or columns of B, under one scale
  std::int64_t k = 1;     ///< consecutive k under one scale
};

struct Operand {
  Codes codes;
  std::optional<Scales> scales;
};

/// What an output of a launch says of its operator: a dense GEMM on buffers of the same launch, D[i, j] = sum
/// over p of A[i, p] * B[j, p].
struct Gemm {
  std::int64_t m = 0, n = 0, k = 0;
  Operand a, b;
  std::int64_t row_stride = 0, column_stride = 1;  ///< D's, in elements
};

/// Largest m * n * k that is judged: what the plain order of it takes is some twenty seconds.
inline constexpr double kMostProducts = 1e10;

/// Checks that sizes make sense, and that buffers exist and are large enough. Errors name the operand.
tl::expected<void, std::string> check(const Gemm& gemm, const launch::Description& description,
                                      const launch::Output& output);

/// The operands of a gemm that has been checked.
operators::ScaledGemm operands(const Gemm& gemm, const launch::Description& description);

/// Codes of D, [m][n].
std::vector<std::uint32_t> result(const Gemm& gemm, const launch::Description& description,
                                  const launch::Output& output, const launch::Placement& placement);
/// Codes of the file that the output is expected to equal, [m][n].
std::vector<std::uint32_t> expected(const Gemm& gemm, const launch::Output& output);

struct DerivedSnr {
  double db = 0, expected_db = 0;  ///< the whole output's
  struct Worst {
    std::string place;
    double db = 0, expected_db = 0;
    std::uint64_t other_class = 0;  ///< elements wrongly infinite, NaN or finite
  };
  std::optional<Worst> worst;    ///< nothing where every region reaches what is expected
  std::vector<std::string> map;  ///< a picture of the tiles; empty where there is one
};

/// Whether the arch has a matrix instruction of the formats.
tl::expected<void, std::string> check_formats(const Gemm& gemm, const matrix::Model& model);

/// Holds a foreign kernel's GEMM, which has been checked, to the signal-to-noise ratio that its formats,
/// sizes and data allow. At every scale that verdict::Regions knows, the noise against the exact answer for
/// the operands may be the largest of these: that of the exact answer rounded once, that of a plain order
/// under the run's matrix model, that of the file that was expected; and exceed it by what reassociation may
/// cost (reference/exact/reassociation.hpp). Fails where the arch has no matrix instruction of the formats.
tl::expected<DerivedSnr, std::string> derived_snr(const Gemm& gemm, const launch::Description& description,
                                                  const launch::Output& output,
                                                  const launch::Placement& placement,
                                                  const matrix::Model& model);

}  // namespace lockstep::launch_outputs
