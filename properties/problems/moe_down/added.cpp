// Rows added to their tokens: every order of arrival is admitted.
#include <algorithm>
#include <array>
#include <cmath>

#include "emulator/arithmetic/accumulation/arrival_orders.hpp"
#include "emulator/arithmetic/accumulation/moe_down.hpp"
#include "properties/problems/moe_down/instance.hpp"
#include "properties/problems/moe_down/problem.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::problems {

using operators::Arrivals;

AddedInstance::AddedInstance(const cases::Case& c, const kernels::Kernel& kernel, operators::MoeDown problem,
                             MoeDownCaseData data)
    : MoeDownInstance(c, kernel, std::move(problem), std::move(data)),
      arrivals_(operators::arrivals(data_.operands.rows)),
      initial_(initial_tokens(case_, arrivals_)) {
  operators::Output d{"d", &formats::bfloat16, p_.tokens, p_.n, {}};
  for (const Arrivals& a : arrivals_) {
    const operators::OutputRow& first = memory_.rows[a.rows[0]];  // tiles are those of sorted rows
    d.rows.push_back({a.token, first.group, first.in_group});
    facts_.shows_order_of_arrival |= a.rows.size() > 1;
  }
  facts_.outputs.push_back(std::move(d));
}

operators::Codes AddedInstance::expected(const matrix::Model& model) const {
  const std::vector<std::uint16_t>& added = added_by(model);
  std::vector<std::uint32_t> codes(initial_.begin(), initial_.end());
  for (std::size_t i = 0; i < codes.size(); ++i)
    for (const std::uint16_t code : addends(added, i))
      codes[i] = accumulation::add_bf16(std::uint16_t(codes[i]), code);
  return {std::move(codes)};
}

std::unique_ptr<Instance> AddedInstance::with_operands(const Change& change) const {
  auto next = with_factors(change);
  if (case_.options[moe_down::kResidual])
    change_words(change, "d", formats::bfloat16, std::span(next->initial_));
  return next;
}

Provable::Rows AddedInstance::rows(std::size_t operand) const {
  if (operand <= kWeights) return MoeDownInstance::rows(operand);
  Rows of_d{p_.n};
  for (const operators::Arrivals& a : arrivals_) of_d.in_tensor.push_back(a.token);
  return of_d;
}

std::unique_ptr<AddedInstance> AddedInstance::with_factors(const Change& change) const {
  return std::make_unique<AddedInstance>(case_, kernel_, p_, changed(change, p_, data_));
}

/// Each order of arrival is admitted.
std::vector<std::vector<fingerprint::Fingerprint>> AddedInstance::expected_terms(
    const fingerprint::Hasher& hasher) const {
  const std::vector<fingerprint::Fingerprint> added = bf16_terms(hasher);
  std::vector<fingerprint::Fingerprint> initial(initial_.size(),
                                                hasher.value(std::array<fingerprint::Byte, 2>{}));
  if (case_.options[moe_down::kResidual]) initial = words(hasher, operand_leaves(hasher).back(), 2);
  std::vector<fingerprint::Fingerprint> terms;
  for (std::size_t i = 0; i < initial_.size(); ++i) {
    std::vector<fingerprint::Fingerprint> addends;
    for (const std::size_t row : arrivals_[i / n()].rows) addends.push_back(added[row * n() + i % n()]);
    terms.push_back(hasher.value_of(hasher.arrivals("bf16", initial[i], std::move(addends)), 2));
  }
  return {std::move(terms)};
}

bool AddedInstance::admits(const matrix::Model& model, std::size_t, std::size_t i, std::uint32_t,
                           std::uint32_t code) const {
  return accumulation::is_reachable(initial_[i], addends(added_by(model), i), std::uint16_t(code));
}

std::vector<operators::ExactOutput> AddedInstance::exact() const {
  const operators::MoeDownExact y = exact_rows();
  operators::ExactOutput d;
  for (std::size_t i = 0; i < initial_.size(); ++i) {
    const operators::AddedExact sum = operators::added(formats::to_double(formats::bfloat16, initial_[i]),
                                                       arrivals_[i / n()].rows, i % n(), n(), y);
    d.value.push_back(sum.value);
    d.magnitude.push_back(sum.error);
    d.rounded.push_back(
        formats::encode_nearest_even(formats::bfloat16, sum.value, formats::Overflow::to_special));
  }
  return {std::move(d)};
}

