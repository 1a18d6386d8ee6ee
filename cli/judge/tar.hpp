// Archives of tar, plain or by gzip.
#pragma once

#include <string>

#include "cli/judge/unpacking.hpp"

namespace lockstep::cli {

/// What is wrong; empty: all of it was unpacked.
std::string read_tar(const std::string& archive, Unpacking& to);

}  // namespace lockstep::cli
