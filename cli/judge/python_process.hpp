// A question to a Python program, which may run anybody's code: it ends in time, and so does all that it
// started.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::cli {

/// What the program wrote on its standard output.
struct Answer {
  std::string text;
  bool late = false;    ///< it was ended when the time was over
  bool started = true;  ///< false: there is no such program
};

/// The Python that has the package lockstep: what LOCKSTEP_PYTHON names, or python3.
std::string python();

/// Runs a program of PATH with a text as its standard input, for at most so many seconds. Processes that it
/// leaves behind, whatever session they moved to, have ended when this returns.
Answer ask(std::vector<std::string> words, const std::string& input, double seconds);

}  // namespace lockstep::cli
