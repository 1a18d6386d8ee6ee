// Named models of how a CDNA4 matrix instruction adds, each with what is known about its truth.
//
// The arithmetic of gfx950's f8f6f4 family is not public. Every row is therefore a hypothesis, or the
// yardstick `exact`; none is claimed to be the silicon.
#pragma once

#include <span>
#include <string_view>

#include "emulator/matrix/facts.hpp"

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
  Facts facts;
};

std::span<const Model> models();

/// nullptr when there is no model of that name.
const Model* find_model(std::string_view name);

}  // namespace lockstep::matrix
