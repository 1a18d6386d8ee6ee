// Named models of how the matrix instructions of an arch add, each with what is known about its truth.
//
// A model says how one arch adds: gfx950's are not models of gfx942. The arithmetic of gfx950 is not public,
// so that each of its rows is a hypothesis, or the yardstick `exact`; none is claimed to be the silicon.
// gfx942 was measured; where its publications differ there is a row for each. gfx1250's rows are for its
// block-scaled WMMA, and hypotheses again.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "reference/exact/bound.hpp"

namespace lockstep::matrix {

enum class Label {
  measured,    ///< reproduces captures of the silicon
  documented,  ///< stated by the vendor
  inferred,    ///< follows from something measured or documented
  hypothesis,  ///< one of several that nothing public decides between
};

std::string_view name(Label label);

struct Model {
  std::string_view name;
  Label label;
  std::string_view source;       ///< where the row comes from
  std::string_view description;  ///< one sentence
  Facts facts;                   ///< for operands of 8 bits and fewer
  std::string_view arch;
  Facts sixteen{};     ///< for f16 and bf16 operands
  exact::Loss loss{};  ///< what a step loses of operands of at most 8 bits (reference/exact/bound.hpp)
};

/// The models of one arch, the plainest or likeliest first; empty when none are known.
std::span<const Model> models(std::string_view arch);
/// The models of all archs.
std::span<const Model> all_models();

/// The model of that name, of any arch; nullptr when there is none.
const Model* find_model(std::string_view name);

/// The arch's model of that name, its default where that is empty; or which there are.
tl::expected<const Model*, std::string> choose_model(std::string_view arch, std::string_view name);

}  // namespace lockstep::matrix
