// The operators under test: for each, the keys of its cases, how its problems are drawn, and how a case
// becomes an instance. One folder and one row per operator.
#pragma once

#include <memory>

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "properties/cases/draw.hpp"
#include "properties/cases/shrink.hpp"
#include "properties/problems/benchmark.hpp"
#include "properties/problems/instance.hpp"

namespace lockstep::problems {

struct Space;

using Launches = tl::expected<std::vector<kernels::LaunchPlan>, std::string>;

struct Operator {
  std::string_view op;            ///< kernels::Kernel::op
  cases::Grammar grammar;         ///< its own keys; steps of n and k
  std::vector<std::string> outs;  ///< values of `out`, the plainest first
  /// Draws sizes, routing and options; what every case has (data, scales, schedule, seed, ...) is drawn
  /// already and may be changed where the operator asks for it.
  void (*shape)(cases::Draw& draw, const Space& space, cases::Case& c);
  /// Refuses, with argument, value and rule, what the contract or the kernel's envelope does not take.
  tl::expected<std::unique_ptr<Instance>, std::string> (*make)(const cases::Case& c,
                                                               const kernels::Kernel& kernel);
  /// How the case is launched, its tensors unmade and their addresses 0. Refuses as make() does.
  Launches (*plan)(const cases::Case& c, const kernels::Kernel& kernel);
  /// Draws anew what changes neither the answer nor the declared order: where padding stands, tiles, grids, hints.
  void (*relaunch)(cases::Draw& draw, cases::Case& c);
  std::span<const BenchmarkRow> benchmarks;  ///< one for each of its kernels
  /// Whether a case costs more than it tells; nullptr: none does.
  bool (*costs_too_much)(const cases::Case& c) = nullptr;
};

std::span<const Operator> all_operators();
/// The op of a kernel's operator; every kernel has one.
const Operator& operator_of(const kernels::Kernel& kernel);

/// The shrinking rules of a case; those without keys when there is no such kernel.
const cases::Grammar& grammar_of(const cases::Case& c);

/// Checks the case's options against its operator, then makes it ready.
tl::expected<std::unique_ptr<Instance>, std::string> instantiate(const cases::Case& c,
                                                                 const kernels::Kernel& kernel);

/// The same check, at the price of the sizes alone: whether the kernel takes the case, and which kernels of the code
/// object it runs.
Launches launches_of(const cases::Case& c, const kernels::Kernel& kernel);

/// Whether a draw may come to the case: the kernel takes it, and it does not cost too much.
bool may_be_drawn(const cases::Case& c, const kernels::Kernel& kernel);

}  // namespace lockstep::problems
