// Whole files, read at once. Errors are complete sentences: "PATH: can't be opened: No such file or directory".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::host {

tl::expected<std::vector<std::byte>, std::string> read_file(const std::string& path);
/// The same for text.
tl::expected<std::string, std::string> read_text(const std::string& path);

}  // namespace lockstep::host
