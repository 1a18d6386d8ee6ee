#include "properties/problems/moe_down/operator.hpp"

#include "host/random.hpp"
#include "properties/problems/moe_down/benchmark_table.hpp"
#include "properties/problems/moe_down/instance.hpp"
#include "properties/problems/moe_down/keys.hpp"
#include "properties/problems/moe_down/problem.hpp"
#include "properties/problems/moe_down/shape.hpp"
#include "properties/problems/moe_down/two_stage.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using Made = tl::expected<std::unique_ptr<Instance>, std::string>;

struct Planned {
  operators::MoeDown problem;
  kernels::LaunchPlan launch;
};

tl::expected<Planned, std::string> planned(const Case& c, const kernels::Kernel& kernel) {
  auto problem = moe_down_problem(c, kernels::moe_output_of(kernel));
  if (!problem) return tl::unexpected(problem.error().text());
  auto launch = kernels::plan(kernel, *problem, moe_down_tuning(c), {});
  if (!launch) return tl::unexpected(launch.error().text());
  return Planned{std::move(*problem), std::move(*launch)};
}

/// The problem and the data of one product, of a kernel that takes it.
tl::expected<TwoStageInstance::Stage, std::string> stage_of(const Case& c, const kernels::Kernel& kernel,
                                                            std::uint64_t data_seed) {
  auto what = planned(c, kernel);
  if (!what) return tl::unexpected(what.error());
  Case drawn = c;
  drawn.seed = data_seed;
  auto data = make_moe_down_data(drawn, what->problem);
  if (!data) return tl::unexpected(data.error());
  return TwoStageInstance::Stage{std::move(what->problem), std::move(*data)};
}

Launches plan(const Case& c, const kernels::Kernel& kernel) {
  return planned(c, kernel).map([](Planned&& p) { return std::vector{std::move(p.launch)}; });
}

Launches plan_two_stage(const Case& c, const kernels::Kernel&) {
  const auto [first, second] = TwoStageInstance::cases_of(c);
  auto gate_up = planned(first, *kernels::find_kernel("moe_gate_up", c.arch));
  if (!gate_up) return tl::unexpected(gate_up.error());
  auto down = planned(second, *kernels::find_kernel("moe_down_added", c.arch));
  if (!down) return tl::unexpected(down.error());
  return std::vector{std::move(gate_up->launch), std::move(down->launch)};
}

Made make(const Case& c, const kernels::Kernel& kernel) {
  auto stage = stage_of(c, kernel, c.seed);
  if (!stage) return tl::unexpected(stage.error());
  if (stage->problem.output == operators::MoeOutput::added_bf16)
    return std::make_unique<AddedInstance>(c, kernel, std::move(stage->problem), std::move(stage->data));
  return make_moe_rows(c, kernel, std::move(stage->problem), std::move(stage->data));
}

Made make_two_stage(const Case& c, const kernels::Kernel& kernel) {
  const auto [first, second] = TwoStageInstance::cases_of(c);
  auto gate_up = stage_of(first, *kernels::find_kernel("moe_gate_up", c.arch), c.seed);
  if (!gate_up) return tl::unexpected(gate_up.error());
  auto down = stage_of(second, *kernels::find_kernel("moe_down_added", c.arch), host::hash(c.seed, 2));
  if (!down) return tl::unexpected(down.error());
  return std::make_unique<TwoStageInstance>(c, kernel, std::move(*gate_up), std::move(*down));
}

}  // namespace

Operator moe_down_operator() {
  return {"moe_down", {moe_down::kKeys, 32, 256}, {"bf16"},          moe_down_shape, make,
          plan,       moe_down_relaunch,          kMoeDownBenchmarks};
}

Operator moe_two_stage_operator() {
  return {"moe_two_stage",   {moe_down::kTwoStageKeys, 32, 256},
          {"bf16"},          moe_two_stage_shape,
          make_two_stage,    plan_two_stage,
          moe_down_relaunch, kMoeTwoStageBenchmarks};
}

}  // namespace lockstep::problems
