// Problems of operators that no kernel here implements: their tensors, and what each output must be. Whatever
// computes them is a callable, which sees arrays.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "properties/cases/draw.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/follow_up.hpp"
#include "properties/problems/orders.hpp"
#include "reference/operators/answer.hpp"

namespace lockstep::problems {

/// What becomes of a tensor where a metamorphic law changes the problem; implementations whose bits may
/// depend on where a row lies, or on the order in which others arrive, promise none of it.
struct Moves {
  std::int8_t rows = -1;  ///< the axis whose permutation goes with that of the rows; -1: none
  bool negated = false;   ///< inputs that are negated together, and outputs that are negated then
  bool doubled = false;   ///< inputs that are doubled together, and outputs that are doubled then
};

struct ArrayInput {
  std::string name;
  const formats::Format* format;
  std::vector<std::int64_t> shape;
  std::vector<std::uint8_t> bytes;  ///< row-major; elements of 4 bits two to a byte
  Moves moves{};
};

struct ArrayOutput {
  std::string name;
  const formats::Format* format;
  std::vector<std::int64_t> shape;
  operators::Answer answer;  ///< [element]
  Moves moves{};
};

struct ArrayProblem {
  std::vector<ArrayInput> inputs;
  std::vector<ArrayOutput> outputs;
  std::map<std::string, std::int64_t, std::less<>> sizes;
  std::uint64_t work = 0;   ///< multiply-accumulates, or elements
  bool one_answer = false;  ///< every output's value is exact, whatever the order: law exact_grid asks for it
};

/// One row for each operator.
struct ArrayOperator {
  std::string_view name;
  cases::Keys keys;
  std::vector<std::string> outs;
  /// Draws sizes and keys.
  void (*shape)(cases::Draw& draw, cases::Case& c);
  /// Refuses sizes that can't be meant.
  tl::expected<ArrayProblem, std::string> (*make)(const cases::Case& c);
  std::int64_t n_step = 1, k_step = 1;  ///< n and k are multiples of these
  bool block_scales = false;            ///< Operator::block_scales
  std::span<const DeclaredOrder> orders{};
  /// The one output's codes in the order that the contract declares; called of no contract without one.
  std::vector<std::uint32_t> (*expected)(const ArrayProblem& p, const cases::Case& c,
                                         const matrix::Model& model) = nullptr;
};

std::span<const ArrayOperator> array_operators();

ArrayOperator softmax_operator();
ArrayOperator rms_norm_operator();
ArrayOperator layer_norm_operator();
ArrayOperator rope_operator();
ArrayOperator attention_operator();
ArrayOperator dense_gemm_operator();
ArrayOperator mx_gemm_operator();
ArrayOperator block_quantise_operator();
ArrayOperator int8_gemm_operator();
ArrayOperator topk_softmax_operator();
ArrayOperator moe_sort_operator();

// What inputs hold: numbers by the case's data regime, as a pure function of its seed and the position.

/// An input and the numbers that it stands for.
struct DrawnInput {
  ArrayInput input;
  std::vector<double> values;
};

/// `stream` tells the inputs of a case apart; `row`: elements that belong together, of which one alone is not
/// zero under one_hot, and one may be NaN under nan. `scale` is a power of two that all are multiplied by,
/// but for the whole numbers of grid.
DrawnInput drawn(const cases::Case& c, std::uint64_t stream, std::string name, const formats::Format& format,
                 std::vector<std::int64_t> shape, std::int64_t row, double scale = 1);

/// An input of numbers that the operator has chosen; rounded to the format.
DrawnInput stored(std::string name, const formats::Format& format, std::vector<std::int64_t> shape,
                  const std::vector<double>& values);

/// The numbers that an input's bytes stand for.
std::vector<double> values_of(const ArrayInput& input);

/// Whether a regime has numbers near the ends of formats, where twice a number may be no number of the
/// format.
bool is_near_an_end(cases::Data data);

/// A size around the edges that implementations have: few, around a power of two, any up to `most`.
std::int64_t drawn_size(cases::Draw& draw, std::int64_t most);

/// The format of a name that keys have: bf16, f16, f32, e4m3, e5m2, e2m1.
const formats::Format& format_of(std::string_view name);

/// The format of whole numbers of 32 bits.
extern const formats::Format kInt32;

std::int64_t count_of(const std::vector<std::int64_t>& shape);

// Follow-up problems, for metamorphic laws: rows in another order, inputs negated or doubled. Sizes stay,
// since an implementation may choose by them how it computes.

/// What symmetries() says: the rows of the problem's case, if anything may be done with it.
Symmetries symmetries_of(const ArrayProblem& p, const cases::Case& own);

struct MovedProblem {
  ArrayProblem problem;
  std::vector<std::vector<std::int64_t>> source;  ///< FollowUp::source
  std::vector<FollowUp::Effect> effects;
};

/// `own`: the case of the problem. Fails, in a sentence without a subject, where the operator promises no
/// such thing.
tl::expected<MovedProblem, std::string> moved(const ArrayProblem& p, const cases::Case& own,
                                              const Relation& relation);

}  // namespace lockstep::problems
