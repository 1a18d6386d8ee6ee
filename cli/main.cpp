#include <fmt/format.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "cli/options/command_line.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/version.hpp"
#include "devices/worker.hpp"
#include "emulator/isa/kept_lines.hpp"
#include "host/files.hpp"

int main(int argc, char** argv) {
  using namespace lockstep::cli;
#if defined(__GLIBC__)
  // Every run has fresh device memory: what goes back to the system in between is cleared and mapped again.
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
  try {
    if (argc == 4 && argv[1] == std::string_view(lockstep::devices::kWorkerCommand))
      return lockstep::devices::serve(argv[2], std::stoi(argv[3]));
    lockstep::isa::keep_lines_in(lockstep::host::cache_folder());
    const int code = run_command_line(argc, argv, full_version());
    if (std::fflush(stdout) == 0) return code;
    fmt::print(stderr, "lockstep: the results could not be written to standard output\n");
    return code == kHolds ? kUsage : code;
  } catch (const std::exception& e) {
    fmt::print(stderr, "lockstep: {}\n", e.what());
    return kUsage;
  }
}
