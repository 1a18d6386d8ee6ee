#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>

#include "data.hpp"
#include "emulator/accumulation/arrival_orders.hpp"
#include "emulator/accumulation/moe_down.hpp"
#include "fills.hpp"
#include "kernels/moe_down/launch.hpp"
#include "problem.hpp"
#include "properties/cases/elements.hpp"
#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float4_e2m1fn.hpp"
#include "reference/formats/float8_e8m0fnu.hpp"
#include "shape.hpp"
#include "subject.hpp"

namespace lockstep::subjects {

namespace {

using cases::Case;
using operators::Arrivals;
using operators::MoeDown;
using operators::MoeOutput;

std::uint32_t to_bf16(double x) {
  return formats::encode_nearest_even(formats::bfloat16, x, formats::Overflow::to_special);
}

/// What every form has: the operands in memory, and the launch.
class MoeDownInstance : public Instance {
 public:
  MoeDownInstance(const Case& c, const kernels::Kernel& kernel, MoeDown problem, MoeDownCaseData data)
      : case_(c),
        kernel_(kernel),
        p_(std::move(problem)),
        data_(std::move(data)),
        memory_(p_, data_.operands) {
    used_.resize(4);
    const auto used = std::bit_cast<std::array<std::uint8_t, 4>>(std::uint32_t(p_.used_rows));
    std::copy(used.begin(), used.end(), used_.begin());
  }

  const std::vector<operators::Output>& outputs() const override { return outputs_; }

  Placed place(std::uint64_t poison) const override {
    Placed placed{std::make_unique<Tensors>(case_.place, poison), {}};
    Tensors& t = *placed.tensors;
    const auto capacity = std::uint64_t(p_.capacity()), n = std::uint64_t(p_.n), k = std::uint64_t(p_.k),
               experts = std::uint64_t(p_.experts), blocks = std::uint64_t(p_.block_experts.size());
    const operators::MoeDownData& d = data_.operands;
    kernels::MoeDownAddresses at;
    add_outputs(t, at);
    at.a = t.add_input("a", capacity * k / 2, 16, fill_rows(memory_.rows, k / 2, memory_.a));
    at.a_scale =
        t.add_input("a_scale", sorted_scale_bytes(p_, p_.k_blocks()), 4, fill_scattered(memory_.a_scale));
    at.b = t.add_input("b", experts * n * k / 2, 16, fill_expert_weights(p_, d, memory_));
    at.b_scale = t.add_input("b_scale", experts * n * k / 32, 4, fill_expert_scales(p_, d, memory_));
    at.sorted_ids = t.add_input("sorted_ids", capacity * 4, 4, fill_all(words(p_.sorted_ids, p_.used_rows)));
    at.block_experts = t.add_input("block_experts", blocks * 4, 4,
                                   fill_all(words(p_.block_experts, p_.used_rows / p_.block)));
    at.used_rows = t.add_input("used_rows", 4, 4, fill_all(used_));
    at.weights = t.add_input("weights", capacity * 4, 4, fill_rows(memory_.rows, 4, memory_.weights));
    placed.launches.push_back(*kernels::plan(kernel_, p_, moe_down_tuning(case_), at));
    return placed;
  }

  std::uint64_t macs() const override {
    return std::uint64_t(data_.operands.rows.size()) * std::uint64_t(p_.n) * std::uint64_t(p_.k);
  }
  std::string quantisation_fault() const override { return data_.quantisation_fault; }

 protected:
  virtual void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const = 0;

  bool is_grid() const { return cases::on_exact_grid(case_, p_.k); }

  static std::span<const std::uint8_t> words(const std::vector<std::int32_t>& values, std::int64_t count) {
    return {reinterpret_cast<const std::uint8_t*>(values.data()), std::size_t(count) * 4};
  }

  Case case_;
  const kernels::Kernel& kernel_;
  MoeDown p_;
  MoeDownCaseData data_;
  MoeDownMemory memory_;
  std::vector<std::uint8_t> used_;
  std::vector<operators::Output> outputs_;
};

class FlatInstance : public MoeDownInstance {
 public:
  FlatInstance(const Case& c, const kernels::Kernel& kernel, MoeDown problem, MoeDownCaseData data)
      : MoeDownInstance(c, kernel, std::move(problem), std::move(data)) {
    outputs_.push_back({"d", &formats::bfloat16, p_.capacity(), p_.n, memory_.rows});
  }

