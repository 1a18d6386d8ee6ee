// A file of PTX as far as launching its kernels takes: their names and parameters.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "emulator/code_object/code_object.hpp"

namespace lockstep::code_object {

/// Whether the bytes are a text of PTX: it says its version before anything else.
bool is_ptx(std::string_view bytes);

/// The kernels of a text, without code: `arch` is its target, parameters without names are called by their
/// positions. The parameters lie in the order of the text, each at the next multiple of its alignment, as
/// cuLaunchKernel takes them packed. `file` is for messages.
tl::expected<CodeObject, std::string> parse_ptx(const std::string& file, std::string_view text);

}  // namespace lockstep::code_object
