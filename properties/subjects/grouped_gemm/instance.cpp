#include <fmt/format.h>

#include "data.hpp"
#include "emulator/accumulation/grouped_gemm.hpp"
#include "fills.hpp"
#include "kernels/grouped_gemm/launch.hpp"
#include "problem.hpp"
#include "properties/cases/elements.hpp"
#include "shape.hpp"
#include "software_scales.hpp"
#include "subject.hpp"

namespace lockstep::subjects {

namespace {

using cases::Case;
using operators::GroupedGemm;
using operators::Grouping;

class GroupedGemmInstance : public Instance {
 public:
  GroupedGemmInstance(const Case& c, const kernels::Kernel& kernel, GroupedGemm problem,
                      GroupedGemmCaseData data)
      : case_(c),
        kernel_(kernel),
        p_(std::move(problem)),
        data_(std::move(data)),
        parts_(p_, data_.operands) {
    operators::Output d{"d", p_.out, p_.rows(), p_.n, {}};
    for (const operators::ActiveRow& r : data_.operands.rows)
      d.rows.push_back({r.row, r.group, p_.grouping == Grouping::masked ? r.row % p_.m : r.row});
    outputs_.push_back(std::move(d));
  }

  const std::vector<operators::Output>& outputs() const override { return outputs_; }

  Placed place(std::uint64_t poison) const override {
    Placed placed{std::make_unique<Tensors>(case_.place, poison), {}};
    Tensors& t = *placed.tensors;
    const auto rows = std::uint64_t(p_.rows()), n = std::uint64_t(p_.n), k = std::uint64_t(p_.k),
               groups = std::uint64_t(p_.groups), blocks = std::uint64_t(p_.k_blocks()),
               scale = std::uint64_t(p_.scale_bytes());
    const operators::GroupedGemmData& d = data_.operands;
    const bool masked = p_.grouping == Grouping::masked;
    kernels::GroupedGemmAddresses at;
    at.d = t.add_output(outputs_[0], 16);
    at.a = t.add_input("a", rows * k, 16, fill_rows(outputs_[0].rows, k, d.a));
    at.a_scale = t.add_input("a_scale", rows * blocks * scale, scale, fill_a_scale(p_, d));
    at.b = t.add_input("b", groups * n * k, 16, fill_b(p_, d));
    at.b_scale = t.add_input("b_scale", groups * (n / operators::kScaleBlock) * blocks * scale, scale,
                             fill_b_scale(p_, d));
    at.routing = t.add_input(masked ? "masked_m" : "grouped_layout", 4 * (masked ? groups : rows), 4,
                             fill_routing(p_));
    placed.launches.push_back(*kernels::plan(kernel_, p_, at));
    return placed;
  }

  operators::Codes expected(const matrix::Model& model) const override {
    const std::vector<std::uint16_t> bits = accumulation::expected_bits(model, p_, data_.operands);
    return {{bits.begin(), bits.end()}};
  }

  std::vector<operators::ExactOutput> exact() const override {
    operators::GroupedGemmExact e = operators::exact(p_, data_.operands);
    std::vector<operators::ExactOutput> all(1);
    all[0] = {std::move(e.value), std::move(e.magnitude), {e.rounded.begin(), e.rounded.end()}};
    return all;
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    if (p_.scale_bytes() == 1) return exact::bound(exact.value[i], exact.magnitude[i], p_.k, *p_.out);
    const auto n = std::size_t(p_.n);
    const exact::ScaledParts parts = parts_.of(p_, data_.operands, i / n, i % n);
    return exact::rounding_bound(exact.value[i], exact::scaled_parts_loss(exact.magnitude[i], parts),
                                 *p_.out);
  }

  bool on_exact_grid() const override { return cases::on_exact_grid(case_, p_.k); }
  std::uint64_t macs() const override {
    return std::uint64_t(data_.operands.rows.size()) * std::uint64_t(p_.n) * std::uint64_t(p_.k);
  }
  std::string quantisation_fault() const override { return data_.quantisation_fault; }

 private:
  Case case_;
  const kernels::Kernel& kernel_;
  GroupedGemm p_;
  GroupedGemmCaseData data_;
  SoftwareScales parts_;
  std::vector<operators::Output> outputs_;
};

tl::expected<std::unique_ptr<Instance>, std::string> make(const Case& c, const kernels::Kernel& kernel) {
  auto problem = problem_of(c, kernel);
  if (!problem) return tl::unexpected(problem.error().text());
  if (const auto plan = kernels::plan(kernel, *problem, {}); !plan)
    return tl::unexpected(plan.error().text());
  auto data = make_data(c, *problem);
  if (!data) return tl::unexpected(data.error());
  return std::make_unique<GroupedGemmInstance>(c, kernel, std::move(*problem), std::move(*data));
}

}  // namespace

Subject grouped_gemm_subject() {
  return {"grouped_gemm", {grouped_gemm_keys(), 128, 128}, {"bf16", "f16"}, grouped_gemm_shape, make};
}

}  // namespace lockstep::subjects