  operators::Codes expected(const matrix::Model& model) const override {
    const auto bits = accumulation::to_bf16(accumulation::weighted_rows(model, p_, data_.operands));
    return {{bits.begin(), bits.end()}};
  }

  std::vector<operators::ExactOutput> exact() const override {
    operators::MoeDownExact e = operators::exact(p_, data_.operands);
    operators::ExactOutput d{std::move(e.value), std::move(e.loss), {}};
    for (const double value : d.value) d.rounded.push_back(to_bf16(value));
    return {std::move(d)};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    return exact::rounding_bound(exact.value[i], exact.magnitude[i], formats::bfloat16);
  }

  bool on_exact_grid() const override { return is_grid(); }

 private:
  void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const override {
    at.d = t.add_output(outputs_[0], 16);
  }
};

class QuantisedInstance : public MoeDownInstance {
 public:
  QuantisedInstance(const Case& c, const kernels::Kernel& kernel, MoeDown problem, MoeDownCaseData data)
      : MoeDownInstance(c, kernel, std::move(problem), std::move(data)) {
    outputs_.push_back({"d", &formats::float4_e2m1fn, p_.capacity(), p_.n, memory_.rows});
    // Scales do not lie in rows: each byte is one.
    const std::int64_t blocks = p_.n / operators::kMxBlock;
    for (std::size_t i = 0; i < memory_.rows.size(); ++i)
      for (std::int64_t block = 0; block < blocks; ++block)
        scale_at_.emplace_back(sorted_scale_offset(p_, blocks, memory_.rows[i].row, block),
                               i * std::size_t(blocks) + std::size_t(block));
    std::sort(scale_at_.begin(), scale_at_.end());
    operators::Output scales{
        "d_scale", &formats::float8_e8m0fnu, std::int64_t(sorted_scale_bytes(p_, blocks)), 1, {}};
    for (const auto& [offset, index] : scale_at_) {
      const operators::OutputRow& row = memory_.rows[index / std::size_t(blocks)];
      scales.rows.push_back({std::int64_t(offset), row.group, row.in_group});
    }
    outputs_.push_back(std::move(scales));
  }

  operators::Codes expected(const matrix::Model& model) const override {
    const accumulation::Mxfp4 q =
        accumulation::to_mxfp4(accumulation::weighted_rows(model, p_, data_.operands));
    return {{q.codes.begin(), q.codes.end()}, in_memory_order<std::uint32_t>(q.scales)};
  }

  /// `magnitude` is the whole error.
  std::vector<operators::ExactOutput> exact() const override {
    operators::MoeDownQuantised q = operators::quantised(operators::exact(p_, data_.operands));
    return {{std::move(q.value), std::move(q.error), std::move(q.rounded)},
            {in_memory_order<double>(q.scale), in_memory_order<double>(q.scale_error),
             in_memory_order<std::uint32_t>(q.rounded_scale)}};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    const bool open = std::isinf(exact.magnitude[i]);
    return {exact.magnitude[i], open, open};
  }

  bool on_exact_grid() const override { return is_grid(); }

 private:
  void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const override {
    at.d = t.add_output(outputs_[0], 16);
    at.d_scale = t.add_output(outputs_[1], 4);
  }

  template <typename To, typename From>
  std::vector<To> in_memory_order(const std::vector<From>& scales) const {
    std::vector<To> ordered;
    for (const auto& [offset, index] : scale_at_) ordered.push_back(To(scales[index]));
    return ordered;
  }

  std::vector<std::pair<std::uint64_t, std::size_t>>
      scale_at_;  ///< byte, and index among [active rows][n/32]
};

class AddedInstance : public MoeDownInstance {
 public:
  AddedInstance(const Case& c, const kernels::Kernel& kernel, MoeDown problem, MoeDownCaseData data)
      : MoeDownInstance(c, kernel, std::move(problem), std::move(data)),
        arrivals_(operators::arrivals(data_.operands.rows)),
        initial_(initial_tokens(case_, arrivals_)) {
    operators::Output d{"d", &formats::bfloat16, p_.tokens, p_.n, {}};
    for (const Arrivals& a : arrivals_) {
      d.rows.push_back({a.token, data_.operands.rows[a.rows[0]].expert, a.token});
      collisions_ |= a.rows.size() > 1;
    }
    outputs_.push_back(std::move(d));
  }

  operators::Codes expected(const matrix::Model& model) const override {
    const std::vector<std::uint16_t>& added = added_by(model);
    std::vector<std::uint32_t> codes(initial_.begin(), initial_.end());
    for (std::size_t i = 0; i < codes.size(); ++i)
      for (const std::uint16_t code : addends(added, i))
        codes[i] = accumulation::add_bf16(std::uint16_t(codes[i]), code);
    return {std::move(codes)};
  }

