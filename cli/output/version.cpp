#include "cli/output/version.hpp"

namespace lockstep::cli {

const char* full_version() {
  return "lockstep " LOCKSTEP_VERSION " (" LOCKSTEP_GIT "), " LOCKSTEP_COMPILER ", LLVM " LOCKSTEP_LLVM;
}

const char* version() {
  return LOCKSTEP_VERSION " (" LOCKSTEP_GIT "), LLVM " LOCKSTEP_LLVM;
}

}  // namespace lockstep::cli
