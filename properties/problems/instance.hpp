// One problem with its data, made ready to run: everything that laws ask of an operator, whatever the
// operator.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "kernels/launch_plan.hpp"
#include "properties/cases/case.hpp"
#include "properties/problems/relation.hpp"
#include "properties/problems/tensor_layout.hpp"
#include "properties/problems/tensor_views.hpp"
#include "properties/problems/tensors.hpp"
#include "properties/recipes/recipe.hpp"
#include "reference/exact/bound.hpp"
#include "reference/exact/reassociation.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::problems {

/// A problem's tensors in device memory and the launches that compute it, in order, each over before the next
/// begins.
struct Placed {
  std::unique_ptr<Tensors> tensors;
  std::vector<kernels::LaunchPlan> launches;
};

class Instance {
 public:
  virtual ~Instance() = default;
  Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// What the contract writes.
  virtual const std::vector<operators::Output>& outputs() const = 0;
  /// Tensors whose bytes that the contract does not read are drawn from `poison`. The instance must outlive
  /// them.
  virtual Placed place(std::uint64_t poison) const = 0;
  /// The bits of the kernel's declared order under a matrix model.
  virtual operators::Codes expected(const matrix::Model& model) const = 0;
  /// One per output.
  virtual std::vector<operators::ExactOutput> exact() const = 0;
  /// What to demand of one element of an output.
  virtual exact::Bound bound(const operators::ExactOutput& exact, std::size_t output,
                             std::size_t element) const = 0;
  /// How many products an element is the sum of.
  virtual std::int64_t depth(std::size_t output, std::size_t element) const = 0;
  /// The standard deviation of what an element lost before it was rounded, where nobody declared the order: `loss` is the most
  /// that bound() allows for.
  virtual double deviation(double loss, std::size_t output, std::size_t element) const {
    return exact::standard_deviation_of(loss, depth(output, element));
  }
  /// Whether bound() is known beforehand to claim something of every element: one whose code is the exact
  /// answer's is within its bound then, unasked.
  virtual bool claims_everywhere() const { return false; }
  /// True when every partial sum is exact in any order: then the output must be `exact().rounded`.
  virtual bool on_exact_grid() const = 0;
  virtual std::uint64_t macs() const = 0;
  /// What is computed and compared of a problem that is not computed whole: "2 of 4096 tiles".
  virtual std::string sampled() const { return {}; }
  /// Where it is not computed whole: what launches of all workgroups write, the same tensors as outputs() in rows of their
  /// own. Else empty.
  virtual std::vector<operators::Output> whole_outputs() const { return {}; }

  /// Whether `code` is among the results that the declared order admits where expected() has `expected`: the
  /// same code, unless the operator leaves an order open (floating-point atomics). NaNs compare as a class.
  virtual bool admits(const matrix::Model& model, std::size_t output, std::size_t element,
                      std::uint32_t expected, std::uint32_t code) const;
  /// False when the order of arrival may show in the output: then law `schedule` compares nothing.
  virtual bool deterministic() const { return true; }
  /// The exact answer for the operands before quantisation, a value for each element of each output; nothing where
  /// the operands come from no quantiser, or where such an answer makes no sense.
  virtual std::optional<std::vector<std::vector<double>>> unquantised() const { return std::nullopt; }
  /// What is wrong with operands that a quantiser made; empty when nothing is.
  virtual std::string quantisation_fault() const { return {}; }

  /// What launch recipes may name of the problem, beside the keys of its case line.
  virtual recipes::Names names() const = 0;
  /// The inputs that recipes may ask for in another layout.
  virtual std::vector<TensorShape> shapes() const = 0;
  /// Tensors as arrays; those that have no such form, or that this problem lacks, are bytes to whoever asks.
  virtual std::vector<TensorView> views() const = 0;

  virtual Symmetries symmetries() const { return {}; }
  /// Another problem with this one's contents, moved as the relation says. Fails, in a sentence without a subject, where
  /// this problem has no such relation.
  virtual tl::expected<FollowUp, std::string> follow(const Relation& relation) const;

 protected:
  std::unique_ptr<Tensors> new_tensors(cases::BasePlacement place, std::uint64_t poison) const {
    return std::make_unique<Tensors>(place, poison, input_pages_);
  }

 private:
  mutable InputPages input_pages_;
};

}  // namespace lockstep::problems