exact::Bound AddedInstance::bound(const operators::ExactOutput& exact, std::size_t, std::size_t i) const {
  const bool open = std::isinf(exact.magnitude[i]);
  return {exact.magnitude[i], open, open};
}

std::optional<std::vector<std::vector<double>>> AddedInstance::before_quantisation() const {
  const std::vector<double> y = unquantised_rows(case_, p_, data_.operands);
  std::vector<double> sums;
  for (std::size_t i = 0; i < initial_.size(); ++i) {
    sums.push_back(formats::to_double(formats::bfloat16, initial_[i]));
    for (const std::size_t row : arrivals_[i / n()].rows) sums.back() += y[row * n() + i % n()];
  }
  return {{std::move(sums)}};
}

bool AddedInstance::on_exact_grid() const {
  if (!rows_on_grid()) return false;
  if (!facts_.shows_order_of_arrival) return !case_.options[moe_down::kResidual];
  const std::lock_guard lock(mutex_);
  if (!summable_) {
    const operators::MoeDownExact y = exact_rows();
    summable_ = true;
    for (std::size_t i = 0; i < initial_.size() && *summable_; ++i)
      summable_ = initial_[i] == 0 && operators::sums_exactly(arrivals_[i / n()].rows, i % n(), n(), y);
  }
  return *summable_;
}

std::vector<float> AddedInstance::weighted_rows(const matrix::Model& model) const {
  return accumulation::weighted_rows(model, p_, data_.operands);
}

operators::MoeDownExact AddedInstance::exact_rows() const {
  return exact_product(p_, data_.operands);
}

std::unique_ptr<MoeDownInstance> AddedInstance::another(const cases::Case& c, operators::MoeDown problem,
                                                        MoeDownCaseData data) const {
  return std::make_unique<AddedInstance>(c, kernel_, std::move(problem), std::move(data));
}

std::vector<std::vector<std::int64_t>> AddedInstance::sources(const MoeDownInstance& next,
                                                              std::span<const std::size_t>,
                                                              const Relation& relation) const {
  std::vector<std::int64_t> tokens;
  for (const Arrivals& a : static_cast<const AddedInstance&>(next).arrivals_) {
    const auto from = std::lower_bound(arrivals_.begin(), arrivals_.end(), a.token,
                                       [](const Arrivals& x, std::int32_t token) { return x.token < token; });
    const bool whole =
        from != arrivals_.end() && from->token == a.token && from->rows.size() == a.rows.size();
    tokens.push_back(whole ? from - arrivals_.begin() : FollowUp::kNone);
  }
  return {source_elements(tokens, relation, p_.n)};
}

tl::expected<void, std::string> AddedInstance::can_follow(const Relation& relation) const {
  if (case_.options[moe_down::kResidual] && !relation.columns.empty())
    return tl::unexpected<std::string>("rows are added to what D holds");
  return {};
}

tl::expected<FollowUp, std::string> AddedInstance::follow(const Relation& relation) const {
  if (auto ok = can_follow(relation); !ok) return tl::unexpected(ok.error());
  return MoeDownInstance::follow(relation);
}

bool AddedInstance::is_linear() const {
  return !case_.options[moe_down::kResidual];
}

void AddedInstance::add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const {
  at.d =
      t.add_output(outputs()[0], 4,
                   fill_rows(outputs()[0].rows, n() * 2,
                             {reinterpret_cast<const std::uint8_t*>(initial_.data()), initial_.size() * 2}));
}

std::vector<std::uint16_t> AddedInstance::addends(const std::vector<std::uint16_t>& added,
                                                  std::size_t i) const {
  std::vector<std::uint16_t> codes;
  for (const std::size_t row : arrivals_[i / n()].rows) codes.push_back(added[row * n() + i % n()]);
  return codes;
}

const std::vector<std::uint16_t>& AddedInstance::added_by(const matrix::Model& model) const {
  const std::lock_guard lock(mutex_);
  if (added_model_ != &model) {
    added_ = accumulation::to_bf16(weighted_rows(model));
    added_model_ = &model;
  }
  return added_;
}

}  // namespace lockstep::problems
