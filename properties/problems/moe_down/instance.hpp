// What every form of the MoE down projection has under test: the operands in memory, and the launch.
#pragma once

#include "kernels/moe_down/launch.hpp"
#include "properties/problems/instance.hpp"
#include "properties/problems/moe_down/data.hpp"
#include "properties/problems/moe_down/fills.hpp"
#include "properties/problems/recipe_names.hpp"

namespace lockstep::problems {

class MoeDownInstance : public Instance {
 public:
  MoeDownInstance(const cases::Case& c, const kernels::Kernel& kernel, operators::MoeDown problem,
                  MoeDownCaseData data);

  const std::vector<operators::Output>& outputs() const override { return outputs_; }
  Placed place(std::uint64_t poison) const override;
  std::uint64_t macs() const override;
  std::int64_t depth(std::size_t, std::size_t) const override { return p_.k; }
  std::string quantisation_fault() const override { return data_.quantisation_fault; }
  recipes::Names names() const override { return names_of(p_); }
  std::vector<TensorShape> shapes() const override { return shapes_of(p_); }
  std::vector<TensorView> views() const override {
    std::vector<TensorView> all = views_of(p_);
    for (const operators::Output& output : outputs()) all.push_back(view_of(output));
    return all;
  }
  Symmetries symmetries() const override;
  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override;

 protected:
  virtual void add_outputs(Tensors& t, kernels::MoeDownAddresses& at) const = 0;

  /// An instance of this kind with other contents.
  virtual std::unique_ptr<MoeDownInstance> another(const cases::Case& c, operators::MoeDown problem,
                                                   MoeDownCaseData data) const = 0;
  /// FollowUp::source of an instance that another() gave; `rows`: the active row of this one that each of its comes from.
  virtual std::vector<std::vector<std::int64_t>> sources(const MoeDownInstance& next,
                                                         std::span<const std::size_t> rows,
                                                         const Relation& relation) const = 0;
  /// Whether D of c*A is c*D.
  virtual bool is_linear() const = 0;

  /// y of a product of this kernel's arch, as the bounds of its instruction have it.
  operators::MoeDownExact exact_product(const operators::MoeDown& p, const operators::MoeDownData& d) const;
  bool scales_are_apart() const { return kernel_.arch == "gfx1250"; }

  /// Partial sums are exact in binary32, in any order.
  bool is_grid() const;

  cases::Case case_;
  const kernels::Kernel& kernel_;
  operators::MoeDown p_;
  MoeDownCaseData data_;
  MoeDownMemory memory_;
  std::vector<operators::Output> outputs_;
};

/// Adds what every launch reads: A unless `at` has it already, B, scales, routing and weights. `of`, before the names of
/// B, its scales and the weights: of which product they are.
void add_moe_inputs(Tensors& t, const operators::MoeDown& p, const operators::MoeDownData& d,
                    const MoeDownMemory& memory, kernels::MoeDownAddresses& at, const std::string& of = {});

/// bf16 rows and MXFP4 rows, by the problem's output.
std::unique_ptr<Instance> make_moe_rows(const cases::Case& c, const kernels::Kernel& kernel,
                                        operators::MoeDown problem, MoeDownCaseData data);

}  // namespace lockstep::problems
