// A problem in device memory as a launch recipe wants it: the operator's tensors, some of them in another
// layout, the object's own memory, and the launches that the recipe describes.
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "emulator/code_object/code_object.hpp"
#include "properties/problems/instance.hpp"
#include "properties/recipes/recipe.hpp"

namespace lockstep::problems {

/// What of a problem that is computed in part a device computes: the emulator the part alone, a GPU all of
/// it.
enum class Computes : std::uint8_t { part, whole };

/// Places the problem as Instance::place() does, but for what the recipe says. Which workgroup computes a
/// part nobody knows of another's kernel. Fails where the recipe does not take the problem, asks for what the
/// operator does not have, or does not fit the code object.
tl::expected<Placed, std::string> place(const Instance& instance, const recipes::Recipe& recipe,
                                        const code_object::CodeObject& object, const cases::Case& c,
                                        std::uint64_t poison, Computes computes = Computes::part);

}  // namespace lockstep::problems