  bool admits(const matrix::Model& model, std::size_t, std::size_t i, std::uint32_t,
              std::uint32_t code) const override {
    return accumulation::is_reachable(initial_[i], addends(added_by(model), i), std::uint16_t(code));
  }

  bool deterministic() const override { return !collisions_ || on_exact_grid(); }

  /// `magnitude` is the whole error: of each row, of its rounding, and of the additions in any order.
  std::vector<operators::ExactOutput> exact() const override {
    const operators::MoeDownExact e = operators::exact(p_, data_.operands);
    operators::ExactOutput d;
    for (std::size_t i = 0; i < initial_.size(); ++i) {
      const operators::AddedExact sum = operators::added(formats::to_double(formats::bfloat16, initial_[i]),
                                                         arrivals_[i / n()].rows, i % n(), n(), e);
      d.value.push_back(sum.value);
      d.magnitude.push_back(sum.error);
      d.rounded.push_back(to_bf16(sum.value));
    }
    return {std::move(d)};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    const bool open = std::isinf(exact.magnitude[i]);
    return {exact.magnitude[i], open, open};
  }

  /// Only where the sums are exact in bf16 in any order, too.
  bool on_exact_grid() const override {
    if (!is_grid()) return false;
    if (!collisions_) return !case_.options.flag("residual");
    const std::lock_guard lock(mutex_);
    if (!summable_) {
      const operators::MoeDownExact e = operators::exact(p_, data_.operands);
      summable_ = true;
      for (std::size_t i = 0; i < initial_.size() && *summable_; ++i)
        summable_ = initial_[i] == 0 && operators::sums_exactly(arrivals_[i / n()].rows, i % n(), n(), e);
    }
    return *summable_;
  }

 private:
  void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const override {
    at.d = t.add_output(
        outputs_[0], 4,
        fill_rows(outputs_[0].rows, n() * 2,
                  {reinterpret_cast<const std::uint8_t*>(initial_.data()), initial_.size() * 2}));
  }

  std::size_t n() const { return std::size_t(p_.n); }

  /// What arrives at element i of D, in the order of the sorted rows.
  std::vector<std::uint16_t> addends(const std::vector<std::uint16_t>& added, std::size_t i) const {
    std::vector<std::uint16_t> codes;
    for (const std::size_t row : arrivals_[i / n()].rows) codes.push_back(added[row * n() + i % n()]);
    return codes;
  }

  /// [active rows][n], kept for one model at a time.
  const std::vector<std::uint16_t>& added_by(const matrix::Model& model) const {
    const std::lock_guard lock(mutex_);
    if (added_model_ != &model) {
      added_ = accumulation::to_bf16(accumulation::weighted_rows(model, p_, data_.operands));
      added_model_ = &model;
    }
    return added_;
  }

  std::vector<Arrivals> arrivals_;
  std::vector<std::uint16_t> initial_;  ///< [arrivals][n]
  bool collisions_ = false;
  mutable std::mutex mutex_;
  mutable const matrix::Model* added_model_ = nullptr;
  mutable std::vector<std::uint16_t> added_;
  mutable std::optional<bool> summable_;
};

tl::expected<std::unique_ptr<Instance>, std::string> make(const Case& c, const kernels::Kernel& kernel) {
  auto problem = moe_down_problem(c, kernels::moe_output_of(kernel));
  if (!problem) return tl::unexpected(problem.error().text());
  if (const auto plan = kernels::plan(kernel, *problem, moe_down_tuning(c), {}); !plan)
    return tl::unexpected(plan.error().text());
  auto data = make_moe_down_data(c, *problem);
  if (!data) return tl::unexpected(data.error());
  if (problem->output == MoeOutput::added_bf16)
    return std::make_unique<AddedInstance>(c, kernel, std::move(*problem), std::move(*data));
  if (problem->output == MoeOutput::flat_mxfp4)
    return std::make_unique<QuantisedInstance>(c, kernel, std::move(*problem), std::move(*data));
  return std::make_unique<FlatInstance>(c, kernel, std::move(*problem), std::move(*data));
}

}  // namespace

Subject moe_down_subject() {
  return {"moe_down", {moe_down_keys(), 256, 256}, {"bf16"}, moe_down_shape, make};
}

}  // namespace lockstep::subjects
