// Files that commands write, and what is said where one can't be.
#pragma once

#include <string>
#include <string_view>

#include "host/write_file.hpp"

namespace lockstep::cli {

using host::Contents;
using host::Piece;
using host::write_whole;

/// Says on standard error what write_whole() says of a file.
void complain_of_file(const std::string& failure);

/// Writes a file, or complains and returns false.
bool write_or_complain(const std::string& path, std::string_view contents);
bool write_or_complain(const std::string& path, const Contents& contents);

}  // namespace lockstep::cli
