#include "cli/complaint.hpp"

#include <fmt/format.h>

namespace lockstep::cli {

int complain(std::string_view command, std::string_view problem, ExitCode code) {
  fmt::print(stderr, "lockstep {}: {}\n", command, problem);
  return code;
}

}  // namespace lockstep::cli
