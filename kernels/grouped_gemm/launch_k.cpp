// Launch plan of the grouped GEMM whose groups cut the reduction: envelope, grid, arguments.
#include <fmt/format.h>

#include "kernels/grouped_gemm/launch.hpp"
#include "kernels/rules.hpp"

namespace lockstep::kernels {

namespace {

using operators::Addend;
using operators::GroupedGemmK;
using operators::Refusal;

constexpr std::int64_t kTile = 128, kFragment = 16;
constexpr std::uint32_t kThreads = 256;
constexpr std::int64_t kMaxInt32 = 0x7FFFFFFF, kMaxGridYZ = 65535;

// 128 rows of D, of four bytes an element, below 2^31 bytes; see kernels/grouped_gemm/grouped_gemm_k.hip.
constexpr std::int64_t kLeastExtent = kTile, kMaxExtent = (std::int64_t{1} << 22) - 128;
constexpr std::int64_t kPiece = 16;  // bytes of A and B that are copied at once

tl::expected<void, Refusal> check_extent(const char* argument, std::int64_t extent) {
  const bool fits = extent == 0 || (extent % kPiece == 0 && extent >= kLeastExtent && extent <= kMaxExtent);
  if (fits) return {};
  return refuse(argument, extent,
                fmt::format("must be 0 or a multiple of 16 from {} to {}", kLeastExtent, kMaxExtent));
}

tl::expected<void, Refusal> check_envelope(const GroupedGemmK& p) {
  if (auto ok = check_extent("m", p.m); !ok) return ok;
  if (auto ok = check_extent("n", p.n); !ok) return ok;
  if (p.groups() > kMaxGridYZ) return refuse("groups", p.groups(), "must be at most 65535 in the grid");
  if (const std::int64_t k = operators::k_starts(p).back(); k > kMaxInt32)
    return refuse("k", k, "the sum of ks must fit int32");
  return {};
}

tl::expected<void, Refusal> check_addresses(const GroupedGemmK& p, const GroupedGemmKAddresses& at) {
  // The scales of four columns are loaded at once where they are floats.
  const auto scale = std::uint64_t(p.scale_bytes() == 1 ? 1 : 16);
  const Pointer pointers[] = {{"d", at.d, 16}, {"c", p.addend == Addend::none ? 0 : at.c, 16},
                              {"a", at.a, 16}, {"a_scale", at.a_scale, scale},
                              {"b", at.b, 16}, {"b_scale", at.b_scale, scale},
                              {"ks", at.ks, 4}};
  if (auto ok = check_pointers(pointers); !ok) return ok;
  if (p.addend == Addend::in_place && at.c != at.d)
    return refuse("c", fmt::format("{:#x}", at.c), fmt::format("must be d = {:#x} in place", at.d));
  return {};
}

}  // namespace

tl::expected<std::vector<LaunchPlan>, Refusal> plan(const Kernel& kernel, const GroupedGemmK& p,
                                                    const GroupedGemmKAddresses& at) {
  if (kernel.op != "grouped_gemm_k") return refuse("kernel", kernel.name, "implements another operator");
  if (auto ok = operators::check(p); !ok) return tl::unexpected(ok.error());
  if (!(*p.element == *formats_of(kernel).element))
    return refuse("element", p.element->name,
                  fmt::format("must be {} on {}", formats_of(kernel).element->name, kernel.arch));
  if (!(*p.scale == *formats_of(kernel).scale))
    return refuse("scale", p.scale->name,
                  fmt::format("must be {} on {}", formats_of(kernel).scale->name, kernel.arch));
  if (auto ok = check_envelope(p); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_addresses(p, at); !ok) return tl::unexpected(ok.error());
  const bool holds_it = p.addend == Addend::in_place && operators::k_starts(p).back() == 0;
  if (p.m == 0 || p.n == 0 || holds_it) return std::vector<LaunchPlan>{};

  LaunchPlan launch;
  launch.symbol = fmt::format("{}_f32", kernel.name);
  launch.grid = {std::uint32_t(operators::ceil_div(p.n, kTile)),
                 std::uint32_t(operators::ceil_div(p.m, kTile)), std::uint32_t(p.groups())};
  launch.block = {kThreads, 1, 1};
  launch.arguments = {{"d", at.d},
                      {"c", p.addend == Addend::none ? 0 : at.c},
                      {"a", at.a},
                      {"a_scale", at.a_scale},
                      {"b", at.b},
                      {"b_scale", at.b_scale},
                      {"ks", at.ks},
                      {"m", std::uint64_t(p.m)},
                      {"n", std::uint64_t(p.n)},
                      {"groups", std::uint64_t(p.groups())}};
  // Four waves share the tile two by two (kernels/primitives/k_outer_loop.hpp).
  launch.tiled = {{"d", {kTile, kTile, kTile / 2, kTile / 2, kFragment}}};
  return std::vector<LaunchPlan>{launch};
}

}  // namespace lockstep::kernels
