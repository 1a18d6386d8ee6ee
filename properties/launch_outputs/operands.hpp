// A GEMM's operands as the launch's buffers held them before it ran, and its result as they hold it now.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/launch/placement.hpp"
#include "properties/launch_outputs/gemm.hpp"
#include "reference/operators/scaled_gemm.hpp"

namespace lockstep::launch_outputs {

/// Largest m * n * k that is judged: what the plain order of it takes is some twenty seconds.
inline constexpr double kMostProducts = 1e10;

/// Sizes that make sense, buffers that exist and are large enough. What is wrong names the operand.
tl::expected<void, std::string> check(const Gemm& gemm, const launch::Description& description,
                                      const launch::Output& output);

/// The gemm has been checked.
operators::ScaledGemm operands(const Gemm& gemm, const launch::Description& description);

/// Codes of D, [m][n].
std::vector<std::uint32_t> result(const Gemm& gemm, const launch::Description& description,
                                  const launch::Output& output, const launch::Placement& placement);
/// The same of the file that the output is expected to equal.
std::vector<std::uint32_t> expected(const Gemm& gemm, const launch::Output& output);

}  // namespace lockstep::launch_outputs
