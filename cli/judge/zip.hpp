// Archives of zip, stored or deflated.
#pragma once

#include <string>

#include "cli/judge/unpacking.hpp"

namespace lockstep::cli {

/// What is wrong; empty: all of it was unpacked.
std::string read_zip(const std::string& archive, Unpacking& to);

}  // namespace lockstep::cli
