// Archives of zip, stored or deflated.
#pragma once

#include <string>

#include "host/archives/unpacking.hpp"

namespace lockstep::host {

/// What is wrong; empty: all of it was unpacked.
std::string read_zip(const std::string& archive, Unpacking& to);

}  // namespace lockstep::host
