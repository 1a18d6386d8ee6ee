// Archives of tar, plain or by gzip.
#pragma once

#include <string>

#include "host/archives/unpacking.hpp"

namespace lockstep::host {

/// What is wrong; empty: all of it was unpacked.
std::string read_tar(const std::string& archive, Unpacking& to);

}  // namespace lockstep::host
