// A launch recipe: how a code object that others built takes an operator's problem. A file of JSON beside the
// object (docs/compare.md), read once; grid, sizes and arguments are expressions over the problem's sizes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
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
  std::string name;                 ///< the argument's in the metadata; empty: the next argument
  std::optional<std::uint32_t> at;  ///< byte offset in the argument segment
  Value value;
};

/// A tensor that the object wants in another layout than the operator's own.
struct TensorLayout {
  std::string tensor, layout;
};

/// Memory of the object's own, which no problem has.
struct Workspace {
  std::string name;
  Text bytes;
  bool zeroed = false;  ///< before the first launch; undefined otherwise
};

struct Launch {
  Text when = "1";     ///< the launch is left out where this is 0
  std::string kernel;  ///< symbol; {out} stands for a word of the problem, {n / 64} for a number
  std::array<Text, 3> grid{"1", "1", "1"}, block{"1", "1", "1"};  ///< workgroups, threads
  Text dynamic_lds = "0";                                         ///< bytes
  std::vector<Argument> arguments;
};

struct Recipe {
  std::string file;    ///< where it was read
  std::string object;  ///< path of the code object
  std::string takes;   ///< the kernel whose problems it takes: "grouped_gemm_masked"
  std::string order =
      "any";  ///< "declared": it adds as that kernel declares for the case; or an order's name
  std::vector<Text> accepts;  ///< conditions on the problem
  std::vector<TensorLayout> tensors;
  std::vector<Workspace> workspaces;
  std::vector<Launch> launches;  ///< each over before the next begins

  bool leaves_order_open() const { return order == "any"; }
  bool names_order() const { return order != "any" && order != "declared"; }
};

/// What a recipe may name of a problem: sizes in expressions, words in symbols.
struct Names {
  Sizes sizes;
  std::map<std::string, std::string, std::less<>> words;
};

/// Reads the text of a recipe; `file` is its path, beside which its object is looked for. Errors say what is
/// wrong where, and what there may be.
tl::expected<Recipe, std::string> parse(const std::string& file, std::string_view text);

/// A tensor of the problem in device memory.
struct PlacedTensor {
  std::string name;
  std::uint64_t address = 0, bytes = 0;
};

/// The workspaces of a problem, their addresses 0. Fails where their sizes are wrong.
tl::expected<std::vector<PlacedTensor>, std::string> workspaces(const Recipe& recipe, const Names& names);

/// The launches of a problem: descriptions that launch::pack() takes, whose buffers are `tensors`. Fails
/// where a condition does not hold, an expression is wrong or a tensor does not exist.
tl::expected<std::vector<launch::Description>, std::string> bind(const Recipe& recipe, const Names& names,
                                                                 std::span<const PlacedTensor> tensors);

}  // namespace lockstep::recipes
