#include <algorithm>
#include <limits>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/grouped_gemm.hpp"
#include "kernels/grouped_gemm/launch.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/block_scales.hpp"
#include "properties/problems/grouped_gemm/data.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "properties/problems/tensor_layout.hpp"
#include "reference/exact/short_sums.hpp"

namespace lockstep::problems::grouped_gemm {

namespace {

using cases::Case;
using operators::GroupedGemm;
using operators::Grouping;

constexpr std::int64_t kZeroed = -1;  ///< a row that is written, but belongs to no group

class GroupedGemmInstance : public Instance, public Provable {
 public:
  GroupedGemmInstance(const Case& c, const kernels::Kernel& kernel, GroupedGemm problem,
                      GroupedGemmCaseData data)
      : Instance(c, kernel),
        p_(std::move(problem)),
        data_(std::move(data)),
        reduction_(exact::matrix_reduction(p_.k)),
        scales_may_leave_(
            (arch::has(kernel.arch, arch::Feature::scales_in_turn) &&
             (has_far_scale(data_.operands.a_scale) || has_far_scale(data_.operands.b_scale))) ||
            (c.options[kScaleOrder] && products_may_leave(data_.operands.a_scale, data_.operands.b_scale))),
        parts_(p_, data_.operands),
        unit_loss_(arch::has(kernel.arch, arch::Feature::warpgroups) ? exact::kHopper : exact::kCdna3) {
    const operators::GroupedGemmData& d = data_.operands;
    facts_.quantisation_fault = data_.quantisation_fault;
    facts_.on_exact_grid = cases::on_exact_grid(case_, p_.k);
    facts_.macs = std::uint64_t(d.rows.size()) * std::uint64_t(p_.n) * std::uint64_t(p_.k);
    facts_.claims_everywhere = p_.scale_bytes() == 1 && !scales_may_leave_ &&
                               operators::magnitude_limit(*p_.element, p_.k, *p_.scale, d.a_scale,
                                                          d.b_scale) < exact::claimed_below(reduction_);
    list_active_rows();
    list_written_rows();
  }

  Placed place(std::uint64_t poison) const override {
    Placed placed{new_tensors(poison), {}};
    Tensors& t = *placed.tensors;
    const auto rows = std::uint64_t(p_.rows()), n = std::uint64_t(p_.n), k = std::uint64_t(p_.k),
               groups = std::uint64_t(p_.groups), blocks = std::uint64_t(p_.k_blocks()),
               scale = std::uint64_t(p_.scale_bytes()), stride = std::uint64_t(p_.scale_stride());
    const operators::GroupedGemmData& d = data_.operands;
    const bool masked = p_.grouping == Grouping::masked;
    const bool by_row = !masked && p_.groups_as == operators::GroupsAs::ids;
    kernels::GroupedGemmAddresses at;
    at.d = t.add_output(outputs()[0], 16);
    at.a = t.add_input("a", rows * k, 16, fill_rows(active_, k, d.a));
    at.a_scale =
        t.add_input("a_scale", (masked ? groups : 1) * blocks * stride * scale, scale, fill_a_scale(p_, d));
    at.b = t.add_input("b", groups * n * k, 16, fill_shuffled_planes({p_.n, p_.k}, d.plane_of_group, d.b));
    at.b_scale = t.add_input("b_scale", groups * (n / operators::kScaleBlock) * blocks * scale, scale,
                             fill_b_scale(p_, d));
    at.routing = t.add_input(masked ? "masked_m" : "grouped_layout", 4 * (by_row ? rows : groups), 4,
                             fill_routing(p_));
    placed.launches = *kernels::plan(kernel_, p_, at, grouped_gemm_tuning_of(case_));
    return placed;
  }

  operators::Codes expected(const matrix::Model& model) const override {
    return {of_written_rows<std::uint32_t>(
        accumulation::expected_bits(model, p_, data_.operands, scale_order()))};
  }

  accumulation::ScaleOrder scale_order() const {
    using accumulation::ScaleOrder;
    return case_.options[kScaleOrder] ? ScaleOrder::product_first : ScaleOrder::row_first;
  }

  const Provable* provable() const override { return this; }

