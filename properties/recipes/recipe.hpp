// A launch recipe: how a code object that others built takes an operator's problem. A file of JSON beside the object
// (docs/compare.md), read once; grid, sizes and arguments are expressions over the problem's sizes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/launch/description.hpp"
#include "properties/recipes/expression.hpp"

namespace lockstep::recipes {

/// An expression as it was written; it is read where the sizes are known.
using Text = std::string;

/// The address of one of the operator's tensors, by its name; null without one.
struct TensorPointer {
  std::string tensor;
  Text offset = "0";  ///< bytes
};
struct Integer {
  std::string type;  ///< "i32"
  Text value;
};
/// A number that is no size: its bits are known when the file is read.
struct Constant {
  launch::Number number;
};
struct Field;
struct Structure {
  std::vector<Field> fields;
};
using Value = std::variant<TensorPointer, Integer, Constant, Structure>;
struct Field {
  std::uint32_t at = 0;  ///< byte offset in the structure
  Value value;
};

struct Argument {
  std::string name;                 ///< of the metadata's argument; empty: the next
  std::optional<std::uint32_t> at;  ///< byte offset in the argument segment
  Value value;
};

/// A tensor that the object wants in another layout than the operator's own.
struct TensorLayout {
  std::string tensor, layout;
};

struct Recipe {
  std::string file;             ///< where it was read
  std::string object;           ///< path of the code object
  std::string takes;            ///< the kernel whose problems it takes: "grouped_gemm_masked"
  std::string kernel;           ///< symbol; {out} stands for the format of the output
  bool declared_order = false;  ///< it adds in the order that that kernel declares
  std::vector<Text> accepts;    ///< conditions on the problem
  std::array<Text, 3> grid{"1", "1", "1"}, block{"1", "1", "1"};  ///< workgroups, threads
  Text dynamic_lds = "0";                                         ///< bytes
  std::vector<Argument> arguments;
  std::vector<TensorLayout> tensors;

  std::string symbol(std::string_view out) const;
};

/// Reads the text of a recipe; `file` is its path, beside which its object is looked for. Errors say what is wrong where,
/// and what there may be.
tl::expected<Recipe, std::string> parse(const std::string& file, std::string_view text);

/// A tensor of the problem in device memory.
struct PlacedTensor {
  std::string name;
  std::uint64_t address = 0, bytes = 0;
};

/// The launch for a problem: the description that launch::pack() takes, and the address of each of its buffers. Fails
/// where a condition does not hold, an expression is wrong or a tensor does not exist.
struct Bound {
  launch::Description description;
  std::vector<std::uint64_t> base;
};
tl::expected<Bound, std::string> bind(const Recipe& recipe, const Sizes& sizes, std::string_view out,
                                      std::span<const PlacedTensor> tensors);

}  // namespace lockstep::recipes
