#include "cli/exec_environment.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "emulator/runtime/settings.hpp"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

void prepend(const char* variable, const std::string& what) {
  const char* const old = std::getenv(variable);
  setenv(variable, old != nullptr && *old != 0 ? fmt::format("{}:{}", what, old).c_str() : what.c_str(), 1);
}

// Compilers of kernels look for ROCm; where there is none, a few files stand in for it. The tool that names the devices
// names the emulated one in any case.
void stand_in_for_rocm(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return;
  prepend("PATH", (folder / "bin").string());
  if (!fs::exists("/opt/rocm", ignored)) setenv("ROCM_PATH", folder.c_str(), 0);
}

}  // namespace

void set_exec_environment(const std::string& libraries, const std::string& settings) {
  prepend("LD_LIBRARY_PATH", libraries);
  // For those that don't search: what is loaded by a path.
  const std::string redirect = libraries + "/liblockstep_redirect.so";
  std::error_code ignored;
  if (fs::exists(redirect, ignored)) prepend("LD_AUDIT", redirect);
  stand_in_for_rocm(fs::path(libraries).parent_path() / "rocm");
  setenv(runtime::kSettingsVariable, settings.c_str(), 1);
}

}  // namespace lockstep::cli
