// Rows added to their tokens: every order of arrival is admitted.
#pragma once

#include <mutex>
#include <optional>

#include "properties/problems/moe_down/instance.hpp"

namespace lockstep::problems {

class AddedInstance : public MoeDownInstance {
 public:
  AddedInstance(const cases::Case& c, const kernels::Kernel& kernel, operators::MoeDown problem,
                MoeDownCaseData data);

  operators::Codes expected(const matrix::Model& model) const override;
  bool admits(const matrix::Model& model, std::size_t output, std::size_t element, std::uint32_t expected,
              std::uint32_t code) const override;
  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override;
  bool deterministic() const override { return !collisions_ || on_exact_grid(); }
  /// `magnitude` is the whole error: of each row, of its rounding, and of the additions in any order.
  std::vector<operators::ExactOutput> exact() const override;
  /// Without the roundings of the additions.
  std::optional<std::vector<std::vector<double>>> unquantised() const override;
  exact::Bound bound(const operators::ExactOutput& exact, std::size_t output,
                     std::size_t element) const override;
  /// Only where the sums are exact in bf16 in any order, too.
  bool on_exact_grid() const override;

 protected:
  /// y of the active rows: in the declared order, and exactly.
  virtual std::vector<float> weighted_rows(const matrix::Model& model) const;
  virtual operators::MoeDownExact exact_rows() const;
  virtual bool rows_on_grid() const { return is_grid(); }

  tl::expected<void, std::string> can_follow(const Relation& relation) const;
  std::unique_ptr<MoeDownInstance> another(const cases::Case& c, operators::MoeDown problem,
                                           MoeDownCaseData data) const override;
  /// Nothing of a token to which fewer rows are added than here.
  std::vector<std::vector<std::int64_t>> sources(const MoeDownInstance& next,
                                                 std::span<const std::size_t> rows,
                                                 const Relation& relation) const override;
  bool is_linear() const override;

  void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const override;

 private:
  std::size_t n() const { return std::size_t(p_.n); }
  /// What arrives at element i of D, in the order of the sorted rows.
  std::vector<std::uint16_t> addends(const std::vector<std::uint16_t>& added, std::size_t i) const;
  /// [active rows][n], kept for one model at a time.
  const std::vector<std::uint16_t>& added_by(const matrix::Model& model) const;

  std::vector<operators::Arrivals> arrivals_;
  std::vector<std::uint16_t> initial_;  ///< [arrivals][n]
  bool collisions_ = false;
  mutable std::mutex mutex_;
  mutable const matrix::Model* added_model_ = nullptr;
  mutable std::vector<std::uint16_t> added_;
  mutable std::optional<bool> summable_;
};

}  // namespace lockstep::problems
