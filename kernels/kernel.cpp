#include "kernels/kernel.hpp"

#include <array>

namespace lockstep::kernels {

namespace {

constexpr std::string_view kOneMfmaPerBlock =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; then one rounding";

constexpr std::string_view kScaledBehind =
    "per 64 of k, ascending, two 16x16x32 matrix instructions from +0, the second adding to the first; r * "
    "sA "
    "rounded, fma(., sB, acc) into f32 from +0; then one rounding";

constexpr std::string_view kMxBlocks = "e4m3fn × e4m3fn, e8m0 per 1×128 of A and 128×128 of B → bf16, f16";
constexpr std::string_view kFloatBlocks =
    "e4m3fnuz × e4m3fnuz, f32 per 1×128 of A and 128×128 of B → bf16, f16";

constexpr std::array kKernels{
    Kernel{"grouped_gemm_contiguous", "gfx950", "grouped_gemm", kOneMfmaPerBlock,
           "n and k multiples of 128, one group per 128-row tile, pointers aligned to 16 bytes", kMxBlocks},
    Kernel{"grouped_gemm_masked", "gfx950", "grouped_gemm", kOneMfmaPerBlock,
           "n and k multiples of 128, 0 <= masked_m <= m, pointers aligned to 16 bytes", kMxBlocks},
    Kernel{"grouped_gemm_contiguous", "gfx942", "grouped_gemm", kScaledBehind,
           "n and k multiples of 128, one group per 128-row tile, pointers aligned to 16 bytes, scales to 4",
           kFloatBlocks},
    Kernel{"grouped_gemm_masked", "gfx942", "grouped_gemm", kScaledBehind,
           "n and k multiples of 128, 0 <= masked_m <= m, pointers aligned to 16 bytes, scales to 4",
           kFloatBlocks},
};

}  // namespace

std::span<const Kernel> kernels() {
  return kKernels;
}

const Kernel* find_kernel(std::string_view name, std::string_view arch) {
  for (const Kernel& k : kKernels)
    if (k.name == name && k.arch == arch) return &k;
  return nullptr;
}

const Image* find_image(const Kernel& kernel, std::string_view build) {
  for (const Image& image : images())
    if (image.name == kernel.name && image.arch == kernel.arch && image.build == build) return &image;
  return nullptr;
}

}  // namespace lockstep::kernels