  std::unique_ptr<Instance> with_operands(const Change& change) const override {
    GroupedGemmCaseData data = data_;
    change("a", data.operands.a, *p_.element);
    change("a_scale", data.operands.a_scale, *p_.scale);
    change("b", data.operands.b, *p_.element);
    change("b_scale", data.operands.b_scale, *p_.scale);
    return std::make_unique<GroupedGemmInstance>(case_, kernel_, p_, std::move(data));
  }

  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override {
    const auto of = operand_leaves(hasher);
    return {of_written_rows<fingerprint::Fingerprint>(
        accumulation::expected_terms(accumulation::Terms(hasher, kernel_.arch), p_, data_.operands,
                                     {of[0], of[1], of[2], of[3]}, scale_order()))};
  }

  std::vector<std::vector<fingerprint::Element>> polynomials(
      const fingerprint::Algebra& algebra) const override {
    const operators::GroupedGemmData& d = data_.operands;
    const auto n = std::size_t(p_.n), k = std::size_t(p_.k), block = std::size_t(operators::kScaleBlock);
    const auto a = scaled(algebra, {0, *p_.element, 1, *p_.scale, 1, block}, d.rows.size(), k);
    const auto b =
        scaled(algebra, {2, *p_.element, 3, *p_.scale, block, block}, k == 0 ? 0 : d.b.size() / k, k);
    std::vector<fingerprint::Element> all;
    for (std::size_t i = 0; i < d.rows.size(); ++i) {
      const auto plane = std::size_t(d.plane_of_group[std::size_t(d.rows[i].group)]);
      const auto row =
          products(std::span(a).subspan(i * k, k), std::span(b).subspan(plane * n * k, n * k), k);
      all.insert(all.end(), row.begin(), row.end());
      all.resize((i + 1) * n);
    }
    return {of_written_rows<fingerprint::Element>(std::move(all))};
  }

  Rows rows(std::size_t operand) const override {
    const operators::GroupedGemmData& d = data_.operands;
    const bool is_scale = operand % 2 != 0;
    const std::int64_t columns = is_scale ? p_.k_blocks() : p_.k;
    if (operand >= 2)
      return rows_of_planes(columns, is_scale ? p_.n / operators::kScaleBlock : p_.n, d.plane_of_group);
    Rows all{columns};
    for (const operators::ActiveRow& row : d.rows) all.in_tensor.push_back(row.row);
    return all;
  }

  std::vector<operators::ExactOutput> exact() const override {
    // Where all is claimed, few elements are asked for their bounds: those that lost a bit.
    using operators::Magnitudes;
    const Magnitudes magnitudes = claims_everywhere() ? Magnitudes::none : Magnitudes::all;
    operators::ExactOutput e = operators::exact(p_, data_.operands, magnitudes);
    e.value = of_written_rows<double>(std::move(e.value));
    if (magnitudes == Magnitudes::all) e.magnitude = of_written_rows<double>(std::move(e.magnitude));
    e.rounded = of_written_rows<std::uint32_t>(std::move(e.rounded));
    return {std::move(e)};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    const auto n = std::size_t(p_.n);
    const std::int64_t active = active_of_[i / n];
    if (active == kZeroed || p_.k == 0) return {0, false, false};
    const double magnitude =
        !exact.magnitude.empty()
            ? exact.magnitude[i]
            : operators::magnitude(p_, data_.operands, std::size_t(active), std::int64_t(i % n));
    if (scales_may_leave_)
      return exact::rounding_bound(exact.value[i], std::numeric_limits<double>::infinity(), *p_.out);
    if (p_.scale_bytes() == 1) return exact::bound(exact.value[i], magnitude, reduction_, 1, *p_.out);
    const exact::ScaledParts parts = parts_.of(p_, data_.operands, std::size_t(active), i % n);
    return exact::rounding_bound(exact.value[i], exact::scaled_parts_loss(magnitude, parts, unit_loss_),
                                 *p_.out);
  }

  std::int64_t depth(std::size_t, std::size_t) const override { return p_.k; }

  Description description() const override {
    Description all = describe(p_);
    all.views.push_back(view_of(outputs()[0], p_.grouping == Grouping::masked ? p_.groups : 0));
    return all;
  }

