// The kernels under test: what they are called and which operator they implement. One row each; how a problem
// is launched on them is in their operator's folder.
//
// A kernel accepts the problems of its envelope and refuses all others with the argument, its value and the
// rule: never a wrong answer.
#pragma once

#include <span>
#include <string_view>

#include "kernels/images.hpp"

namespace lockstep::kernels {

struct Kernel {
  std::string_view name;      ///< "grouped_gemm_masked"
  std::string_view arch;      ///< "gfx950"; a contract's without an order is kContractArch
  std::string_view op;        ///< the operator, a folder of kernels/: "grouped_gemm"
  std::string_view order;     ///< declared accumulation order, one sentence
  std::string_view envelope;  ///< what it accepts, one sentence
  std::string_view formats;   ///< formats of the operands and their scales, then of the output
  bool has_code = true;       ///< false: a contract, for callables
};

std::span<const Kernel> kernels();
/// Kernels for GPUs that are not emulated: they run with --device alone.
std::span<const Kernel> gpu_kernels();
/// Operators that no kernel here implements, on no arch or on a GPU's: for callables, which are judged as the
/// kernels are. Rows without code.
std::span<const Kernel> contracts();
/// The arch that cases of contracts without an order name, as every case names one. Nothing follows from it:
/// callables run on no arch.
inline constexpr std::string_view kContractArch = "gfx950";
/// The order of a contract that no order is declared for.
inline constexpr std::string_view kNoOrder = "nobody declares one";
/// The kernel or contract of that name.
const Kernel* find_kernel(std::string_view name, std::string_view arch);

/// The image of a build ("O3", "O2", of some "O1" and "O0", a mutant's id), or nullptr.
const Image* find_image(const Kernel& kernel, std::string_view build);

/// Builds without matrix instructions, the arithmetic of one matrix model written out: "scalar", and those
/// with one planted bug.
inline constexpr std::string_view kScalar = "scalar", kScalarModel = "fma_post";
inline bool is_scalar(std::string_view build) {
  return build.starts_with(kScalar);
}

}  // namespace lockstep::kernels
