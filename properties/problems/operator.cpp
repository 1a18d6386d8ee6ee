#include "properties/problems/operator.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "properties/problems/arrays/operator.hpp"
#include "properties/problems/grouped_gemm/operator.hpp"
#include "properties/problems/grouped_gemm_k/operator.hpp"
#include "properties/problems/moe_down/operator.hpp"
#include "properties/problems/mx_gemm/operator.hpp"
#include "properties/problems/small_m/operator.hpp"
#include "properties/problems/tensorwise_gemm/operator.hpp"

namespace lockstep::problems {

tl::expected<FollowUp, std::string> Instance::follow(const Relation&) const {
  return tl::unexpected<std::string>("its operator makes no follow-up problems");
}

bool Instance::admits(const matrix::Model&, std::size_t output, std::size_t, std::uint32_t expected,
                      std::uint32_t code) const {
  const formats::Format& format = *outputs()[output].format;
  return code == expected || (formats::is_nan(format, code) && formats::is_nan(format, expected));
}

std::span<const Operator> all_operators() {
  static const std::vector<Operator> kOperators = [] {
    std::vector<Operator> all{
        grouped_gemm_operator(),  small_m_operator(),        tensorwise_gemm_operator(), moe_down_operator(),
        moe_two_stage_operator(), grouped_gemm_k_operator(), mx_gemm_tiled_operator(),
    };
    for (Operator& op : operators_of_arrays()) all.push_back(std::move(op));
    return all;
  }();
  return kOperators;
}

const Operator& operator_of(const kernels::Kernel& kernel) {
  const auto all = all_operators();
  return *std::find_if(all.begin(), all.end(), [&](const Operator& s) { return s.op == kernel.op; });
}

const cases::Grammar& grammar_of(const cases::Case& c) {
  static const cases::Grammar kNone;
  const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
  return kernel == nullptr ? kNone : operator_of(*kernel).grammar;
}

namespace {

tl::expected<void, std::string> check_keys(const cases::Case& c, const kernels::Kernel& kernel,
                                           const Operator& op) {
  if (auto ok = cases::check(c, op.grammar.keys); !ok) return tl::unexpected(ok.error());
  if (std::find(op.outs.begin(), op.outs.end(), c.out) == op.outs.end())
    return tl::unexpected(fmt::format("out={}: {} gives {}", c.out, kernel.name, fmt::join(op.outs, " or ")));
  return {};
}

}  // namespace

tl::expected<std::unique_ptr<Instance>, std::string> instantiate(const cases::Case& c,
                                                                 const kernels::Kernel& kernel) {
  const Operator& op = operator_of(kernel);
  if (auto ok = check_keys(c, kernel, op); !ok) return tl::unexpected(ok.error());
  return op.make(c, kernel);
}

Launches launches_of(const cases::Case& c, const kernels::Kernel& kernel) {
  const Operator& op = operator_of(kernel);
  if (auto ok = check_keys(c, kernel, op); !ok) return tl::unexpected(ok.error());
  return op.plan(c, kernel);
}

bool may_be_drawn(const cases::Case& c, const kernels::Kernel& kernel) {
  const auto costs_too_much = operator_of(kernel).costs_too_much;
  return launches_of(c, kernel).has_value() && (costs_too_much == nullptr || !costs_too_much(c));
}

}  // namespace lockstep::problems
