#include "properties/problems/moe_down/instance.hpp"

#include "properties/cases/elements.hpp"
#include "properties/problems/moe_down/follow_up.hpp"
#include "properties/problems/moe_down/problem.hpp"
#include "properties/problems/shuffled_planes.hpp"

namespace lockstep::problems {

namespace {

std::span<const std::uint8_t> words(const std::vector<std::int32_t>& values, std::int64_t count) {
  return {reinterpret_cast<const std::uint8_t*>(values.data()), std::size_t(count) * 4};
}

}  // namespace

MoeDownInstance::MoeDownInstance(const cases::Case& c, const kernels::Kernel& kernel,
                                 operators::MoeDown problem, MoeDownCaseData data)
    : case_(c),
      kernel_(kernel),
      p_(std::move(problem)),
      data_(std::move(data)),
      memory_(p_, data_.operands) {}

Placed MoeDownInstance::place(std::uint64_t poison) const {
  Placed placed{new_tensors(case_.place, poison), {}};
  kernels::MoeDownAddresses at;
  add_outputs(*placed.tensors, at);
  add_moe_inputs(*placed.tensors, p_, data_.operands, memory_, at);
  placed.launches.push_back(*kernels::plan(kernel_, p_, moe_down_tuning(case_), at));
  return placed;
}

std::uint64_t MoeDownInstance::macs() const {
  return std::uint64_t(data_.operands.rows.size()) * std::uint64_t(p_.n) * std::uint64_t(p_.k);
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

operators::MoeDownExact MoeDownInstance::exact_product(const operators::MoeDown& p,
                                                       const operators::MoeDownData& d) const {
  operators::MoeDownExact y = operators::exact(p, d);
  if (scales_are_apart()) operators::claim_for_scales_apart(p, d, y);
  return y;
}

bool MoeDownInstance::is_grid() const {
  return cases::on_exact_grid(case_, p_.k);
}

void add_moe_inputs(Tensors& t, const operators::MoeDown& p, const operators::MoeDownData& d,
                    const MoeDownMemory& memory, kernels::MoeDownAddresses& at, const std::string& of) {
  const auto capacity = std::uint64_t(p.capacity()), n = std::uint64_t(p.n), k = std::uint64_t(p.k),
             experts = std::uint64_t(p.experts), blocks = std::uint64_t(p.block_experts.size()),
             row_bytes = std::uint64_t(p.a_row_bytes());
  const std::uint64_t a_rows = p.is_gated() ? std::uint64_t(p.tokens) : capacity;
  if (at.a == 0) {
    at.a = t.add_input("a", a_rows * row_bytes, 16, fill_rows(memory.a_rows, row_bytes, memory.a));
    at.a_scale =
        t.add_input("a_scale", sorted_scale_bytes(p, p.k_blocks()), 4, fill_scattered(memory.a_scale));
  }
  at.b = t.add_input((of + "b").c_str(), experts * n * k / 2, 16,
                     fill_shuffled_planes({p.n, p.k / 2}, d.plane_of_expert, memory.b));
  at.b_scale =
      t.add_input((of + "b_scale").c_str(), experts * n * k / 32, 4, fill_expert_scales(p, d, memory));
  if (at.sorted_ids == 0) {
    at.sorted_ids = t.add_input("sorted_ids", capacity * 4, 4, fill_all(words(p.sorted_ids, p.used_rows)));
    at.block_experts =
        t.add_input("block_experts", blocks * 4, 4, fill_all(words(p.block_experts, p.used_rows / p.block)));
    at.used_rows = t.add_input("used_rows", 4, 4, fill_all(memory.used_rows));
  }
  at.weights = t.add_input((of + "weights").c_str(), capacity * 4, 4,
                           p.is_gated() ? machine::Fill{} : fill_rows(memory.rows, 4, memory.weights));
}

}  // namespace lockstep::problems
