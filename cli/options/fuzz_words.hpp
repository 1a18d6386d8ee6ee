// The words of a fuzz command, without running it.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/commands.hpp"

namespace lockstep::cli {

/// `words`: as a command line has them behind `lockstep fuzz`. Fails, in a sentence, where they are none of its options.
tl::expected<FuzzOptions, std::string> read_fuzz_words(std::vector<std::string> words);

}  // namespace lockstep::cli
