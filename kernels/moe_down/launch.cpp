// Launch plan of the MoE down projection: envelope, grid, arguments.
#include "kernels/moe_down/launch.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "kernels/rules.hpp"

namespace lockstep::kernels {

namespace {

using operators::MoeDown;
using operators::MoeOutput;
using operators::Refusal;
using Checked = tl::expected<void, Refusal>;

constexpr std::int64_t kColumns = 256;
constexpr std::int64_t kWaves = 4, kFragment = 16;

// 32-bit offsets inside a tile of 128 rows or 256 columns, as in kernels/primitives/mxfp4_loop.hpp and
// kernels/moe_down/epilogue.hpp. gfx1250 could take more: both archs take the same problems.
constexpr std::int64_t kMaxRecords = 0x7FFFFFFF, kMaxN = (std::int64_t{1} << 23) - kColumns;
constexpr std::int64_t kMaxTiles = (std::int64_t{1} << 24) - 1;  // threads of a grid are counted in 32 bits
constexpr std::int64_t kMaxXcds = 64;

/// The block sizes that a form is built for.
std::vector<std::int64_t> blocks_of(MoeOutput output) {
  if (output == MoeOutput::added_bf16) return {16, 32, 64};
  if (output == MoeOutput::gated_mx) return {16, 32, 64, 128};
  return {32, 128};
}

std::int64_t tiles_of(const MoeDown& p) {
  return p.capacity() / p.block * operators::ceil_div(p.n, kColumns);
}

/// Bytes of B from the first column of a tile to its last, in the gated form half of all columns further on.
std::int64_t columns_bytes(const MoeDown& p) {
  return (p.is_gated() ? p.n / 2 + kColumns / 2 : kColumns) * (p.k / 2);
}

/// How d is cut. A wave owns all rows of a block and a share of its columns
/// (kernels/primitives/mxfp4_loop.hpp, expert_wmma_loop.hpp); gated, half of those columns are the gate's.
/// Added to tokens, a block's rows lie anywhere.
operators::Tiling tiling_of(const MoeDown& p) {
  const std::int64_t columns = p.is_gated() ? kColumns / 2 : kColumns;
  if (p.output == MoeOutput::added_bf16) return {.columns = columns, .wave_columns = columns / kWaves};
  return {p.block, columns, p.block, columns / kWaves, kFragment};
}

Checked check_envelope(const Kernel& kernel, const MoeDown& p, const MoeDownTuning& tuning) {
  if (p.a->bits != 4 && !moe_down_takes_bytes(kernel.arch))
    return refuse("a", "e4m3", fmt::format("must be e2m1 on {}", kernel.arch));
  const std::vector<std::int64_t> blocks = blocks_of(p.output);
  if (std::find(blocks.begin(), blocks.end(), p.block) == blocks.end())
    return refuse("block", p.block, fmt::format("must be {} here", fmt::join(blocks, " or ")));
  if (p.output == MoeOutput::flat_mx && p.n % kColumns != 0)
    return refuse("n", p.n, "must be a multiple of 256, so that its scales can be shuffled");
  if (p.n > kMaxN)
    return refuse("n", p.n, "must be at most 2^23 - 256, so that a tile of D fits 32-bit offsets");
  if (columns_bytes(p) > kMaxRecords)
    return refuse("k", p.k, "makes a tile of B too large for 32-bit offsets");
  if (tiles_of(p) > kMaxTiles)
    return refuse("sorted_ids.size()", p.capacity(), "needs more than 2^24 - 1 workgroups in the grid");
  if (tuning.xcds < 1 || tuning.xcds > kMaxXcds)
    return refuse("xcds", tuning.xcds, "must lie between 1 and 64");
  return {};
}

Checked check_addresses(const MoeDown& p, const MoeDownAddresses& at) {
  const Pointer pointers[] = {
      {"d", at.d, p.output == MoeOutput::added_bf16 ? 4u : 16u},
      {"d_scale", at.d_scale, 4},
      {"a", at.a, 16},
      {"a_scale", at.a_scale, 4},
      {"b", at.b, 16},
      {"b_scale", at.b_scale, 4},
      {"sorted_ids", at.sorted_ids, 4},
      {"block_experts", at.block_experts, 4},
      {"used_rows", at.used_rows, 4},
      {"weights", at.weights, 4},
  };
  return check_pointers(pointers);
}

}  // namespace

MoeOutput moe_output_of(std::string_view kernel) {
  if (kernel.ends_with("_added") || kernel.ends_with("_two_stage")) return MoeOutput::added_bf16;
  if (kernel.ends_with("_gate_up")) return MoeOutput::gated_mx;
  return kernel.ends_with("_flat") ? MoeOutput::flat_bf16 : MoeOutput::flat_mx;
}

bool moe_down_takes_bytes(std::string_view arch) {
  return arch::has(arch, arch::Feature::wmma);
}

tl::expected<LaunchPlan, Refusal> plan(const Kernel& kernel, const MoeDown& p, const MoeDownTuning& tuning,
                                       const MoeDownAddresses& at) {
  if (p.output != moe_output_of(kernel.name))
    return refuse("kernel", kernel.name, "gives another form of output");
  if (auto ok = operators::check(p); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_envelope(kernel, p, tuning); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_addresses(p, at); !ok) return tl::unexpected(ok.error());

  LaunchPlan launch;
  launch.symbol = fmt::format("{}_{}{}{}", kernel.name, p.block, tuning.streamed ? "_streamed" : "",
                              p.a->bits == 8 ? "_e4m3" : "");
  launch.grid = {std::uint32_t(tiles_of(p)), 1, 1};
  launch.block = {std::uint32_t(kWaves) * lanes_of(kernel), 1, 1};
  launch.tiled = {{"d", tiling_of(p)}};
  launch.arguments = {{"d", at.d},
                      {"d_scale", at.d_scale},
                      {"a", at.a},
                      {"a_scale", at.a_scale},
                      {"b", at.b},
                      {"b_scale", at.b_scale},
                      {"sorted_ids", at.sorted_ids},
                      {"block_experts", at.block_experts},
                      {"used_rows", at.used_rows},
                      {"weights", at.weights},
                      {"tokens", std::uint64_t(p.tokens)},
                      {"n", std::uint64_t(p.n)},
                      {"k", std::uint64_t(p.k)},
                      {"xcds", std::uint64_t(tuning.xcds)}};
  return launch;
}

}  // namespace lockstep::kernels
