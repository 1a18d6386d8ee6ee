#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/launches/commands.hpp"
#include "cli/launches/exec_report.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "emulator/runtime/settings.hpp"
#include "host/process.hpp"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

void prepend(const char* variable, const std::string& what) {
  const char* const old = std::getenv(variable);
  setenv(variable, old != nullptr && *old != 0 ? fmt::format("{}:{}", what, old).c_str() : what.c_str(), 1);
}

// Compilers of kernels look for ROCm; where there is none, a few files stand in for it. The tool that names
// the devices names the emulated one in any case.
void stand_in_for_rocm(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return;
  prepend("PATH", (folder / "bin").string());
  if (fs::exists("/opt/rocm", ignored)) return;
  setenv("ROCM_PATH", folder.c_str(), 0);
  prepend("LD_LIBRARY_PATH", (folder / "lib").string());
}

// What makes torch take the device, beside the runtime's folder: Python imports it as it starts.
std::string torch_device(const std::string& libraries) {
  return (fs::path(libraries).parent_path() / "torch_device").string();
}

/// What the program finds in its environment.
struct Found {
  std::string libraries;  ///< the folder of the runtime
  std::string settings;   ///< as the runtime reads them
  bool torch = false;
};

void set_exec_environment(const Found& found) {
  const std::string& libraries = found.libraries;
  // For programs that load a library by its path, and don't search.
  const std::string redirect = libraries + "/liblockstep_redirect.so";
  std::error_code ignored;
  if (fs::exists(redirect, ignored)) prepend("LD_AUDIT", redirect);
  stand_in_for_rocm(fs::path(libraries).parent_path() / "rocm");
  prepend("LD_LIBRARY_PATH", libraries);
  if (found.torch) prepend("PYTHONPATH", torch_device(libraries));
  setenv(runtime::kSettingsVariable, found.settings.c_str(), 1);
}

// Beside the command: bin/lockstep and lib/hip/libamdhip64.so.*
tl::expected<std::string, std::string> library_folder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = self.parent_path().parent_path() / "lib" / "hip";
  if (error || !fs::exists(folder / "libamdhip64.so"))
    return tl::unexpected(
        fmt::format("{}: the runtime that programs load is not there; build target amdhip64",
                    (folder / "libamdhip64.so").string()));
  return folder.string();
}

// A wheel holds no links: those by which programs and compilers know the libraries are made for this command.
std::string with_links(const fs::path& libraries, const fs::path& folder) {
  if (fs::exists(libraries / "libamdhip64.so.6")) return libraries.string();
  const fs::path lib = libraries.parent_path(), hip = folder / "hip",
                 tools = folder / "rocm" / "llvm" / "bin", others = folder / "rocm" / "lib";
  std::error_code ignored;  // what is not there is missed, and named, by those who look for it
  fs::create_directories(hip, ignored);
  fs::create_directories(tools, ignored);
  fs::create_directories(others, ignored);
  for (const char* version : {"", ".5", ".6", ".7"})
    fs::create_symlink(libraries / "libamdhip64.so", hip / fmt::format("libamdhip64.so{}", version), ignored);
  for (const char* name :
       {"libamdhip64.so", "libamd_comgr.so", "libamd_comgr.so.3", "libhiprtc.so", "libhiprtc.so.5",
        "libhiprtc.so.6", "libhiprtc.so.7", "libhsa-runtime64.so", "libhsa-runtime64.so.1"})
    fs::create_symlink(libraries / "libamdhip64.so", others / name, ignored);
  for (const char* file :
       {"hip/liblockstep_redirect.so", "liblockstep_llvm.so", "rocm/amdgcn", "rocm/bin", "torch_device"})
    fs::create_symlink(lib / file, folder / file, ignored);
  for (const char* name : {"ld.lld-22", "ld.lld"})
    if (const std::string linker = host::in_path(name); !linker.empty())
      fs::create_symlink(linker, tools / "ld.lld", ignored);
  return hip.string();
}

/// The program that is running, and whether the command was told to end: whoever ends it ends the program,
/// too. Functions on signals take no arguments of ours.
std::atomic<pid_t> running_program{0};
std::atomic<bool> told_to_end{false};
static_assert(std::atomic<pid_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void pass_on(int signal) {
  told_to_end.store(true);
  if (const pid_t program = running_program.load(); program > 0) kill(program, signal);
}

/// The status that waitpid() gives; -1 where the program could not be started, with errno.
int run_program(const std::vector<std::string>& program, const Found& found) {
  std::fflush(nullptr);
  int failed[2];
  if (pipe2(failed, O_CLOEXEC) != 0) return -1;
  sigset_t terminating, before;
  sigemptyset(&terminating);
  sigaddset(&terminating, SIGTERM);
  sigprocmask(SIG_BLOCK, &terminating, &before);  // until it is known whom to pass it on to
  const pid_t child = fork();
  if (child == 0) {
    sigprocmask(SIG_SETMASK, &before, nullptr);
    set_exec_environment(found);
    std::vector<char*> words;
    for (const std::string& word : program) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
    const int why = errno;
    [[maybe_unused]] const auto written = write(failed[1], &why, sizeof why);
    _exit(127);
  }
  running_program.store(child);
  std::signal(SIGTERM, pass_on);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  close(failed[1]);
  int why = 0;
  const bool started = child > 0 && read(failed[0], &why, sizeof why) == 0;
  close(failed[0]);
  // Control-C goes to the program, too; what it did until then is reported.
  std::signal(SIGINT, SIG_IGN);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (started) return status;
  errno = why != 0 ? why : errno;
  return -1;
}

runtime::Settings settings_of(const ExecOptions& o, const std::vector<machine::Schedule>& schedules,
                              const std::string& folder) {
  runtime::Settings s;
  s.arch = o.arch;
  s.model = o.model;
  s.schedules = schedules;
  s.seed = o.seed;
  s.threads = o.threads;
  if (o.step_limit) s.step_limit = *o.step_limit;
  s.checks = !o.no_checks;
  s.keep_going = o.keep_going;
  s.kernel = o.kernel;
  s.every = o.every;
  s.bare = o.bare;
  s.lint = o.lint;
  if (!o.record.empty()) s.record = fs::absolute(o.record).string();  // programs may change their folder
  s.policy = o.policy;
  s.report = folder;
  s.coverage = !o.html.empty();
  return s;
}

}  // namespace

int exec(const ExecOptions& options) {
  const auto schedules = machine::parse_schedules(options.schedule);
  if (!schedules)
    return complain("exec",
                    fmt::format("'{}' is no schedule: {}", options.schedule, machine::kSchedulesNames));
  if (const std::string problem = runtime::problem_of_expression(options.kernel); !problem.empty())
    return complain("exec", "--kernel: " + problem);
  const auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain("exec", suppressions.error());
  const auto libraries = library_folder();
  if (!libraries) return complain("exec", libraries.error());
  const host::TemporaryFolder folder("lockstep-exec"), links("lockstep-exec");
  if (folder.path().empty() || links.path().empty())
    return complain("exec", fmt::format("no temporary folder could be made: {}", std::strerror(errno)));
  const std::string settings = runtime::to_text(settings_of(options, *schedules, folder.path()));
  const int status =
      run_program(options.program, {with_links(*libraries, links.path()), settings, options.torch});
  if (status == -1)
    return complain("exec", fmt::format("{}: {}", options.program.front(), std::strerror(errno)));
  return report_launches(options, *suppressions, folder.path(), status, told_to_end.load());
}

}  // namespace lockstep::cli
