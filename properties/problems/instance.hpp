// One problem with its data, made ready to run: everything that laws ask of an operator, whatever the
// operator.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "kernels/kernel.hpp"
#include "kernels/launch_plan.hpp"
#include "properties/cases/case.hpp"
#include "properties/problems/follow_up.hpp"
#include "properties/problems/provable.hpp"
#include "properties/problems/tensor_layout.hpp"
#include "properties/problems/tensors.hpp"
#include "properties/recipes/recipe.hpp"
#include "reference/exact/bound.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::problems {

/// A problem's tensors in device memory and the launches that compute it, in order, each over before the next
/// begins.
struct Placed {
  std::unique_ptr<Tensors> tensors;
  std::vector<kernels::LaunchPlan> launches;
};

/// A problem's tensors as launch recipes and callables see them.
struct Description {
  recipes::Names names;             ///< what recipes may name, beside the keys of the problem's case line
  std::vector<TensorShape> shapes;  ///< the inputs that recipes may ask for in another layout
  /// Tensors as arrays; those that have no such form, or that this problem lacks, are bytes to whoever asks.
  std::vector<TensorView> views;
};

class Instance {
 public:
  virtual ~Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// What the contract writes.
  const std::vector<operators::Output>& outputs() const { return facts_.outputs; }
  /// Where a part of the problem is computed: what launches of all workgroups write, the same tensors as
  /// outputs() in rows of their own. Else empty.
  const std::vector<operators::Output>& whole_outputs() const { return facts_.whole_outputs; }
  /// What is computed and compared of a problem that is not computed whole: "2 of 4096 tiles".
  const std::string& sampled() const { return facts_.sampled; }
  std::uint64_t macs() const { return facts_.macs; }
  /// What is wrong with operands that a quantiser made; empty when nothing is.
  const std::string& quantisation_fault() const { return facts_.quantisation_fault; }
  /// Whether bound() is known beforehand to claim something of every element: one whose code is the exact
  /// answer's is within its bound then, unasked.
  bool claims_everywhere() const { return facts_.claims_everywhere; }
  /// False when the order of arrival may show in the output: then law `schedule` compares nothing.
  bool deterministic() const { return !facts_.shows_order_of_arrival || on_exact_grid(); }
  /// True when every partial sum is exact in any order: then the output must be `exact().rounded`.
  virtual bool on_exact_grid() const { return facts_.on_exact_grid; }

  /// Tensors whose bytes that the contract does not read are drawn from `poison`. The instance must outlive
  /// them.
  virtual Placed place(std::uint64_t poison) const = 0;
  virtual Description description() const = 0;

  /// The bits of the kernel's declared order under a matrix model.
  virtual operators::Codes expected(const matrix::Model& model) const = 0;
  /// Whether `code` is among the results that the declared order admits where expected() has `expected`: the
  /// same code, unless the operator leaves an order open (floating-point atomics). NaNs compare as a class.
  virtual bool admits(const matrix::Model& model, std::size_t output, std::size_t element,
                      std::uint32_t expected, std::uint32_t code) const;
  /// The exact answer, one for each output.
  virtual std::vector<operators::ExactOutput> exact() const = 0;
  /// The exact answer for the operands before quantisation, a value for each element of each output; nothing
  /// where the operands come from no quantiser, or where such an answer makes no sense.
  std::optional<std::vector<std::vector<double>>> unquantised() const;
  /// What to demand of one element of an output.
  virtual exact::Bound bound(const operators::ExactOutput& exact, std::size_t output,
                             std::size_t element) const = 0;
  /// How many products an element is the sum of.
  virtual std::int64_t depth(std::size_t output, std::size_t element) const = 0;
  /// The standard deviation of what an element lost before it was rounded, where nobody declared the order:
  /// `loss` is the most that bound() allows for.
  double deviation(double loss, std::size_t output, std::size_t element) const;

  /// nullptr: nobody has said yet how problems of this operator are proved.
  virtual const Provable* provable() const { return nullptr; }

  virtual Symmetries symmetries() const { return {}; }
  /// Another problem with this one's contents, moved as the relation says. Fails, in a sentence without a
  /// subject, where this problem has no such relation.
  virtual tl::expected<FollowUp, std::string> follow(const Relation& relation) const;

 protected:
  Instance(const cases::Case& c, const kernels::Kernel& kernel) : case_(c), kernel_(kernel) {}

  /// What the functions of the same names return; whoever derives from this sets it.
  struct Facts {
    std::vector<operators::Output> outputs{}, whole_outputs{};
    std::uint64_t macs = 0;
    bool on_exact_grid = false, claims_everywhere = false, shows_order_of_arrival = false;
    bool errors_cancel = true;  ///< errors of an element's products are as often high as low
    std::string sampled{}, quantisation_fault{};
  };

  std::unique_ptr<Tensors> new_tensors(std::uint64_t poison) const {
    return std::make_unique<Tensors>(case_.place, poison, input_pages_);
  }

  cases::Case case_;
  const kernels::Kernel& kernel_;
  Facts facts_;

 private:
  /// What unquantised() returns where a quantiser made the operands.
  virtual std::optional<std::vector<std::vector<double>>> before_quantisation() const { return std::nullopt; }

  mutable InputPages input_pages_;
};

}  // namespace lockstep::problems
