// Files that are whole or absent: written beside their place, then moved there.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::cli {

/// An empty string, or what went wrong: "PATH: No space left on device".
std::string write_whole(const std::string& path, std::string_view contents);

/// Says on standard error that a file could not be written; returns false then.
bool write_or_complain(const std::string& path, std::string_view contents);

}  // namespace lockstep::cli
