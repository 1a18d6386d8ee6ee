// Files that are whole or absent: written beside their place, then moved there.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lockstep::host {

/// An empty string, or what went wrong: "PATH: No space left on device".
std::string write_whole(const std::string& path, std::string_view contents);

/// Takes one more piece of a file; false when it can't be written, or nothing is wanted any more.
using Piece = std::function<bool(std::string_view)>;
/// Hands the pieces over in order; false when one was refused.
using Contents = std::function<bool(const Piece&)>;
std::string write_whole(const std::string& path, const Contents& contents);

}  // namespace lockstep::host
