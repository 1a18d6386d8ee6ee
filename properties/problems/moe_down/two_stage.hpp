// Both products of a mixture of experts, one after the other: what the first stores the second reads.
#pragma once

#include "properties/problems/moe_down/added.hpp"

namespace lockstep::problems {

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
  recipes::Names names() const override { return names_of(first_, p_); }
  std::vector<TensorShape> shapes() const override { return shapes_of(first_, p_); }
  std::vector<TensorView> views() const override;
  std::uint64_t macs() const override;
  /// What lies between the products is quantised by the kernel: there is no answer without.
  std::optional<std::vector<std::vector<double>>> unquantised() const override { return std::nullopt; }
  std::string quantisation_fault() const override;
  /// Rows and groups move through both products; k is the first one's, columns of D are the second one's.
  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override;

 protected:
  /// An activation and a quantisation lie in between.
  bool is_linear() const override { return false; }
  std::vector<float> weighted_rows(const matrix::Model& model) const override;
  /// Where the first product is not exact, its rounding to MXFP4 may go either way: every way is allowed for.
  operators::MoeDownExact exact_rows() const override;
  bool rows_on_grid() const override;

 private:
  operators::MoeDownData second_data(const std::vector<std::uint8_t>& codes,
                                     const std::vector<std::uint8_t>& scales) const;
  operators::MoeDownData exact_second_data() const;

  operators::MoeDown first_;
  MoeDownCaseData first_data_;
  MoeDownMemory first_memory_;
};

}  // namespace lockstep::problems
