// The operators under test: for each, the keys of its cases, how its problems are drawn, and how a case
// becomes an instance. One folder and one row per operator; nothing else asks for an operator by its name.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "properties/cases/draw.hpp"
#include "properties/cases/shrink.hpp"
#include "properties/problems/instance.hpp"
#include "properties/problems/orders.hpp"

namespace lockstep::problems {

struct Space;

using Launches = tl::expected<std::vector<kernels::LaunchPlan>, std::string>;
using Made = tl::expected<std::unique_ptr<Instance>, std::string>;

/// A case that its kernel takes.
struct Prepared {
  std::vector<kernels::LaunchPlan> launches;  ///< how it is launched; addresses are 0
  /// Makes its tensors, which costs more than all before; called at most once. Fails where their contents
  /// can't be made.
  std::function<Made()> instance;
};
using Preparation = tl::expected<Prepared, std::string>;

/// Draws of what bugs need and plain draws seldom hold (rare.cpp). Each returns false where the class says
/// nothing about the case, and so does what an operator leaves out.
struct RareDraws {
  /// The case, of special values, adds to a tensor, or does not.
  void (*addend)(cases::Draw& draw, cases::Case& c, bool adds) = [](cases::Draw&, cases::Case&, bool) {};
  /// The case has as many groups as a wave has lanes, or nearly, or as several waves.
  bool (*groups_around_a_wave)(cases::Draw& draw, cases::Case& c) = nothing;
  /// The case's tokens stand behind `far` others.
  bool (*far_tokens)(cases::Case& c, std::int64_t far) = [](cases::Case&, std::int64_t) { return false; };
  /// Operands or partial sums that other draws leave small pass 2, 4 or 8 GiB.
  bool (*wide_operands)(cases::Draw& draw, cases::Case& c) = nothing;
  /// Block scales pass 2 or 4 GiB.
  bool (*wide_scales)(cases::Draw& draw, cases::Case& c) = nothing;
  /// Tokens have as many experts as a case may say.
  bool (*every_slot)(cases::Draw& draw, cases::Case& c) = nothing;

 private:
  static bool nothing(cases::Draw&, cases::Case&) { return false; }
};

/// What `bench` runs of a kernel.
struct BenchmarkRow {
  std::string_view kernel;  ///< what its name begins with; the first row that fits counts
  /// Keys of the case that is timed: tiles without padding and a main loop long enough to outweigh what comes
  /// before and after, 537 M multiply-accumulates and more where the envelope allows it, in the largest
  /// blocks that the kernel is built for.
  std::string_view timed;
  /// Keys of the case whose main loop is counted: the least that makes the kernel choose its largest tile.
  std::string_view counted;
  /// Bits of the elements that its matrix instructions multiply; 0: it multiplies in vector instructions.
  int element_bits;
};

/// What the tolerances of other projects depend on beside the values: the formats of a product, and which
/// product of a layer it is.
struct Operands {
  enum class Width : std::uint8_t { fp8_e4m3, fp8_e5m2, mixed, fp4 };
  enum class Pass : std::uint8_t { output, input_gradient, weight_gradient };

  Width width = Width::fp8_e4m3;  ///< mixed: e4m3 with e5m2; both flavours of e4m3 alike
  Pass pass = Pass::output;
};

struct Operator {
  std::string_view op;            ///< kernels::Kernel::op
  cases::Grammar grammar;         ///< the operator's own keys; steps of n and k
  std::vector<std::string> outs;  ///< values of `out`, the plainest first
  bool block_scales = false;      ///< its operands have scales of blocks
  /// Draws sizes, routing and options; what every case has (data, scales, schedule, seed, ...) is drawn
  /// already and may be changed where the operator asks for it.
  void (*shape)(cases::Draw& draw, const Space& space, cases::Case& c);
  /// Refuses, with argument, value and rule, what the contract or the kernel's envelope does not take.
  Preparation (*prepare)(const cases::Case& c, const kernels::Kernel& kernel);
  /// Draws anew what changes neither the answer nor the declared order: where padding stands, tiles, grids,
  /// hints.
  void (*relaunch)(cases::Draw& draw, cases::Case& c) = [](cases::Draw&, cases::Case&) {};
  /// Whether a case costs more than it tells.
  bool (*costs_too_much)(const cases::Case& c) = [](const cases::Case&) { return false; };
  RareDraws rare{};
  std::span<const DeclaredOrder> orders{};     ///< those that its kernels may declare
  std::span<const BenchmarkRow> benchmarks{};  ///< one for each of its kernels
  Operands (*operands)(const cases::Case& c, const kernels::Kernel& kernel) =
      [](const cases::Case&, const kernels::Kernel&) { return Operands{}; };
};

std::span<const Operator> all_operators();
/// The op of a kernel's operator; every kernel has one.
const Operator& operator_of(const kernels::Kernel& kernel);

/// The shrinking rules of a case; those without keys when there is no such kernel.
const cases::Grammar& grammar_of(const cases::Case& c);

/// Checks the case's options against its operator, then makes it ready.
Made instantiate(const cases::Case& c, const kernels::Kernel& kernel);

/// Checks as instantiate() does, at the price of the sizes alone: whether the kernel takes the case, and
/// which kernels of the code object it runs.
Launches launches_of(const cases::Case& c, const kernels::Kernel& kernel);

/// Whether a draw may come to the case: the kernel takes it, and it does not cost too much.
bool may_be_drawn(const cases::Case& c, const kernels::Kernel& kernel);

const BenchmarkRow& benchmark_of(const kernels::Kernel& kernel);
cases::Case timed_case(const kernels::Kernel& kernel);
cases::Case counted_case(const kernels::Kernel& kernel);

// The rows, each in operator.cpp of its folder.
std::vector<Operator> operators_of_arrays();
namespace grouped_gemm {
Operator row();
}
namespace grouped_gemm_k {
Operator row();
}
namespace moe_down {
Operator row();
Operator two_stage_row();
}  // namespace moe_down
namespace mx_gemm {
Operator row();  ///< with the layouts of gfx1250's kernels; arrays have the same product for callables
}
namespace small_m {
Operator row();
}
namespace tensorwise_gemm {
Operator row();
}

}  // namespace lockstep::problems
