#include "properties/problems/orders.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/kernel.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems {

namespace {

struct Order {
  std::string_view name, arch, sentence;
};

constexpr std::string_view kLanesOf64 =
    "lane l of 64 adds chains of 16 products from k = 16 l, 1024 + 16 l, ...; butterfly over lanes 1, 2, 4, "
    ".. 32";

constexpr std::array kOrders{
    Order{"scaled_128", "gfx950",
          "one scaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0"},
    Order{"scaled_32_apart", "gfx950",
          "one scaled 16x16x128 matrix instruction per 32 of k with zeros elsewhere, ascending, into f32 "
          "from +0"},
    Order{"lanes_64", "gfx950", kLanesOf64},
    Order{"unscaled_128", "gfx950",
          "one unscaled 16x16x128 matrix instruction per 128 of k, ascending, into f32 from +0; then the "
          "scales"},
    Order{"scaled_after_64", "gfx942",
          "per 64 of k, ascending, two 16x16x32 matrix instructions from +0, the second adding to the first; "
          "r * sA rounded, fma(., sB, acc) into f32 from +0"},
    Order{"scaled_128_b_first", "gfx1250",
          "one scaled matrix instruction per 128 of k, ascending, whose first operand is B, into f32 from "
          "+0; past k zeros under scales of 1"},
    Order{"scaled_32_apart_b_first", "gfx1250",
          "one scaled matrix instruction per 32 of k with zeros for the rest of 128 of B, which is its first "
          "operand, ascending, into f32 from +0"},
    Order{"lanes_64", "gfx1250", kLanesOf64},
    Order{"scaled_after_128", "sm_90",
          "per 128 of k, ascending, four wgmma m64nNk32, the first from nothing, each adding to the one "
          "before; r * sA rounded, fma(., sB, acc) into f32 from +0"},
    Order{"deepgemm", "sm_90",
          "the same chains r; sA * sB rounded, fma(r, ., acc) into f32 from +0. No kernel here adds so"},
    Order{"chain", "sm_90",
          "one wgmma after the other, k ascending, the first from nothing; then one rounding"},
    Order{"chains_of_128", "sm_90", "the same per 128 of k, their sums added in f32; then one rounding"},
};

/// An order spelled by its instruction, its tile, and how it goes through k.
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

bool is_called(std::string_view order, std::string_view name) {
  return order == name ||
         std::ranges::any_of(kSpelled, [&](const Spelled& s) { return s.text == name && s.order == order; });
}

bool declares(const kernels::Kernel& kernel, const DeclaredOrder& declared, const Order& order) {
  return declared.name == order.name && order.arch == kernel.arch &&
         (declared.kernel.empty() || declared.kernel == kernel.name);
}

bool declares(const kernels::Kernel& kernel, const DeclaredOrder& declared) {
  return std::ranges::any_of(kOrders, [&](const Order& o) { return declares(kernel, declared, o); });
}

}  // namespace

tl::expected<const DeclaredOrder*, std::string> find_order(std::string_view name,
                                                           const kernels::Kernel& kernel) {
  std::vector<std::string_view> known;
  for (const DeclaredOrder& order : operator_of(kernel).orders) {
    if (!declares(kernel, order)) continue;
    if (is_called(order.name, name)) return &order;
    known.push_back(order.name);
  }
  return tl::unexpected(fmt::format(
      "order '{}': of {}@{} there are any, declared, {}; `lockstep list orders` says what they are", name,
      kernel.name, kernel.arch, fmt::join(known, ", ")));
}

std::vector<ListedOrder> all_orders() {
  std::vector<ListedOrder> all;
  const auto add = [&](const Order& order, const kernels::Kernel& kernel) {
    for (const DeclaredOrder& declared : operator_of(kernel).orders) {
      if (!declares(kernel, declared, order)) continue;
      const auto same = std::ranges::find_if(all, [&](const ListedOrder& l) {
        return l.name == order.name && l.arch == order.arch && std::ranges::equal(l.keys, declared.keys);
      });
      if (same != all.end())
        same->kernels.push_back(kernel.name);
      else
        all.push_back({order.name, order.arch, order.sentence, declared.keys, {kernel.name}});
    }
  };
  for (const Order& order : kOrders)
    for (const std::span<const kernels::Kernel> some :
         {kernels::kernels(), kernels::gpu_kernels(), kernels::contracts()})
      for (const kernels::Kernel& kernel : some) add(order, kernel);
  return all;
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
  return tl::unexpected(
      fmt::format("order '{}': expected \"INSTRUCTION{}\", where `lockstep list layouts` has the "
                  "instructions, or one of \"{}\"",
                  order, kAscending, fmt::join(known, "\", \"")));
}

}  // namespace lockstep::problems
