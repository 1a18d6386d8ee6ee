// The accumulation orders that kernels declare, by name: those that a launch recipe may say its object adds in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "kernels/kernel.hpp"

namespace lockstep::problems {

/// A key of case lines that an order settles, and its value.
using OrderKey = std::pair<std::string_view, std::string_view>;

struct Order {
  std::string_view name, arch, sentence;
  std::span<const std::string_view> kernels;  ///< whose problems are computed in this order
  std::span<const OrderKey> keys;             ///< what cases must say then
};

std::span<const Order> all_orders();

/// Fails with the orders that there are for the kernel's problems.
tl::expected<const Order*, std::string> find_order(std::string_view name, const kernels::Kernel& kernel);

/// An order that is nothing but one matrix instruction after another, each adding to what the one before left.
struct Chain {
  const matrix::MatrixInstruction* instruction;
  bool b_first;  ///< its first operand is B: the result is D's transpose
};

/// Of "v_mfma_f32_16x16x32_bf16, k ascending", with any matrix instruction, or a short form or name that `all_orders` has. Fails with
/// what there is.
tl::expected<Chain, std::string> find_chain(std::string_view order);

}  // namespace lockstep::problems
