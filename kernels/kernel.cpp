#include "kernels/kernel.hpp"

#include <array>

namespace lockstep::kernels {

namespace {

constexpr std::string_view kOneMfmaPerBlock =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; then one rounding";

constexpr std::array kKernels{
    Kernel{"grouped_gemm_contiguous", "gfx950", "grouped_gemm", kOneMfmaPerBlock,
           "n and k multiples of 128, one group per 128-row tile, pointers aligned to 16 bytes"},
    Kernel{"grouped_gemm_masked", "gfx950", "grouped_gemm", kOneMfmaPerBlock,
           "n and k multiples of 128, 0 <= masked_m <= m, pointers aligned to 16 bytes"},
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
