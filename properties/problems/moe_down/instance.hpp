// The MoE down projection under test, in every form of its output, the product before it, and both as a
// whole.
#pragma once

#include <mutex>
#include <optional>

#include "emulator/arch/arch.hpp"
#include "properties/problems/moe_down/data.hpp"

namespace lockstep::problems {

/// What every form has: the operands in memory, and the launch.
class MoeDownInstance : public Instance, public Provable {
 public:
  MoeDownInstance(const cases::Case& c, const kernels::Kernel& kernel, operators::MoeDown problem,
                  MoeDownCaseData data);

  Placed place(std::uint64_t poison) const override;
  std::int64_t depth(std::size_t, std::size_t) const override { return p_.k; }
  Description description() const override;
  Symmetries symmetries() const override;
  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override;
  std::unique_ptr<Instance> with_operands(const Change& change) const override;
  Rows rows(std::size_t operand) const override;
  /// None: forms that are proved say theirs.
  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher&) const override {
    return {};
  }

 protected:
  /// The contents of a product with other operands; `of` as for add_moe_inputs(), `has_a`: A is one.
  static MoeDownCaseData changed(const Change& change, const operators::MoeDown& p, MoeDownCaseData data,
                                 const std::string& of = {}, bool has_a = true);
  /// Operands of a product by their numbers in changed() where it has an A.
  enum Factor : std::size_t { kA, kAScale, kB, kBScale, kWeights };
  /// How one of them lies in its tensor.
  static Rows rows_of(Factor factor, const operators::MoeDown& p, const operators::MoeDownData& d);
  /// What the active rows' y in bf16 is made of, [active rows][n].
  virtual std::vector<fingerprint::Fingerprint> bf16_terms(const fingerprint::Hasher& hasher) const;
  /// The leaves of a gated product's A, [active rows][k]: rows of one token share theirs.
  static std::vector<fingerprint::Fingerprint> by_token(const operators::MoeDownData& data,
                                                        const std::vector<fingerprint::Fingerprint>& a);
  /// What theorems about a gate rely on.
  static constexpr std::string_view kDivides =
      "v_rcp_f32 and v_div_*_f32 divide as IEEE 754 does, in the sequence that compilers make of a division";
  /// What the active rows' y is made of once quantised: elements, [active rows][columns], and scales.
  std::vector<std::vector<fingerprint::Fingerprint>> mx_terms(const fingerprint::Hasher& hasher) const;

  virtual void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const = 0;

  /// An instance of this kind with other contents.
  virtual std::unique_ptr<MoeDownInstance> another(const cases::Case& c, operators::MoeDown problem,
                                                   MoeDownCaseData data) const = 0;
  /// FollowUp::source of an instance that another() gave; `rows`: the active row of this one that each of its
  /// comes from.
  virtual std::vector<std::vector<std::int64_t>> sources(const MoeDownInstance& next,
                                                         std::span<const std::size_t> rows,
                                                         const Relation& relation) const = 0;
  /// Whether D of c*A is c*D.
  virtual bool is_linear() const = 0;

  /// y of a product of this kernel's arch, as the bounds of its instruction have it.
  operators::MoeDownExact exact_product(const operators::MoeDown& p, const operators::MoeDownData& d) const;
  bool scales_are_apart() const { return arch::has(kernel_.arch, arch::Feature::scales_in_turn); }

  /// Whether partial sums are exact in binary32, in any order.
  bool is_grid() const;

  operators::MoeDown p_;
  MoeDownCaseData data_;
  MoeDownMemory memory_;
};

/// Rows stored where they stand among the sorted ones, in bf16 or in MXFP4, by the problem's output.
std::unique_ptr<Instance> make_moe_rows(const cases::Case& c, const kernels::Kernel& kernel,
                                        operators::MoeDown problem, MoeDownCaseData data);

/// Rows added to their tokens: every order of arrival is admitted.
class AddedInstance : public MoeDownInstance {
 public:
  AddedInstance(const cases::Case& c, const kernels::Kernel& kernel, operators::MoeDown problem,
                MoeDownCaseData data);

