// Both products of a mixture of experts, one after the other.
#include <algorithm>

#include "emulator/arithmetic/accumulation/moe_down.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/moe_down/instance.hpp"
#include "properties/problems/moe_down/problem.hpp"

namespace lockstep::problems {

namespace {

// What becomes of one of the products.
tl::expected<MoeDownFollowUp, std::string> follow_product(const TwoStageInstance::Stage& stage,
                                                          Relation relation, const cases::Case& c,
                                                          std::string_view kernel) {
  auto problem = moe_down_problem(c, stage.problem.output);
  if (!problem) return tl::unexpected(problem.error().text());
  relation.the_case = c;
  auto next = follow_up(stage.problem, stage.data.operands, std::move(*problem), relation);
  if (!next) return next;
  const kernels::Kernel& launched = *kernels::find_kernel(kernel, c.arch);
  if (const auto plan = kernels::plan(launched, next->problem, moe_down_tuning(c), {}); !plan)
    return tl::unexpected(plan.error().text());
  return next;
}

}  // namespace

TwoStageInstance::Cases TwoStageInstance::cases_of(const cases::Case& whole) {
  const std::int64_t inter = whole.options[moe_down::kInter];
  Cases stages{whole, whole};
  stages.first.n = 2 * inter;
  stages.second.k = inter;
  stages.second.options.erase(moe_down::kSummable);
  return stages;
}

TwoStageInstance::TwoStageInstance(const cases::Case& c, const kernels::Kernel& kernel, Stage first,
                                   Stage second)
    : AddedInstance(c, kernel, std::move(second.problem), std::move(second.data)),
      first_(std::move(first.problem)),
      first_data_(std::move(first.data)),
      first_memory_(first_, first_data_.operands) {
  if (!first_data_.quantisation_fault.empty()) facts_.quantisation_fault = first_data_.quantisation_fault;
  facts_.macs +=
      std::uint64_t(first_data_.operands.rows.size()) * std::uint64_t(first_.n) * std::uint64_t(first_.k);
}

Placed TwoStageInstance::place(std::uint64_t poison) const {
  Placed placed{new_tensors(poison), {}};
  Tensors& t = *placed.tensors;
  kernels::MoeDownAddresses first, second;
  add_outputs(t, second);
  const auto capacity = std::uint64_t(p_.capacity());
  first.d = second.a = t.add_workspace("h", capacity * std::uint64_t(p_.a_row_bytes()), 16);
  first.d_scale = second.a_scale = t.add_workspace("h_scale", sorted_scale_bytes(p_, p_.k_blocks()), 4);
  add_moe_inputs(t, first_, first_data_.operands, first_memory_, first, "gate_up_");
  second.sorted_ids = first.sorted_ids;
  second.block_experts = first.block_experts;
  second.used_rows = first.used_rows;
  add_moe_inputs(t, p_, data_.operands, memory_, second, "down_");
  const kernels::MoeDownTuning tuning = moe_down_tuning(case_);
  const kernels::Kernel* gate_up = kernels::find_kernel("moe_gate_up", case_.arch);
  const kernels::Kernel* down = kernels::find_kernel("moe_down_added", case_.arch);
  placed.launches = {*kernels::plan(*gate_up, first_, tuning, first),
                     *kernels::plan(*down, p_, tuning, second)};
  return placed;
}

tl::expected<FollowUp, std::string> TwoStageInstance::follow(const Relation& relation) const {
  if (auto ok = can_follow(relation); !ok) return tl::unexpected(ok.error());
  const Cases stages = cases_of(relation.the_case);
  Relation of_first = relation, of_second = relation;
  of_first.columns.clear();
  of_second.negated = false;
  of_second.slice.reset();
  of_second.exchanged = 0;
  of_second.a_exponent = of_second.b_exponent = 0;
  auto first = follow_product({first_, first_data_}, std::move(of_first), stages.first, "moe_gate_up");
  if (!first) return tl::unexpected(first.error());
  auto second = follow_product({p_, data_}, std::move(of_second), stages.second, "moe_down_added");
  if (!second) return tl::unexpected(second.error());
  auto instance = std::make_unique<TwoStageInstance>(
      relation.the_case, kernel_, Stage{std::move(first->problem), {std::move(first->operands), {}}},
      Stage{std::move(second->problem), {std::move(second->operands), {}}});
  FollowUp all;
  all.source = sources(*instance, second->rows, relation);
  all.instance = std::move(instance);
  return all;
}

Description TwoStageInstance::description() const {
  Description all = describe(first_, p_);
  for (const operators::Output& output : outputs()) all.views.push_back(view_of(output));
  return all;
}

operators::MoeDownData TwoStageInstance::second_data(const std::vector<std::uint8_t>& codes,
                                                     const std::vector<std::uint8_t>& scales) const {
  operators::MoeDownData d = data_.operands;
  d.a = codes;
  d.a_scale = scales;
  return d;
}

std::vector<float> TwoStageInstance::weighted_rows(const matrix::Model& model) const {
  const auto h = accumulation::to_mx(
      accumulation::gated_rows(first_, accumulation::weighted_rows(model, first_, first_data_.operands)),
      *first_.a);
  return accumulation::weighted_rows(model, p_, second_data(h.codes, h.scales));
}

std::unique_ptr<AddedInstance> TwoStageInstance::with_factors(const Change& change) const {
  Stage first{first_, changed(change, first_, first_data_, "gate_up_")};
  Stage second{p_, changed(change, p_, data_, "down_", /*has_a=*/false)};
  return std::make_unique<TwoStageInstance>(case_, kernel_, std::move(first), std::move(second));
}

Provable::Rows TwoStageInstance::rows(std::size_t operand) const {
  if (operand <= kBScale) return rows_of(Factor(operand), first_, first_data_.operands);
  const std::size_t second = operand - kB;  // it has no A of its own, and the first product no weights
  return second > kWeights ? AddedInstance::rows(second) : rows_of(Factor(second), p_, data_.operands);
}

std::vector<fingerprint::Fingerprint> TwoStageInstance::bf16_terms(const fingerprint::Hasher& hasher) const {
  const auto of = operand_leaves(hasher);
  const accumulation::Terms terms(hasher, kernel_.arch);
  const auto h = accumulation::mx_terms(terms, first_, first_data_.operands,
                                        {by_token(first_data_.operands, of[0]), of[1], of[2], of[3], {}});
  return accumulation::bf16_terms(terms, p_, data_.operands,
                                  {h.codes, h.scales, of[4], of[5], words(hasher, of[6])});
}

operators::MoeDownData TwoStageInstance::exact_second_data() const {
  const operators::MoeDownQuantised h = operators::quantised(
      operators::gated(first_, operators::exact(first_, first_data_.operands), /*on_grid=*/true), *first_.a);
  return second_data({h.rounded.begin(), h.rounded.end()}, {h.rounded_scale.begin(), h.rounded_scale.end()});
}

operators::MoeDownExact TwoStageInstance::exact_rows() const {
  const bool on_grid = cases::on_exact_grid(case_, first_.k);
  operators::MoeDownExact h = operators::gated(first_, exact_product(first_, first_data_.operands), on_grid);
  if (on_grid) std::fill(h.loss.begin(), h.loss.end(), 0.0);  // then the gate's operations have one result
  const operators::MoeDownBetween a = operators::between(h, *first_.a);
  operators::MoeDownExact y = operators::exact(p_, data_.operands, a);
  if (scales_are_apart()) operators::claim_for_scales_apart(p_, data_.operands, a, y);
  return y;
}

bool TwoStageInstance::rows_on_grid() const {
  return cases::on_exact_grid(case_, first_.k) && operators::is_exact_in_any_order(p_, exact_second_data());
}

}  // namespace lockstep::problems
