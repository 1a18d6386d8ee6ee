// Launch plan of the grouped GEMM kernels: envelope, grid, arguments.
#include "launch.hpp"

#include <fmt/format.h>

#include "reference/formats/float32.hpp"
#include "reference/formats/float8_e4m3fnuz.hpp"

namespace lockstep::kernels {

namespace {

using operators::GroupedGemm;
using operators::Grouping;
using operators::Refusal;

constexpr std::int64_t kTileM = 128, kTileN = 128;
constexpr std::uint32_t kThreads = 256;

// 32-bit offsets inside a tile of 128 rows, as in kernels/primitives/tile.hpp.
constexpr std::int64_t kMaxK = (std::int64_t{1} << 24) - 128, kMaxN = (std::int64_t{1} << 23) - 128;
constexpr std::int64_t kMaxInt32 = 0x7FFFFFFF;
constexpr std::int64_t kMaxGridYZ = 65535;  // what the HIP runtime launches in y and z

struct Limit {
  const char* argument;
  std::int64_t value, maximum;
  const char* rule;
};

tl::expected<void, Refusal> check_limits(const GroupedGemm& p) {
  const std::int64_t row_tiles = (p.m + kTileM - 1) / kTileM;
  const bool masked = p.grouping == Grouping::masked;
  const Limit limits[] = {
      {"k", p.k, kMaxK, "must be at most 2^24 - 128, so that a tile of A fits 32-bit offsets"},
      {"n", p.n, kMaxN, "must be at most 2^23 - 128, so that a tile of D fits 32-bit offsets"},
      {masked ? "m_max" : "m", p.m, kMaxInt32, "must fit int32"},
      {masked ? "m_max" : "m", row_tiles, kMaxGridYZ, "needs more than 65535 tiles of 128 rows in the grid"},
      {"groups", p.groups, masked ? kMaxGridYZ : kMaxInt32, "must be at most 65535 in the grid"},
  };
  for (const Limit& l : limits)
    if (l.value > l.maximum) return tl::unexpected(Refusal{l.argument, std::to_string(l.value), l.rule});
  return {};
}

struct Pointer {
  const char* argument;
  std::uint64_t value, alignment;
};

tl::expected<void, Refusal> check_pointers(const GroupedGemm& p, const GroupedGemmAddresses& at) {
  const char* routing = p.grouping == Grouping::masked ? "masked_m" : "grouped_layout";
  const auto scale = std::uint64_t(p.scale_bytes());
  const Pointer pointers[] = {{"d", at.d, 16},
                              {"a", at.a, 16},
                              {"a_scale", at.a_scale, scale},
                              {"b", at.b, 16},
                              {"b_scale", at.b_scale, scale},
                              {routing, at.routing, 4}};
  for (const Pointer& pointer : pointers)
    if (pointer.value % pointer.alignment != 0)
      return tl::unexpected(Refusal{pointer.argument, fmt::format("{:#x}", pointer.value),
                                    fmt::format("must be aligned to {} bytes", pointer.alignment)});
  return {};
}

std::string symbol_of(const Kernel& kernel, const formats::Format& out) {
  return std::string(kernel.name) + (out.name == "bfloat16" ? "_bf16" : "_f16");
}

}  // namespace

operators::Grouping grouping_of(const Kernel& kernel) {
  return kernel.name.ends_with("_masked") ? Grouping::masked : Grouping::contiguous;
}

BlockScaledFormats formats_of(const Kernel& kernel) {
  if (kernel.arch == "gfx942") return {&formats::float8_e4m3fnuz, &formats::float32};
  return {&formats::float8_e4m3fn, &formats::float8_e8m0fnu};
}

tl::expected<LaunchPlan, Refusal> plan(const Kernel& kernel, const GroupedGemm& p,
                                       const GroupedGemmAddresses& at) {
  if (p.grouping != grouping_of(kernel))
    return tl::unexpected(Refusal{"kernel", std::string(kernel.name), "implements the other grouping"});
  if (auto ok = operators::check(p); !ok) return tl::unexpected(ok.error());
  if (!(*p.element == *formats_of(kernel).element))
    return tl::unexpected(
        Refusal{"element", std::string(p.element->name),
                fmt::format("must be {} on {}", formats_of(kernel).element->name, kernel.arch)});
  if (auto ok = check_limits(p); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_pointers(p, at); !ok) return tl::unexpected(ok.error());

  const bool masked = p.grouping == Grouping::masked;
  LaunchPlan launch;
  launch.symbol = symbol_of(kernel, *p.out);
  launch.grid = {std::uint32_t(p.n / kTileN), std::uint32_t((p.m + kTileM - 1) / kTileM),
                 masked ? std::uint32_t(p.groups) : 1u};
  launch.block = {kThreads, 1, 1};
  launch.arguments = {{"d", at.d},
                      {"a", at.a},
                      {"a_scale", at.a_scale},
                      {"b", at.b},
                      {"b_scale", at.b_scale},
                      {masked ? "masked_m" : "grouped_layout", at.routing},
                      {"m", std::uint64_t(p.m)},
                      {"n", std::uint64_t(p.n)},
                      {"k", std::uint64_t(p.k)},
                      {"groups", std::uint64_t(p.groups)}};
  return launch;
}

}  // namespace lockstep::kernels
