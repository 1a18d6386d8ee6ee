#include "properties/problems/orders.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::problems {

namespace {

using Kernels = std::string_view;

constexpr Kernels kBlockScaled[] = {"grouped_gemm_contiguous", "grouped_gemm_masked", "grouped_gemm_k"};
constexpr Kernels kTensorwise[] = {"tensorwise_nt", "tensorwise_nn", "tensorwise_tn"};
constexpr Kernels kMfma[] = {"small_m_mfma"};
constexpr Kernels kLanes[] = {"small_m_gemv", "small_m_moe"};
constexpr Kernels kMxfp4[] = {"moe_down_added", "moe_down_flat", "moe_down_mxfp4", "moe_gate_up",
                              "moe_two_stage"};

constexpr Kernels kBlockScaledWmma[] = {"grouped_gemm_contiguous", "grouped_gemm_masked"};
constexpr Kernels kMx[] = {"mx_gemm"};

constexpr OrderKey kUnsplit[] = {{"split_k", "1"}};
constexpr OrderKey kTogether[] = {{"split_k", "1"}, {"blocks", "together"}};
constexpr OrderKey kApart[] = {{"split_k", "1"}, {"blocks", "apart"}};

constexpr std::string_view kScaled128 =
    "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0";

constexpr std::string_view kScaledBFirst =
    "one scaled matrix instruction per 128 of k, ascending, whose first operand is B, into f32 from +0; past k zeros under "
    "scales of 1";

constexpr std::string_view kLanesOf64 =
    "lane l of 64 adds chains of 16 products from k = 16 l, 1024 + 16 l, ...; butterfly over lanes 1, 2, 4, .. 32";

constexpr std::array kOrders{
    Order{"scaled_128", "gfx950", kScaled128, kBlockScaled, {}},
    Order{"scaled_128", "gfx950", kScaled128, kMfma, kTogether},
    Order{"scaled_128", "gfx950", kScaled128, kMxfp4, {}},
    Order{
        "scaled_32_apart", "gfx950",
        "one scaled 16x16x128 matrix instruction per 32 of k with zeros elsewhere, ascending, into f32 from +0",
        kMfma, kApart},
    Order{"lanes_64", "gfx950", kLanesOf64, kLanes, {}},
    Order{
        "unscaled_128", "gfx950",
        "one unscaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; then the scales",
        kTensorwise, kUnsplit},
    Order{
        "scaled_after_64",
        "gfx942",
        "per 64 of k, ascending, two 16x16x32 matrix instructions from +0, the second adding to the first; r * sA "
        "rounded, fma(., sB, acc) into f32 from +0",
        kBlockScaled,
        {}},
    Order{"scaled_128_b_first", "gfx1250", kScaledBFirst, kBlockScaledWmma, {}},
    Order{"scaled_128_b_first", "gfx1250", kScaledBFirst, kMx, kUnsplit},
    Order{"scaled_128_b_first", "gfx1250", kScaledBFirst, kMxfp4, {}},
    Order{"scaled_128_b_first", "gfx1250", kScaledBFirst, kMfma, kTogether},
    Order{
        "scaled_32_apart_b_first", "gfx1250",
        "one scaled matrix instruction per 32 of k with zeros for the rest of 128 of B, which is its first operand, ascending, "
        "into f32 from +0",
        kMfma, kApart},
    Order{"lanes_64", "gfx1250", kLanesOf64, kLanes, {}},
};

/// The same said by the instruction, its tile, and how it goes through k.
struct Spelled {
  std::string_view text, order, instruction;
  bool b_first = false;
};
constexpr std::array kSpelled{
    Spelled{"mfma_scale 16x16x128, k ascending", "scaled_128", "v_mfma_scale_f32_16x16x128_f8f6f4"},
    Spelled{"mfma 16x16x128, k ascending", "unscaled_128", "v_mfma_f32_16x16x128_f8f6f4"},
    Spelled{"wmma_scale 16x16x128 of B and A, k ascending", "scaled_128_b_first",
            "v_wmma_scale_f32_16x16x128_f8f6f4", true},
};
constexpr std::string_view kAscending = ", k ascending";

bool is_called(const Order& order, std::string_view name) {
  return order.name == name || std::ranges::any_of(kSpelled, [&](const Spelled& s) {
           return s.text == name && s.order == order.name;
         });
}

bool is_of(const Order& order, const kernels::Kernel& kernel) {
  return order.arch == kernel.arch && std::ranges::find(order.kernels, kernel.name) != order.kernels.end();
}

}  // namespace

std::span<const Order> all_orders() {
  return kOrders;
}

tl::expected<const Order*, std::string> find_order(std::string_view name, const kernels::Kernel& kernel) {
  std::vector<std::string_view> known;
  for (const Order& order : kOrders) {
    if (!is_of(order, kernel)) continue;
    if (is_called(order, name)) return &order;
    known.push_back(order.name);
  }
  return tl::unexpected(fmt::format(
      "order '{}': of {}@{} there are any, declared, {}; `lockstep list orders` says what they are", name,
      kernel.name, kernel.arch, fmt::join(known, ", ")));
}

tl::expected<Chain, std::string> find_chain(std::string_view order) {
  for (const Spelled& s : kSpelled)
    if (s.text == order || s.order == order)
      return Chain{matrix::find_matrix_instruction(s.instruction), s.b_first};
  if (order.ends_with(kAscending))
    if (const auto* i = matrix::find_matrix_instruction(order.substr(0, order.size() - kAscending.size())))
      return Chain{i, false};
  std::vector<std::string_view> known;
  for (const Spelled& s : kSpelled) known.insert(known.end(), {s.order, s.text});
  return tl::unexpected(fmt::format(
      "order '{}': expected \"INSTRUCTION{}\", where `lockstep list layouts` has the instructions, or one of \"{}\"",
      order, kAscending, fmt::join(known, "\", \"")));
}

}  // namespace lockstep::problems
