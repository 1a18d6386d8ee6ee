// Programs of this machine, run as processes of their own.
#pragma once

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>
#include <tl/expected.hpp>

namespace lockstep::host {

/// Where PATH has the program; empty: nowhere.
std::string in_path(const char* name);

/// A new folder for temporary files, removed with what is in it when this object goes.
class TemporaryFolder {
 public:
  /// `name`: how its name begins. `parent`: empty: the folder of temporary files.
  explicit TemporaryFolder(const std::string& name, const std::string& parent = {});
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  /// Empty where none could be made; errno says why.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Runs a program, named by its path, to its end. What it says on standard output and error goes into the
/// file `said`. The status is its exit code, or 128 and the signal that ended it; an error where it can't be
/// started. It is killed, and what it has started, when `cancel` gets true.
tl::expected<int, std::string> run_process(std::vector<std::string> words, const std::string& said,
                                           const std::atomic<bool>* cancel = nullptr);

/// The children of the main thread, and all that they start: their orphans come to this process from now on.
class Descendants {
 public:
  Descendants();
  /// Kills all that came since this object was made.
  void kill_new() const;

 private:
  std::set<pid_t> before_;
};

}  // namespace lockstep::host