  Symmetries symmetries() const override {
    return {.group_rows = group_rows(p_, data_.operands),
            .columns = p_.n,
            .column_block = operators::kScaleBlock,
            .k_step = operators::kScaleBlock,
            .linear = true};
  }

  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override {
    auto problem = problem_of(relation.the_case, kernel_);
    if (!problem) return tl::unexpected(problem.error().text());
    if (const auto plan = kernels::plan(kernel_, *problem, {}, grouped_gemm_tuning_of(relation.the_case));
        !plan)
      return tl::unexpected(plan.error().text());
    auto next = follow_up(p_, data_.operands, *problem, relation);
    if (!next) return tl::unexpected(next.error());
    auto instance = std::make_unique<GroupedGemmInstance>(relation.the_case, kernel_, std::move(*problem),
                                                          GroupedGemmCaseData{std::move(next->operands), {}});
    std::vector<std::int64_t> rows;
    for (const std::int64_t active : instance->active_of_)
      rows.push_back(active == kZeroed ? FollowUp::kNone : written_of(next->rows[std::size_t(active)]));
    FollowUp all;
    all.source = {source_elements(rows, relation, p_.n)};
    all.instance = std::move(instance);
    return all;
  }

 private:
  std::optional<std::vector<std::vector<double>>> before_quantisation() const override {
    return {{of_written_rows<double>(unquantised_product(case_, p_, data_.operands))}};
  }

  /// The number of an active row among the written ones, both ascending.
  std::int64_t written_of(std::size_t active) const {
    return std::lower_bound(outputs()[0].rows.begin(), outputs()[0].rows.end(), active_[active].row,
                            [](const operators::OutputRow& r, std::int64_t row) { return r.row < row; }) -
           outputs()[0].rows.begin();
  }

  // Lists the active rows. Tiles count rows from where their group starts; those of groups given by ids, from
  // the tensor's start.
  void list_active_rows() {
    const bool ids = p_.grouping == Grouping::contiguous && p_.groups_as == operators::GroupsAs::ids;
    std::int64_t start = 0;
    for (const operators::ActiveRow& r : data_.operands.rows) {
      if (active_.empty() || active_.back().group != r.group) start = ids ? 0 : r.row;
      active_.push_back({r.row, r.group, r.row - start});
    }
  }

  void list_written_rows() {
    const std::vector<std::int64_t> zeroed = operators::zeroed_rows(p_);
    operators::Output d{"d", p_.out, p_.rows(), p_.n, {}};
    auto zero = zeroed.begin();
    const auto zeros_before = [&](std::int64_t row) {
      for (; zero != zeroed.end() && *zero < row; ++zero) {
        d.rows.push_back({*zero, -1, *zero});
        active_of_.push_back(kZeroed);
      }
    };
    for (std::size_t i = 0; i < active_.size(); ++i) {
      zeros_before(active_[i].row);
      d.rows.push_back(active_[i]);
      active_of_.push_back(std::int64_t(i));
    }
    zeros_before(p_.rows());
    facts_.outputs.push_back(std::move(d));
  }

  /// Takes [active rows][n] to [written rows][n]: zeros in between.
  template <typename To, typename From>
  std::vector<To> of_written_rows(std::vector<From> values) const {
    if constexpr (std::is_same_v<To, From>)
      if (active_of_.size() == active_.size()) return values;
    const auto n = std::size_t(p_.n);
    std::vector<To> all(active_of_.size() * n);
    for (std::size_t i = 0; i < active_of_.size(); ++i)
      if (active_of_[i] != kZeroed)
        std::copy_n(values.begin() + active_of_[i] * p_.n, n, all.begin() + std::int64_t(i) * p_.n);
    return all;
  }

  GroupedGemm p_;
  GroupedGemmCaseData data_;
  exact::Reduction reduction_;
  bool scales_may_leave_;  ///< binary32's normal numbers, before all factors have met: nothing is claimed
  SoftwareScales parts_;
  const exact::Loss& unit_loss_;
  std::vector<operators::OutputRow> active_;
  std::vector<std::int64_t> active_of_;  ///< each written row's number among the active ones, or kZeroed
};

}  // namespace

Preparation prepare(const Case& c, const kernels::Kernel& kernel) {
  auto problem = problem_of(c, kernel);
  if (!problem) return tl::unexpected(problem.error().text());
  auto launches = kernels::plan(kernel, *problem, {}, grouped_gemm_tuning_of(c));
  if (!launches) return tl::unexpected(launches.error().text());
  return Prepared{std::move(*launches), [c, &kernel, p = std::move(*problem)]() mutable -> Made {
                    auto data = make_data(c, p);
                    if (!data) return tl::unexpected(data.error());
                    return std::make_unique<GroupedGemmInstance>(c, kernel, std::move(p), std::move(*data));
                  }};
}

}  // namespace lockstep::problems::grouped_gemm