  operators::Codes expected(const matrix::Model& model) const override;
  bool admits(const matrix::Model& model, std::size_t output, std::size_t element, std::uint32_t expected,
              std::uint32_t code) const override;
  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override;
  /// `magnitude` is the whole error: of each row, of its rounding, and of the additions in any order.
  std::vector<operators::ExactOutput> exact() const override;
  exact::Bound bound(const operators::ExactOutput& exact, std::size_t output,
                     std::size_t element) const override;
  /// The sums are exact in bf16 in any order, too.
  bool on_exact_grid() const override;
  const Provable* provable() const override { return this; }
  Rows rows(std::size_t operand) const override;
  /// With a residual what D held is an operand, too.
  std::unique_ptr<Instance> with_operands(const Change& change) const final;
  std::vector<std::vector<fingerprint::Fingerprint>> expected_terms(
      const fingerprint::Hasher& hasher) const override;

 protected:
  /// y of the active rows, in the declared order.
  virtual std::vector<float> weighted_rows(const matrix::Model& model) const;
  /// y of the active rows, exactly.
  virtual operators::MoeDownExact exact_rows() const;
  virtual bool rows_on_grid() const { return is_grid(); }
  /// An instance of this kind with other operands of its products.
  virtual std::unique_ptr<AddedInstance> with_factors(const Change& change) const;

  tl::expected<void, std::string> can_follow(const Relation& relation) const;
  std::unique_ptr<MoeDownInstance> another(const cases::Case& c, operators::MoeDown problem,
                                           MoeDownCaseData data) const override;
  /// Says nothing of a token to which fewer rows are added than here.
  std::vector<std::vector<std::int64_t>> sources(const MoeDownInstance& next,
                                                 std::span<const std::size_t> rows,
                                                 const Relation& relation) const override;
  bool is_linear() const override;

  void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const override;

 private:
  /// The answer without the roundings of the additions.
  std::optional<std::vector<std::vector<double>>> before_quantisation() const override;
  std::size_t n() const { return std::size_t(p_.n); }
  /// What arrives at element i of D, in the order of the sorted rows.
  std::vector<std::uint16_t> addends(const std::vector<std::uint16_t>& added, std::size_t i) const;
  /// [active rows][n], kept for one model at a time.
  const std::vector<std::uint16_t>& added_by(const matrix::Model& model) const;

  std::vector<operators::Arrivals> arrivals_;
  std::vector<std::uint16_t> initial_;  ///< [arrivals][n]
  mutable std::mutex mutex_;
  mutable const matrix::Model* added_model_ = nullptr;
  mutable std::vector<std::uint16_t> added_;
  mutable std::optional<bool> summable_;
};

/// Both products of a mixture of experts, one after the other: what the first stores the second reads.
class TwoStageInstance : public AddedInstance {
 public:
  /// A product's problem and data; the second's A is what the first comes to.
  struct Stage {
    operators::MoeDown problem;
    MoeDownCaseData data;
  };
  /// The cases of the two products of a case: n and k are those of the whole, `inter` columns lie between.
  struct Cases {
    cases::Case first, second;
  };
  static Cases cases_of(const cases::Case& whole);

  TwoStageInstance(const cases::Case& c, const kernels::Kernel& kernel, Stage first, Stage second);

  Placed place(std::uint64_t poison) const override;
  Description description() const override;
  /// Rows and groups move through both products; k is the first one's, columns of D are the second one's.
  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override;
  std::string_view assumption() const override { return kDivides; }
  Rows rows(std::size_t operand) const override;

 protected:
  std::vector<fingerprint::Fingerprint> bf16_terms(const fingerprint::Hasher& hasher) const override;
  std::unique_ptr<AddedInstance> with_factors(const Change& change) const override;
  /// False: an activation and a quantisation lie between the products.
  bool is_linear() const override { return false; }
  std::vector<float> weighted_rows(const matrix::Model& model) const override;
  /// Where the first product is not exact, its rounding to MXFP4 may go either way: every way is allowed for.
  operators::MoeDownExact exact_rows() const override;
  bool rows_on_grid() const override;

 private:
  /// What lies between the products is quantised by the kernel: there is no answer without.
  std::optional<std::vector<std::vector<double>>> before_quantisation() const override {
    return std::nullopt;
  }
  operators::MoeDownData second_data(const std::vector<std::uint8_t>& codes,
                                     const std::vector<std::uint8_t>& scales) const;
  operators::MoeDownData exact_second_data() const;

  operators::MoeDown first_;
  MoeDownCaseData first_data_;
  MoeDownMemory first_memory_;
};

}  // namespace lockstep::problems
