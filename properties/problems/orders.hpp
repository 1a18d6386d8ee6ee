// The accumulation orders that kernels declare, by name: those that a launch recipe may say its object adds
// in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "kernels/kernel.hpp"

namespace lockstep::problems {

/// A key of case lines that an order settles, and its value.
using OrderKey = std::pair<std::string_view, std::string_view>;

/// An order that kernels of an operator declare, on every arch that has it.
struct DeclaredOrder {
  std::string_view name;
  std::span<const OrderKey> keys{};  ///< what cases must say then
  std::string_view kernel{};         ///< the only kernel of the operator that declares it; empty: all do
};

/// Fails with the orders that there are for the kernel's problems.
tl::expected<const DeclaredOrder*, std::string> find_order(std::string_view name,
                                                           const kernels::Kernel& kernel);

/// What a name of an order stands for on an arch, and who declares it.
struct ListedOrder {
  std::string_view name, arch, sentence;
  std::span<const OrderKey> keys;
  std::vector<std::string_view> kernels;
};
std::vector<ListedOrder> all_orders();

/// An order that is nothing but one matrix instruction after another, each adding to what the one before
/// left.
struct Chain {
  const matrix::MatrixInstruction* instruction;
  bool b_first;  ///< the instruction's first operand is B: the result is D's transpose
};

/// The chain that a text like "v_mfma_f32_16x16x32_bf16, k ascending" names, with any matrix instruction, or
/// a name of all_orders(). Fails with what there is.
tl::expected<Chain, std::string> find_chain(std::string_view order);

}  // namespace lockstep::problems
