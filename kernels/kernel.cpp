#include "kernels/kernel.hpp"

#include <array>

namespace lockstep::kernels {

namespace {

constexpr std::string_view kOneMfmaPerBlock =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; then one rounding";

constexpr std::string_view kMxfp4Rows =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; times the weight; "
    "one "
    "rounding";

constexpr std::string_view kMxfp4Quantised =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; times the weight; "
    "e2m1 "
    "under an e8m0 scale per 32";

constexpr std::string_view kMxfp4Gated =
    "gate and up: one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; silu in "
    "IEEE "
    "operations; e2m1 under an e8m0 scale per 32";

constexpr std::string_view kTwoStages = "moe_gate_up, then moe_down_added on what it stored";

constexpr std::string_view kMxfp4Added =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; times the weight; "
    "one "
    "rounding to bf16; bf16 additions in the order of arrival";

constexpr std::array kKernels{
    Kernel{"grouped_gemm_contiguous", "gfx950", "grouped_gemm", kOneMfmaPerBlock,
           "n and k multiples of 128, one group per 128-row tile, pointers aligned to 16 bytes"},
    Kernel{"grouped_gemm_masked", "gfx950", "grouped_gemm", kOneMfmaPerBlock,
           "n and k multiples of 128, 0 <= masked_m <= m, pointers aligned to 16 bytes"},
    Kernel{"moe_down_added", "gfx950", "moe_down", kMxfp4Added,
           "n and k multiples of 256, blocks of 16, 32 or 64 sorted rows, at most 9 rows per token"},
    Kernel{"moe_down_flat", "gfx950", "moe_down", kMxfp4Rows,
           "n and k multiples of 256, blocks of 32 or 128 sorted rows"},
    Kernel{"moe_gate_up", "gfx950", "moe_down", kMxfp4Gated,
           "n a multiple of 512, k of 256, blocks of 32, 64 or 128 sorted rows"},
    Kernel{"moe_two_stage", "gfx950", "moe_two_stage", kTwoStages,
           "n and k multiples of 256, inter of 256, blocks of 32 sorted rows, at most 9 rows per token"},
    Kernel{"moe_down_mxfp4", "gfx950", "moe_down", kMxfp4Quantised,
           "n and k multiples of 256, blocks of 32 or 128 sorted rows"},
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
