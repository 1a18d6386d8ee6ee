// A problem of an operator that no kernel here implements: its tensors, and what each output must be. Whatever computes it is
// a callable, which sees arrays.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"
#include "properties/cases/draw.hpp"
#include "properties/cases/keys.hpp"
#include "reference/formats/format.hpp"
#include "reference/operators/answer.hpp"

namespace lockstep::problems {

/// What becomes of a tensor where a metamorphic law changes the problem; implementations whose bits may hang on the place of
/// a row, or on the order in which others arrive, promise none of it.
struct Moves {
  std::int8_t rows = -1;  ///< the axis whose permutation goes with that of the rows; -1: none
  bool negated = false;   ///< inputs that are negated together, and what is so then
  bool doubled = false;   ///< the same of factors of two
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
  std::string_view sentence;  ///< what it computes
  std::string_view formats;
  cases::Keys keys;
  std::vector<std::string> outs;
  /// Draws sizes and keys.
  void (*shape)(cases::Draw& draw, cases::Case& c);
  /// Refuses sizes that can't be meant.
  tl::expected<ArrayProblem, std::string> (*make)(const cases::Case& c);
  std::int64_t n_step = 1, k_step = 1;  ///< that n and k are multiples of
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

}  // namespace lockstep::problems
