#include "kernels/kernel.hpp"

#include <array>

namespace lockstep::kernels {

namespace {

constexpr std::string_view kOneMfmaPerBlock =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; then one rounding";

constexpr std::string_view kOneWmmaPerBlock =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, whose first operand is B, into f32 "
    "from +0; then one rounding";

constexpr std::string_view kOneUnscaledMfmaPerBlock =
    "one unscaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; partial sums of a "
    "split k added in order; times the product of the scales; plus D if accumulating; then one rounding";

constexpr std::string_view kMxBlocks = "e4m3fn × e4m3fn, e8m0 per 1×128 of A and 128×128 of B → bf16, f16";
constexpr std::string_view kMxRows = "e4m3fn × e4m3fn, e8m0 per 1×32 of both → bf16";
constexpr std::string_view kOneMfmaPerStepOrBlock =
    "per 128 of k, ascending, one scaled 16x16x128 matrix instruction (blocks=apart: one per 32-block) into "
    "f32 from +0; partial sums of splits added in order; then one rounding";
constexpr std::string_view kOneWmmaPerStepOrBlock =
    "per 128 of k, ascending, one scaled 16x16x128 matrix instruction whose first operand is B "
    "(blocks=apart: one per 32-block, with zeros for the rest of B) into f32 from +0; partial sums of splits "
    "added in order; then one rounding";
constexpr std::string_view kLanes =
    "lane l of 64 adds chains of 16 products from k = 16 l, 1024 + 16 l, ...; butterfly over lanes 1, 2, 4, "
    ".. 32; times the weight; then one rounding";
constexpr std::string_view kTensorwise = "e4m3fn or e5m2, each its own, one float32 scale each → bf16, f16";
constexpr std::string_view kMxfp4Rows =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; times the weight; "
    "one rounding";

constexpr std::string_view kMxfp4Quantised =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; times the weight; "
    "e2m1 under an e8m0 scale per 32";

constexpr std::string_view kMxfp4Gated =
    "gate and up: one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; silu in "
    "IEEE operations; e2m1 under an e8m0 scale per 32";

constexpr std::string_view kTwoStages = "moe_gate_up, then moe_down_added on what it stored";

constexpr std::string_view kMxfp4Added =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; times the weight; "
    "one rounding to bf16; bf16 additions in the order of arrival";

// The orders of gfx1250's kernels for experts, by one scaled matrix instruction of one shape or the other.
#define LOCKSTEP_WMMA_PER_STEP                                                                               \
  "one scaled 32x16x128 matrix instruction, of e4m3fn rows 16x16x128, per 128 of k, ascending, whose first " \
  "operand is B, into f32 from +0; "
constexpr std::string_view kMxRowsWmma = LOCKSTEP_WMMA_PER_STEP "times the weight; one rounding";
constexpr std::string_view kMxQuantisedWmma =
    LOCKSTEP_WMMA_PER_STEP "times the weight; A's format under an e8m0 scale per 32";
constexpr std::string_view kMxGatedWmma =
    "gate and up: " LOCKSTEP_WMMA_PER_STEP "silu in IEEE operations; A's format under an e8m0 scale per 32";
constexpr std::string_view kMxAddedWmma =
    LOCKSTEP_WMMA_PER_STEP "times the weight; one rounding to bf16; bf16 additions in the order of arrival";
#undef LOCKSTEP_WMMA_PER_STEP

constexpr std::string_view kMxfp4 = "e2m1fn × e2m1fn, e8m0 per 1×32 of both → bf16 or e2m1fn with e8m0";
constexpr std::string_view kScaledBehind =
    "per 64 of k, ascending, two 16x16x32 matrix instructions from +0, the second adding to the first; r * "
    "sA rounded, fma(., sB, acc) into f32 from +0; then one rounding";

constexpr std::string_view kFloatBlocks =
    "e4m3fnuz × e4m3fnuz, f32 per 1×128 of A and 128×128 of B → bf16, f16";

constexpr std::string_view kBlocksAlongK = "e4m3fn × e4m3fn, e8m0 per 128×1 of both → f32";
constexpr std::string_view kFloatBlocksAlongK = "e4m3fnuz × e4m3fnuz, f32 per 128×1 of both → f32";
constexpr std::string_view kOneMfmaThenC =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; then plus C";
constexpr std::string_view kScaledBehindThenC =
    "per 64 of k, ascending, two 16x16x32 matrix instructions from +0, the second adding to the first; r * "
    "sA rounded, fma(., sB, acc) into f32 from +0; then plus C";

constexpr std::string_view kOneWmmaPerStep =
    "per 128 of k, ascending, one scaled 16x16x128 matrix instruction, of 4-bit elements both 32x16x128, "
    "whose first operand is B, into f32 from +0; partial sums of splits added in order; then one rounding";
constexpr std::string_view kMx =
    "e4m3fn or e5m2 each, or e2m1fn of B or of both, e8m0 per 1×32 of both → bf16, f16, f32";

// Envelopes that several kernels have.
constexpr std::string_view kWholeTiles =
    "n and k multiples of 128, groups of whole 128-row tiles or, by their ends, of any alignment, "
    "pointers aligned to 16 bytes";
constexpr std::string_view kMaskedRows =
    "n and k multiples of 128, 0 <= masked_m <= m, pointers aligned to 16 bytes";
constexpr std::string_view kCutAlongK =
    "m and n multiples of 16 from 128, groups multiples of 128 along k, pointers aligned to 16 bytes";
constexpr std::string_view kSplitRows =
    "m <= 64, k a multiple of 128 * splits, splits <= 8, n <= 2^23, pointers aligned to 16 bytes";
constexpr std::string_view kFewRows = "m <= 16, k a multiple of 32, n <= 2^23, pointers aligned to 16 bytes";
constexpr std::string_view kSortedIds =
    "any sorted ids, block_m a multiple of 4, k a multiple of 32, n <= 2^23, pointers aligned to 16 bytes";
constexpr std::string_view kTightGroups =
    "k < 2^23 - 127, n < 2^21 - 255, tight groups of any size, a, b and d aligned to 16 bytes";

constexpr std::array kKernels{
    Kernel{"grouped_gemm_contiguous", "gfx950", "grouped_gemm", kOneMfmaPerBlock, kWholeTiles, kMxBlocks},
    Kernel{"grouped_gemm_masked", "gfx950", "grouped_gemm", kOneMfmaPerBlock, kMaskedRows, kMxBlocks},
    Kernel{"grouped_gemm_contiguous", "gfx942", "grouped_gemm", kScaledBehind,
           "n and k multiples of 128, groups of whole 128-row tiles or, by their ends, of any alignment, "
           "pointers aligned to 16 bytes, scales to 4",
           kFloatBlocks},
    Kernel{"grouped_gemm_masked", "gfx942", "grouped_gemm", kScaledBehind,
           "n and k multiples of 128, 0 <= masked_m <= m, pointers aligned to 16 bytes, scales to 4",
           kFloatBlocks},
    Kernel{"grouped_gemm_contiguous", "gfx1250", "grouped_gemm", kOneWmmaPerBlock, kWholeTiles, kMxBlocks},
    Kernel{"grouped_gemm_masked", "gfx1250", "grouped_gemm", kOneWmmaPerBlock, kMaskedRows, kMxBlocks},
    Kernel{"grouped_gemm_k", "gfx950", "grouped_gemm_k", kOneMfmaThenC, kCutAlongK, kBlocksAlongK},
    Kernel{"grouped_gemm_k", "gfx942", "grouped_gemm_k", kScaledBehindThenC, kCutAlongK, kFloatBlocksAlongK},
    Kernel{"small_m_mfma", "gfx950", "small_m", kOneMfmaPerStepOrBlock, kSplitRows, kMxRows},
    Kernel{"small_m_mfma", "gfx1250", "small_m", kOneWmmaPerStepOrBlock, kSplitRows, kMxRows},
    Kernel{"small_m_gemv", "gfx950", "small_m", kLanes, kFewRows, kMxRows},
    Kernel{"small_m_moe", "gfx950", "small_m", kLanes, kSortedIds, kMxRows},
    Kernel{"small_m_gemv", "gfx1250", "small_m", kLanes, kFewRows, kMxRows},
    Kernel{"small_m_moe", "gfx1250", "small_m", kLanes, kSortedIds, kMxRows},
    Kernel{"tensorwise_nt", "gfx950", "tensorwise_gemm", kOneUnscaledMfmaPerBlock, kTightGroups, kTensorwise},
    Kernel{"tensorwise_nn", "gfx950", "tensorwise_gemm", kOneUnscaledMfmaPerBlock, kTightGroups, kTensorwise},
    Kernel{"tensorwise_tn", "gfx950", "tensorwise_gemm", kOneUnscaledMfmaPerBlock,
           "m and n < 2^21 - 255, tight groups of any size, a, b and d aligned to 16 bytes", kTensorwise},
    Kernel{"moe_down_added", "gfx950", "moe_down", kMxfp4Added,
           "n a multiple of 32, k of 256, blocks of 16, 32 or 64 sorted rows, at most 9 rows per token",
           kMxfp4},
    Kernel{"moe_down_flat", "gfx950", "moe_down", kMxfp4Rows,
           "n a multiple of 32, k of 256, blocks of 32 or 128 sorted rows", kMxfp4},
    Kernel{"moe_gate_up", "gfx950", "moe_down", kMxfp4Gated,
           "n a multiple of 512, k of 256, blocks of 16, 32, 64 or 128 sorted rows", kMxfp4},
    Kernel{"moe_two_stage", "gfx950", "moe_two_stage", kTwoStages,
           "n a multiple of 32, k and inter of 256, blocks of 16, 32 or 64 sorted rows, at most 9 rows per "
           "token",
           kMxfp4},
    Kernel{"moe_down_mxfp4", "gfx950", "moe_down", kMxfp4Quantised,
           "n and k multiples of 256, blocks of 32 or 128 sorted rows", kMxfp4},
    Kernel{"moe_down_added", "gfx1250", "moe_down", kMxAddedWmma,
           "A also of e4m3fn, n a multiple of 32, k of 256, blocks of 16, 32 or 64 sorted rows, at most 9 "
           "rows per token",
           kMxfp4},
    Kernel{"moe_down_flat", "gfx1250", "moe_down", kMxRowsWmma,
           "A also of e4m3fn, n a multiple of 32, k of 256, blocks of 32 or 128 sorted rows", kMxfp4},
    Kernel{"moe_gate_up", "gfx1250", "moe_down", kMxGatedWmma,
           "A, and D with it, also of e4m3fn, n a multiple of 512, k of 256, blocks of 16, 32, 64 or 128 "
           "sorted rows",
           kMxfp4},
    Kernel{"moe_two_stage", "gfx1250", "moe_two_stage", kTwoStages,
           "A also of e4m3fn, n a multiple of 32, k and inter of 256, blocks of 16, 32 or 64 sorted rows, at "
           "most 9 rows per token",
           kMxfp4},
    Kernel{"moe_down_mxfp4", "gfx1250", "moe_down", kMxQuantisedWmma,
           "A, and D with it, also of e4m3fn, n and k multiples of 256, blocks of 32 or 128 sorted rows",
           kMxfp4},
    Kernel{"mx_gemm", "gfx1250", "mx_gemm_tiled", kOneWmmaPerStep,
           "any m and n, k a multiple of 32 below 2^28, splits <= 16 that divide its steps of 128, pointers "
           "aligned to 16 bytes",
           kMx},
};

constexpr std::string_view kFourWgmma =
    "per 128 of k, ascending, four wgmma m64nNk32, the first from nothing, each adding to the one before; "
    "r * sA rounded, fma(., sB, acc) into f32 from +0; then one rounding";
constexpr std::string_view kWgmmaPerBlock =
    "per 32 of k, ascending, one wgmma m64nNk32 from nothing; times both scales, rounded, plus acc in f32 "
    "from +0; partial sums of splits added in order; then one rounding";
constexpr std::string_view kOneChain =
    "one wgmma m64nNk32 per 32 of k, ascending, the first from nothing, each adding to the one before; "
    "partial sums of a split k added in order; times the product of the scales; plus D if accumulating; then "
    "one rounding";
constexpr std::string_view kFourWgmmaThenC =
    "per 128 of k, ascending, four wgmma m64nNk32, the first from nothing, each adding to the one before; "
    "r * sA rounded, fma(., sB, acc) into f32 from +0; then plus C";
constexpr std::string_view kFloatBlocksOcp =
    "e4m3fn × e4m3fn, f32 per 1×128 of A and 128×128 of B → bf16, f16";

constexpr std::array kGpuKernels{
    Kernel{"grouped_gemm_contiguous", "sm_90", "grouped_gemm", kFourWgmma, kWholeTiles, kFloatBlocksOcp},
    Kernel{"grouped_gemm_masked", "sm_90", "grouped_gemm", kFourWgmma, kMaskedRows, kFloatBlocksOcp},
    Kernel{"small_m_mfma", "sm_90", "small_m", kWgmmaPerBlock, kSplitRows, kMxRows},
    Kernel{"tensorwise_nt", "sm_90", "tensorwise_gemm", kOneChain, kTightGroups, kTensorwise},
};

constexpr Kernel contract(std::string_view name, std::string_view envelope, std::string_view formats) {
  return {name, kContractArch, name, kNoOrder, envelope, formats, /*has_code=*/false};
}

constexpr std::array kContracts{
    Kernel{"grouped_gemm_k", "sm_90", "grouped_gemm_k", kFourWgmmaThenC, kCutAlongK,
           "e4m3fn × e4m3fn, f32 per 128×1 of both → f32", /*has_code=*/false},
    contract("dense_gemm", "any m, n and k, A and B as rows or columns",
             "bf16, f16, e4m3fn or e5m2 → bf16, f16, f32"),
    contract("mx_dense_gemm", "any m and n, k a multiple of 32",
             "e4m3fn, e5m2 or e2m1fn each, e8m0 per 1×32 → bf16, f16, f32"),
    contract("block_quantise", "any rows, an even number of columns",
             "bf16, f16, f32 → e4m3fn, e5m2 or e2m1fn, e8m0 or float32 per block"),
    contract("int8_gemm", "any m, n and k, rows or columns in memory", "int8 → int32"),
    contract("softmax", "any rows and columns", "bf16, f16 or f32"),
    contract("rms_norm", "any rows and columns", "bf16, f16 or f32"),
    contract("layer_norm", "any rows and columns", "bf16, f16 or f32"),
    contract("rope", "any positions and heads of an even number of elements", "bf16, f16 or f32, f32 angles"),
    contract("attention", "any queries and keys, heads of K and V that divide those of Q", "bf16 or f16"),
    contract("topk_softmax", "any tokens, topk up to the number of experts", "f32 → f32, int32"),
    contract("moe_sort", "any tokens, topk up to the number of experts", "int32"),
    // Behind those without an order: a name alone means the first.
    Kernel{"dense_gemm", "sm_90", "dense_gemm",
           "wgmma m64nN, k ascending, in chains (whole, or of 128, 64 or 32 of k), the first of each from "
           "nothing, whose sums are added in f32; then one rounding",
           "any m, n and k, A and B as rows or columns, no bias and no activation",
           "bf16, f16, e4m3fn or e5m2 → bf16, f16, f32", /*has_code=*/false},
    Kernel{"mx_dense_gemm", "sm_90", "mx_dense_gemm",
           "elements times their scales, in bf16; one wgmma m64nNk16 per 16 of k, ascending, the first from "
           "nothing; then one rounding",
           "any m and n, k a multiple of 32, no bias and no activation",
           "e4m3fn, e5m2 or e2m1fn each, e8m0 per 1×32 → bf16, f16, f32", /*has_code=*/false},
};

}  // namespace

std::span<const Kernel> kernels() {
  return kKernels;
}

std::span<const Kernel> gpu_kernels() {
  return kGpuKernels;
}

std::span<const Kernel> contracts() {
  return kContracts;
}

const Kernel* find_kernel(std::string_view name, std::string_view arch) {
  for (const std::span<const Kernel> all : {kernels(), gpu_kernels(), contracts()})
    for (const Kernel& k : all)
      if (k.name == name && k.arch == arch) return &k;
  return nullptr;
}

const Image* find_image(const Kernel& kernel, std::string_view build) {
  for (const Image& image : images())
    if (image.name == kernel.name && image.arch == kernel.arch && image.build == build) return &image;
  return nullptr;
}

}  // namespace lockstep::kernels
