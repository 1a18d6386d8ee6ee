#include "properties/problems/moe_down/instance.hpp"

#include <map>

#include "emulator/arithmetic/accumulation/moe_down.hpp"
#include "host/random.hpp"
#include "properties/cases/elements.hpp"

namespace lockstep::problems {

MoeDownInstance::MoeDownInstance(const cases::Case& c, const kernels::Kernel& kernel,
                                 operators::MoeDown problem, MoeDownCaseData data)
    : Instance(c, kernel), p_(std::move(problem)), data_(std::move(data)), memory_(p_, data_.operands) {
  facts_.quantisation_fault = data_.quantisation_fault;
  facts_.on_exact_grid = is_grid();
  facts_.macs = std::uint64_t(data_.operands.rows.size()) * std::uint64_t(p_.n) * std::uint64_t(p_.k);
}

Placed MoeDownInstance::place(std::uint64_t poison) const {
  Placed placed{new_tensors(poison), {}};
  kernels::MoeDownAddresses at;
  add_outputs(*placed.tensors, at);
  add_moe_inputs(*placed.tensors, p_, data_.operands, memory_, at);
  placed.launches.push_back(*kernels::plan(kernel_, p_, moe_down_tuning(case_), at));
  return placed;
}

Description MoeDownInstance::description() const {
  Description all = describe(p_);
  for (const operators::Output& output : outputs()) all.views.push_back(view_of(output));
  return all;
}

Symmetries MoeDownInstance::symmetries() const {
  constexpr std::int64_t kStep = 256;  // k that the kernels take at once
  return {.group_rows = group_rows(p_, data_.operands),
          .columns = p_.out_columns(),
          .column_block = p_.is_quantised() ? operators::kMxBlock : 1,
          .k_step = kStep,
          .linear = is_linear()};
}

tl::expected<FollowUp, std::string> MoeDownInstance::follow(const Relation& relation) const {
  auto problem = moe_down_problem(relation.the_case, p_.output);
  if (!problem) return tl::unexpected(problem.error().text());
  auto next = follow_up(p_, data_.operands, std::move(*problem), relation);
  if (!next) return tl::unexpected(next.error());
  if (const auto plan = kernels::plan(kernel_, next->problem, moe_down_tuning(relation.the_case), {}); !plan)
    return tl::unexpected(plan.error().text());
  auto instance =
      another(relation.the_case, std::move(next->problem), MoeDownCaseData{std::move(next->operands), {}});
  FollowUp all;
  all.source = sources(*instance, next->rows, relation);
  all.instance = std::move(instance);
  return all;
}

MoeDownCaseData MoeDownInstance::changed(const Change& change, const operators::MoeDown& p,
                                         MoeDownCaseData data, const std::string& of, bool has_a) {
  operators::MoeDownData& d = data.operands;
  if (has_a) {
    change("a", d.a, *p.a);
    change("a_scale", d.a_scale, formats::float8_e8m0fnu);
  }
  change(of + "b", d.b, formats::float4_e2m1fn);
  change(of + "b_scale", d.b_scale, formats::float8_e8m0fnu);
  if (!p.is_gated()) change_words(change, of + "weights", formats::float32, std::span(d.weight));
  return data;
}

std::unique_ptr<Instance> MoeDownInstance::with_operands(const Change& change) const {
  return another(case_, p_, changed(change, p_, data_));
}

Provable::Rows MoeDownInstance::rows_of(Factor factor, const operators::MoeDown& p,
                                        const operators::MoeDownData& d) {
  const std::int64_t columns = factor == kWeights ? 1 : factor == kA || factor == kB ? p.k : p.k_blocks();
  if (factor == kB || factor == kBScale) return rows_of_planes(columns, p.n, d.plane_of_expert);
  Rows all{columns};
  for (const operators::MoeRow& row : d.rows)
    all.in_tensor.push_back(factor == kA && p.is_gated() ? row.token : row.row);
  return all;
}

Provable::Rows MoeDownInstance::rows(std::size_t operand) const {
  return operand > kWeights ? Rows{} : rows_of(Factor(operand), p_, data_.operands);
}

std::vector<fingerprint::Fingerprint> MoeDownInstance::by_token(
    const operators::MoeDownData& data, const std::vector<fingerprint::Fingerprint>& a) {
  std::map<std::int32_t, std::size_t> last;  // MoeDownMemory has the codes of a token's last row
  for (std::size_t i = 0; i < data.rows.size(); ++i) last[data.rows[i].token] = i;
  const std::size_t k = a.size() / std::max<std::size_t>(1, data.rows.size());
  std::vector<fingerprint::Fingerprint> all;
  for (const operators::MoeRow& row : data.rows) {
    const auto codes = std::span(a).subspan(last.at(row.token) * k, k);
    all.insert(all.end(), codes.begin(), codes.end());
  }
  return all;
}

std::vector<fingerprint::Fingerprint> MoeDownInstance::bf16_terms(const fingerprint::Hasher& hasher) const {
  const auto of = operand_leaves(hasher);
  return accumulation::bf16_terms(accumulation::Terms(hasher, kernel_.arch), p_, data_.operands,
                                  {of[0], of[1], of[2], of[3], words(hasher, of[4])});
}

std::vector<std::vector<fingerprint::Fingerprint>> MoeDownInstance::mx_terms(
    const fingerprint::Hasher& hasher) const {
  auto of = operand_leaves(hasher);
  if (p_.is_gated()) {
    of[0] = by_token(data_.operands, of[0]);
    of.emplace_back();
  }
  auto rows = accumulation::mx_terms(accumulation::Terms(hasher, kernel_.arch), p_, data_.operands,
                                     {of[0], of[1], of[2], of[3], words(hasher, of[4])});
  return {std::move(rows.codes), std::move(rows.scales)};
}

operators::MoeDownExact MoeDownInstance::exact_product(const operators::MoeDown& p,
                                                       const operators::MoeDownData& d) const {
  operators::MoeDownExact y = operators::exact(p, d);
  if (scales_are_apart()) operators::claim_for_scales_apart(p, d, y);
  return y;
}

bool MoeDownInstance::is_grid() const {
  return cases::on_exact_grid(case_, p_.k);
}

namespace {

using cases::Case;

struct Planned {
  operators::MoeDown problem;
  kernels::LaunchPlan launch;
};

tl::expected<Planned, std::string> planned(const Case& c, const kernels::Kernel& kernel) {
  auto problem = moe_down_problem(c, kernels::moe_output_of(kernel.name));
  if (!problem) return tl::unexpected(problem.error().text());
  auto launch = kernels::plan(kernel, *problem, moe_down_tuning(c), {});
  if (!launch) return tl::unexpected(launch.error().text());
  return Planned{std::move(*problem), std::move(*launch)};
}

tl::expected<MoeDownCaseData, std::string> data_of(Case c, const operators::MoeDown& problem,
                                                   std::uint64_t seed) {
  c.seed = seed;
  return make_moe_down_data(c, problem);
}

}  // namespace

Preparation moe_down::prepare(const Case& c, const kernels::Kernel& kernel) {
  auto what = planned(c, kernel);
  if (!what) return tl::unexpected(what.error());
  return Prepared{{std::move(what->launch)}, [c, &kernel, p = std::move(what->problem)]() mutable -> Made {
                    auto data = make_moe_down_data(c, p);
                    if (!data) return tl::unexpected(data.error());
                    if (p.output == operators::MoeOutput::added_bf16)
                      return std::make_unique<AddedInstance>(c, kernel, std::move(p), std::move(*data));
                    return make_moe_rows(c, kernel, std::move(p), std::move(*data));
                  }};
}

Preparation moe_down::prepare_two_stage(const Case& c, const kernels::Kernel& kernel) {
  auto [first, second] = TwoStageInstance::cases_of(c);
  auto gate_up = planned(first, *kernels::find_kernel("moe_gate_up", c.arch));
  if (!gate_up) return tl::unexpected(gate_up.error());
  auto down = planned(second, *kernels::find_kernel("moe_down_added", c.arch));
  if (!down) return tl::unexpected(down.error());
  return Prepared{{std::move(gate_up->launch), std::move(down->launch)},
                  [c, &kernel, first = std::move(first), second = std::move(second),
                   up = std::move(gate_up->problem), down = std::move(down->problem)]() mutable -> Made {
                    auto of_first = data_of(first, up, c.seed),
                         of_second = data_of(second, down, host::hash(c.seed, 2));
                    if (!of_first) return tl::unexpected(of_first.error());
                    if (!of_second) return tl::unexpected(of_second.error());
                    return std::make_unique<TwoStageInstance>(
                        c, kernel, TwoStageInstance::Stage{std::move(up), std::move(*of_first)},
                        TwoStageInstance::Stage{std::move(down), std::move(*of_second)});
                  }};
}

}  // namespace lockstep::problems
