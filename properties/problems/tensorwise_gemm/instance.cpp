#include <algorithm>
#include <utility>

#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/accumulation/tensorwise_gemm.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/tensorwise_gemm/data.hpp"
#include "reference/exact/short_sums.hpp"

namespace lockstep::problems::tensorwise_gemm {

namespace {

using cases::Case;
using operators::GroupProduct;
using operators::Layout;
using operators::TensorwiseGemm;

class TensorwiseInstance : public Instance, public Provable {
 public:
  TensorwiseInstance(const Case& c, const kernels::Kernel& kernel, TensorwiseGemm problem, Computed computed,
                     operators::TensorwiseData data)
      : Instance(c, kernel),
        p_(std::move(problem)),
        tuning_(tuning_of(c)),
        computed_(std::move(computed)),
        data_(std::move(data)),
        operands_(p_, computed_, data_),
        short_sums_(arch::has(kernel.arch, arch::Feature::warpgroups)) {
    std::int64_t longest = 0;
    for (const GroupProduct& product : computed_.products) {
      depth_of_row_.insert(depth_of_row_.end(), std::size_t(product.rows), product.depth);
      longest = std::max(longest, product.depth);
      facts_.macs += std::uint64_t(product.rows * computed_.problem.n * product.depth);
    }
    facts_.on_exact_grid = cases::on_exact_grid(case_, longest + 1) && (!short_sums_ || longest < kShortGrid);
    facts_.outputs = {output_of(p_, computed_)};
    facts_.sampled = sample_text(case_, p_, computed_);
    if (computed_.sampled) facts_.whole_outputs = {output_of(p_, whole(p_))};
  }

  Placed place(std::uint64_t poison) const override {
    Placed placed{new_tensors(poison), {}};
    Tensors& t = *placed.tensors;
    const auto m = std::uint64_t(p_.m), n = std::uint64_t(p_.n), k = std::uint64_t(p_.k),
               groups = std::uint64_t(p_.groups());
    const bool tn = p_.layout == Layout::tn;
    kernels::TensorwiseAddresses at;
    at.d = t.add_output(outputs()[0], 16, p_.accumulate ? fill_previous() : machine::Fill{});
    at.a = t.add_input("a", m * k, 16, fill_a(p_, computed_, operands_));
    at.b = t.add_input("b", tn ? n * k : groups * n * k, 16, fill_b(p_, computed_, operands_));
    at.a_scale = t.add_input("a_scale", 4, 4, fill_all(bytes_of(std::span(&data_.a_scale, 1))));
    at.b_scale = t.add_input("b_scale", 4, 4, fill_all(bytes_of(std::span(&data_.b_scale, 1))));
    at.group_offs = t.add_input("group_offs", 8 * (groups + 1), 8, fill_all(bytes_of(p_.group_offs)));
    at.partials = t.add_workspace("partials", kernels::partial_bytes(p_, tuning_), 16);
    placed.launches = *kernels::plan(kernel_, p_, tuning_, at);
    if (computed_.sampled) kernels::keep_only(placed.launches, p_, tuning_, computed_.places);
    return placed;
  }

  operators::Codes expected(const matrix::Model& model) const override {
    const std::vector<std::uint16_t> bits =
        accumulation::expected_bits(model, computed_.problem, data_, tuning_.splits);
    return {{bits.begin(), bits.end()}};
  }

  const Provable* provable() const override { return this; }

  std::unique_ptr<Instance> with_operands(const Change& change) const override {
    operators::TensorwiseData d = data_;
    change("a", d.a, *p_.a);
    change("b", d.b, *p_.b);
    change_words(change, "a_scale", formats::float32, std::span(&d.a_scale, 1));
    change_words(change, "b_scale", formats::float32, std::span(&d.b_scale, 1));
    if (p_.accumulate) change_words(change, "d", *p_.out, std::span(d.c));
    return std::make_unique<TensorwiseInstance>(case_, kernel_, p_, computed_, std::move(d));
  }

  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override {
    const accumulation::Terms terms(hasher, kernel_.arch);
    const auto of = operand_leaves(hasher);
    std::vector<fingerprint::Fingerprint> c;
    if (p_.accumulate)
      for (std::size_t i = 0; i < of[4].size(); i += 2) c.push_back(terms.widened(*p_.out, &of[4][i]));
    return {accumulation::expected_terms(
        terms, computed_.problem, {of[0], of[1], terms.word(of[2].data()), terms.word(of[3].data()), c},
        tuning_.splits)};
  }

