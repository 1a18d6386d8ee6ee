// Rows stored where they stand among the sorted rows: in bf16, or in MXFP4 or MXFP8.
#include <algorithm>
#include <array>
#include <cmath>

#include "emulator/arithmetic/accumulation/moe_down.hpp"
#include "properties/problems/moe_down/instance.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::MoeDown;

std::vector<std::int64_t> signed_rows(std::span<const std::size_t> rows) {
  return {rows.begin(), rows.end()};
}

/// Rows in bf16.
class FlatInstance : public MoeDownInstance {
 public:
  FlatInstance(const Case& c, const kernels::Kernel& kernel, MoeDown problem, MoeDownCaseData data)
      : MoeDownInstance(c, kernel, std::move(problem), std::move(data)) {
    facts_.outputs.push_back({"d", &formats::bfloat16, p_.capacity(), p_.n, memory_.rows});
  }

  operators::Codes expected(const matrix::Model& model) const override {
    const auto bits = accumulation::to_bf16(accumulation::weighted_rows(model, p_, data_.operands));
    return {{bits.begin(), bits.end()}};
  }

  const Provable* provable() const override { return this; }
  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override {
    return {bf16_terms(hasher)};
  }

  std::vector<operators::ExactOutput> exact() const override {
    operators::MoeDownExact e = exact_product(p_, data_.operands);
    operators::ExactOutput d{std::move(e.value), std::move(e.loss), {}};
    for (const double value : d.value)
      d.rounded.push_back(
          formats::encode_nearest_even(formats::bfloat16, value, formats::Overflow::to_special));
    return {std::move(d)};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    return exact::rounding_bound(exact.value[i], exact.magnitude[i], formats::bfloat16);
  }

 private:
  std::optional<std::vector<std::vector<double>>> before_quantisation() const override {
    return {{unquantised_rows(case_, p_, data_.operands)}};
  }

  std::unique_ptr<MoeDownInstance> another(const Case& c, MoeDown problem,
                                           MoeDownCaseData data) const override {
    return std::make_unique<FlatInstance>(c, kernel_, std::move(problem), std::move(data));
  }
  std::vector<std::vector<std::int64_t>> sources(const MoeDownInstance&, std::span<const std::size_t> rows,
                                                 const Relation& relation) const override {
    return {source_elements(signed_rows(rows), relation, p_.n)};
  }
  bool is_linear() const override { return true; }

  void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const override {
    at.d = t.add_output(outputs()[0], 16);
  }
};

/// Rows in MXFP4 or MXFP8, also gated: what is quantised has half the columns then.
class QuantisedInstance : public MoeDownInstance {
 public:
  QuantisedInstance(const Case& c, const kernels::Kernel& kernel, MoeDown problem, MoeDownCaseData data)
      : MoeDownInstance(c, kernel, std::move(problem), std::move(data)) {
    facts_.outputs.push_back({"d", p_.a, p_.capacity(), p_.out_columns(), memory_.rows});
    // Scales do not lie in rows: each byte is one.
    const std::int64_t blocks = p_.out_columns() / operators::kMxBlock;
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
    facts_.outputs.push_back(std::move(scales));
  }

  operators::Codes expected(const matrix::Model& model) const override {
    const std::vector<float> y = accumulation::weighted_rows(model, p_, data_.operands);
    const auto q = accumulation::to_mx(p_.is_gated() ? accumulation::gated_rows(p_, y) : y, *p_.a);
    return {{q.codes.begin(), q.codes.end()}, in_memory_order<std::uint32_t>(q.scales)};
  }

  const Provable* provable() const override { return this; }
  std::string_view assumption() const override { return p_.is_gated() ? kDivides : std::string_view(); }
  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override {
    auto all = mx_terms(hasher);
    for (auto& codes : all)
      for (fingerprint::Fingerprint& code : codes)
        code = hasher.value(std::array{fingerprint::Byte{0, code}});
    all[1] = in_memory_order<fingerprint::Fingerprint>(all[1]);
    return all;
  }

  /// The magnitudes are the whole error.
  std::vector<operators::ExactOutput> exact() const override {
    const operators::MoeDownExact y = exact_product(p_, data_.operands);
    operators::MoeDownQuantised q =
        operators::quantised(p_.is_gated() ? operators::gated(p_, y, is_grid()) : y, *p_.a);
    return {{std::move(q.value), std::move(q.error), std::move(q.rounded)},
            {in_memory_order<double>(q.scale), in_memory_order<double>(q.scale_error),
             in_memory_order<std::uint32_t>(q.rounded_scale)}};
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const override {
    const bool open = std::isinf(exact.magnitude[i]);
    return {exact.magnitude[i], open, open};
  }

 private:
  std::unique_ptr<MoeDownInstance> another(const Case& c, MoeDown problem,
                                           MoeDownCaseData data) const override {
    return std::make_unique<QuantisedInstance>(c, kernel_, std::move(problem), std::move(data));
  }

  std::vector<std::vector<std::int64_t>> sources(const MoeDownInstance& next,
                                                 std::span<const std::size_t> rows,
                                                 const Relation& relation) const override {
    const auto blocks = std::size_t(p_.out_columns() / operators::kMxBlock);
    std::vector<std::int64_t> byte_of(
        scale_at_.size());  // each scale's position among the bytes of the output
    for (std::size_t i = 0; i < scale_at_.size(); ++i) byte_of[scale_at_[i].second] = std::int64_t(i);
    std::vector<std::int64_t> scales;
    for (const auto& [offset, index] : static_cast<const QuantisedInstance&>(next).scale_at_) {
      const std::size_t block = index % blocks;
      const std::size_t from =
          relation.columns.empty()
              ? block
              : std::size_t(relation.columns[block * operators::kMxBlock]) / operators::kMxBlock;
      scales.push_back(byte_of[rows[index / blocks] * blocks + from]);
    }
    return {source_elements(signed_rows(rows), relation, p_.out_columns()), std::move(scales)};
  }
  bool is_linear() const override { return false; }

  void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const override {
    at.d = t.add_output(outputs()[0], 16);
    at.d_scale = t.add_output(outputs()[1], 4);
  }

  template <typename To, typename From>
  std::vector<To> in_memory_order(const std::vector<From>& scales) const {
    std::vector<To> ordered;
    for (const auto& [offset, index] : scale_at_) ordered.push_back(To(scales[index]));
    return ordered;
  }

  /// Each scale's byte, and index among [active rows][n/32].
  std::vector<std::pair<std::uint64_t, std::size_t>> scale_at_;
};

}  // namespace

std::unique_ptr<Instance> make_moe_rows(const Case& c, const kernels::Kernel& kernel, MoeDown problem,
                                        MoeDownCaseData data) {
  if (problem.output == operators::MoeOutput::flat_bf16)
    return std::make_unique<FlatInstance>(c, kernel, std::move(problem), std::move(data));
  return std::make_unique<QuantisedInstance>(c, kernel, std::move(problem), std::move(data));
}

}  // namespace lockstep::problems
