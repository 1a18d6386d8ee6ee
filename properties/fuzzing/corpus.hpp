// Failing cases, kept in a folder: one file each, one case line each, tried first the next time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "properties/cases/case.hpp"

namespace lockstep::fuzzing {

/// The cases of a file: one line each; blank lines and lines that begin with # are passed over.
tl::expected<std::vector<cases::Case>, std::string> read_cases(const std::string& path);

/// The cases of every *.case file of a folder, in the order of names; empty when there is no such folder. A
/// file that can't be read as cases is an error that names it.
tl::expected<std::vector<cases::Case>, std::string> read_corpus(const std::string& folder);

/// Saves a case and returns the file's path, or what went wrong.
tl::expected<std::string, std::string> save_to_corpus(const std::string& folder, const cases::Case& c,
                                                      std::string_view law);

}  // namespace lockstep::fuzzing
