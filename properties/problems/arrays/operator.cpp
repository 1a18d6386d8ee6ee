// Array operators among the operators under test.
#include "properties/problems/operator.hpp"

#include <algorithm>

#include "properties/problems/arrays/array_problem.hpp"
#include "reference/formats/conversion.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Draw;

const ArrayOperator& row_of(std::string_view name) {
  return *std::ranges::find(array_operators(), name, &ArrayOperator::name);
}

operators::Output output_of(const ArrayOutput& o) {
  operators::Output output{o.name, o.format, 1, o.shape.back(), {}};
  for (std::size_t i = 0; i + 1 < o.shape.size(); ++i) output.tensor_rows *= o.shape[i];
  for (std::int64_t row = 0; row < output.tensor_rows; ++row) output.rows.push_back({row, 0, row});
  return output;
}

class ArrayInstance final : public Instance {
 public:
  ArrayInstance(const Case& c, const kernels::Kernel& kernel, ArrayProblem problem)
      : Instance(c, kernel), p_(std::move(problem)) {
    for (const ArrayOutput& o : p_.outputs) facts_.outputs.push_back(output_of(o));
    facts_.macs = p_.work;
    facts_.on_exact_grid = p_.one_answer;
    // Not sums of many roundings, of which most cancel: an exponential that is always low loses the same
    // everywhere.
    facts_.errors_cancel = false;
  }

  Placed place(std::uint64_t poison) const override {
    Placed placed{new_tensors(poison), {}};
    for (const operators::Output& output : outputs()) placed.tensors->add_output(output, 16);
    for (const ArrayInput& input : p_.inputs)
      placed.tensors->add_input(input.name.c_str(), input.bytes.size(), 16, fill_all(input.bytes));
    return placed;
  }

  operators::Codes expected(const matrix::Model& model) const override {
    if (kernel_.order != kernels::kNoOrder) return {row_of(kernel_.name).expected(p_, case_, model)};
    operators::Codes codes;
    for (operators::ExactOutput& o : exact()) codes.push_back(std::move(o.rounded));
    return codes;
  }

  std::vector<operators::ExactOutput> exact() const override {
    const formats::Conversion& nearest = *formats::find_conversion("ocp_nonsaturate");
    std::vector<operators::ExactOutput> all;
    for (const ArrayOutput& o : p_.outputs) {
      all.push_back({o.answer.value, o.answer.loss, {}});
      for (const double value : o.answer.value)
        all.back().rounded.push_back(
            o.format->specials == formats::Specials::exponent_only
                ? std::isnan(value) ? 0xFFu : std::uint32_t(std::ilogb(value) + o.format->bias)
                : formats::convert(nearest, *o.format, value));
    }
    return all;
  }

  exact::Bound bound(const operators::ExactOutput& exact, std::size_t output,
                     std::size_t element) const override {
    return exact::rounding_bound(exact.value[element], exact.magnitude[element], *outputs()[output].format);
  }
  std::int64_t depth(std::size_t, std::size_t) const override { return 1; }
  Symmetries symmetries() const override { return symmetries_of(p_, case_); }
  tl::expected<FollowUp, std::string> follow(const Relation& relation) const override {
    auto next = moved(p_, case_, relation);
    if (!next) return tl::unexpected(next.error());
    return FollowUp{std::make_unique<ArrayInstance>(relation.the_case, kernel_, std::move(next->problem)),
                    std::move(next->source), std::move(next->effects)};
  }

  Description description() const override {
    Description all{{p_.sizes, {}}, {}, {}};
    for (const ArrayInput& input : p_.inputs)
      all.views.push_back({input.name, dtype_of(*input.format), input.shape});
    for (const ArrayOutput& o : p_.outputs) {
      all.views.push_back({o.name, dtype_of(*o.format), o.shape});
      if (o.format->bits < 8) all.views.back().shape.back() /= 2;
    }
    return all;
  }

 private:
  ArrayProblem p_;
};

void shape(Draw& draw, const Space&, Case& c) {
  c.place = cases::BasePlacement::aligned;
  if (c.data != cases::Data::full) c.scales = cases::Scales::unit;
  row_of(c.kernel).shape(draw, c);
}

Preparation prepare(const Case& c, const kernels::Kernel& kernel) {
  return Prepared{{}, [c, &kernel]() -> Made {
                    auto problem = row_of(c.kernel).make(c);
                    if (!problem) return tl::unexpected(problem.error());
                    return std::make_unique<ArrayInstance>(c, kernel, std::move(*problem));
                  }};
}

}  // namespace

std::span<const ArrayOperator> array_operators() {
  static const std::vector<ArrayOperator> kRows{
      dense_gemm_operator(), mx_gemm_operator(),      block_quantise_operator(), int8_gemm_operator(),
      softmax_operator(),    rms_norm_operator(),     layer_norm_operator(),     rope_operator(),
      attention_operator(),  topk_softmax_operator(), moe_sort_operator(),
  };
  return kRows;
}

std::vector<Operator> operators_of_arrays() {
  std::vector<Operator> all;
  for (const ArrayOperator& row : array_operators())
    all.push_back({.op = row.name,
                   .grammar = {row.keys, row.n_step, row.k_step},
                   .outs = row.outs,
                   .block_scales = row.block_scales,
                   .shape = shape,
                   .prepare = prepare,
                   .orders = row.orders});
  return all;
}

}  // namespace lockstep::problems
