#include <algorithm>
#include <cstring>
#include <utility>

#include "emulator/arithmetic/accumulation/tensorwise_gemm.hpp"
#include "properties/cases/elements.hpp"
#include "properties/problems/tensorwise_gemm/data.hpp"

namespace lockstep::problems::tensorwise_gemm {

namespace {

using cases::Case;
using operators::GroupProduct;
using operators::Layout;
using operators::TensorwiseGemm;

template <typename T>
std::span<const std::uint8_t> bytes_of(const T* first, std::size_t count) {
  return {reinterpret_cast<const std::uint8_t*>(first), count * sizeof(T)};
}

class TensorwiseInstance : public Instance, public Provable {
 public:
  TensorwiseInstance(const Case& c, const kernels::Kernel& kernel, TensorwiseGemm problem, Computed computed,
                     operators::TensorwiseData data)
      : Instance(c, kernel),
        p_(std::move(problem)),
        tuning_(tuning_of(c)),
        computed_(std::move(computed)),
        data_(std::move(data)),
        operands_(p_, computed_, data_) {
    std::int64_t longest = 0;
    for (const GroupProduct& product : computed_.products) {
      depth_of_row_.insert(depth_of_row_.end(), std::size_t(product.rows), product.depth);
      longest = std::max(longest, product.depth);
      facts_.macs += std::uint64_t(product.rows * computed_.problem.n * product.depth);
    }
    facts_.on_exact_grid = cases::on_exact_grid(case_, longest + 1);
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
    at.a_scale = t.add_input("a_scale", 4, 4, fill_all(bytes_of(&data_.a_scale, 1)));
    at.b_scale = t.add_input("b_scale", 4, 4, fill_all(bytes_of(&data_.b_scale, 1)));
    at.group_offs = t.add_input("group_offs", 8 * (groups + 1), 8,
                                fill_all(bytes_of(p_.group_offs.data(), p_.group_offs.size())));
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

  /// Adding to what D held is left out: its conversion to binary32 is a kernel's choice of instructions.
  const Provable* provable() const override { return p_.accumulate ? nullptr : this; }

  std::unique_ptr<Instance> with_operands(const Change& change) const override {
    operators::TensorwiseData d = data_;
    change("a", d.a, 8);
    change("b", d.b, 8);
    for (const auto& [name, scale] : {std::pair{"a_scale", &d.a_scale}, std::pair{"b_scale", &d.b_scale}}) {
      std::vector<std::uint8_t> bytes(sizeof *scale);
      std::memcpy(bytes.data(), scale, bytes.size());
      change(name, bytes, 8);
      std::memcpy(scale, bytes.data(), bytes.size());
    }
    return std::make_unique<TensorwiseInstance>(case_, kernel_, p_, computed_, std::move(d));
  }

  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override {
    const accumulation::Terms terms(hasher, kernel_.arch);
    const auto a = leaves(hasher, 0, data_.a.size()), b = leaves(hasher, 1, data_.b.size());
    const auto scale = [&](std::uint32_t operand) {
      return terms.word(leaves(hasher, operand, sizeof(float)).data());
    };
    return {
        accumulation::expected_terms(terms, computed_.problem, {a, b, scale(2), scale(3)}, tuning_.splits)};
  }

  std::vector<operators::ExactOutput> exact() const override {
    return {operators::exact(computed_.problem, data_)};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    return operators::error_bound(p_, data_, exact.value[i], exact.magnitude[i],
                                  depth_of_row_[i / std::size_t(computed_.problem.n)], tuning_.splits);
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

  machine::Fill fill_previous() const {
    return fill_rows(outputs()[0].rows, std::uint64_t(2 * outputs()[0].columns),
                     bytes_of(data_.c.data(), data_.c.size()));
  }

  TensorwiseGemm p_;
  kernels::TensorwiseTuning tuning_;
  Computed computed_;
  operators::TensorwiseData data_;
  DeviceOperands operands_;
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