  std::vector<std::vector<fingerprint::Element>> polynomials(
      const fingerprint::Algebra& algebra) const override {
    const auto of = [&](std::uint32_t operand, std::size_t elements, const formats::Format& format) {
      return scaled(algebra, {operand, format, operand + 2, formats::float32, 1, elements}, 1, elements);
    };
    const auto a = of(0, data_.a.size(), *p_.a), b = of(1, data_.b.size(), *p_.b);
    std::vector<fingerprint::Element> all;
    for (const GroupProduct& p : computed_.products) {
      const auto depth = std::size_t(p.depth);
      const auto d = products(std::span(a).subspan(p.a, std::size_t(p.rows) * depth),
                              std::span(b).subspan(p.b, std::size_t(p_.n) * depth), depth);
      all.insert(all.end(), d.begin(), d.end());
      all.resize(p.d + std::size_t(p.rows * p_.n));
    }
    if (p_.accumulate)
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] + element(algebra, 4, i, *p_.out);
    return {std::move(all)};
  }

  Rows rows(std::size_t operand) const override {
    return {operand < 2 && p_.layout != Layout::tn ? p_.k : 0};  // groups that cut k have rows of their own
  }

  std::vector<operators::ExactOutput> exact() const override {
    return {operators::exact(computed_.problem, data_)};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    return operators::error_bound(p_, data_, exact.value[i], exact.magnitude[i],
                                  reduction_of(depth_of_row_[i / std::size_t(computed_.problem.n)]),
                                  tuning_.splits);
  }

  std::int64_t depth(std::size_t, std::size_t element) const override {
    return depth_of_row_[element / std::size_t(computed_.problem.n)];
  }

  Description description() const override {
    Description all = describe(p_, kernels::tile_extent(p_, tuning_));
    all.views.push_back(view_of(outputs()[0], p_.layout == Layout::tn ? p_.groups() : 0));
    return all;
  }

  Symmetries symmetries() const override {
    if (computed_.sampled) return {};
    return {.group_rows = group_rows(p_),
            .groups_cut_rows = p_.layout != Layout::tn,
            .columns = p_.n,
            .k_step = tuning_.splits == 1 ? 1 : 0,
            .linear = true};
  }

  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override {
    const Case& c = relation.the_case;
    auto problem = tensorwise_problem_of(c, p_.layout);
    if (!problem) return tl::unexpected(problem.error().text());
    if (const auto plan = kernels::plan(kernel_, *problem, tuning_of(c), {}); !plan)
      return tl::unexpected(plan.error().text());
    auto next = follow_up(p_, data_, *problem, relation);
    if (!next) return tl::unexpected(next.error());
    auto what = computed(c, *problem);
    if (!what) return tl::unexpected(what.error());
    FollowUp all;
    all.source = {source_elements(next->rows, relation, p_.n)};
    all.instance = std::make_unique<TensorwiseInstance>(c, kernel_, std::move(*problem), std::move(*what),
                                                        std::move(next->data));
    return all;
  }

 private:
  std::optional<std::vector<std::vector<double>>> before_quantisation() const override {
    return {{unquantised_products(case_, computed_.problem, data_)}};
  }

  /// Sums of grid data that the tensor cores of sm_90 hold: products are integers of at most 16, sums below
  /// 2^14.
  static constexpr std::int64_t kShortGrid = 1 << 10;

  exact::Reduction reduction_of(std::int64_t depth) const {
    const std::int64_t k = std::max<std::int64_t>(depth, 4);  // so that the bound's constant is there
    return short_sums_ ? exact::matrix_reduction(exact::kHopper, k) : exact::matrix_reduction(k);
  }

  machine::Fill fill_previous() const {
    return fill_rows(outputs()[0].rows, std::uint64_t(2 * outputs()[0].columns), bytes_of(data_.c));
  }

  TensorwiseGemm p_;
  kernels::TensorwiseTuning tuning_;
  Computed computed_;
  operators::TensorwiseData data_;
  DeviceOperands operands_;
  bool short_sums_;
  std::vector<std::int64_t> depth_of_row_;  ///< [rows of the products]
};

}  // namespace

Preparation prepare(const Case& c, const kernels::Kernel& kernel) {
  auto problem = tensorwise_problem_of(c, kernels::layout_of(kernel.name));
  if (!problem) return tl::unexpected(problem.error().text());
  auto launches = kernels::plan(kernel, *problem, tuning_of(c), {});
  if (!launches) return tl::unexpected(launches.error().text());
  auto tiles = computed(c, *problem);
  if (!tiles) return tl::unexpected(tiles.error());
  return Prepared{std::move(*launches),
                  [c, &kernel, p = std::move(*problem), tiles = std::move(*tiles)]() mutable -> Made {
                    auto data = make_data(c, tiles.problem);
                    return std::make_unique<TensorwiseInstance>(c, kernel, std::move(p), std::move(tiles),
                                                                std::move(data));
                  }};
}

}  // namespace lockstep::problems::tensorwise_gemm
