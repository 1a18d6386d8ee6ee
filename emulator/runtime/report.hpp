// What a process's launches came to: a line each, written through, so that nothing is lost when the process
// dies.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/code_object/arguments.hpp"
#include "emulator/findings/finding.hpp"
#include "emulator/runtime/kernel_launch.hpp"

namespace lockstep::runtime {

// What one launch of a program came to, as a line of text: written by the program's process, read by
// `lockstep exec`.

/// What is wrong, but of no instruction.
struct Remark {
  std::string kind;  ///< "schedule", "stream-race"
  findings::Severity severity = findings::Severity::wrong;
  std::string kernel, text;

  std::string line() const;
};

struct LaunchRecord {
  std::string object, kernel;
  code_object::Geometry geometry;
  std::uint64_t workgroups = 0, wave_instructions = 0;
  std::vector<findings::Finding> findings{};
  std::optional<findings::Finding> stop{};
  std::vector<Remark> remarks{};
  std::vector<std::string> notes{};  ///< on how it ran
  bool checked = true;
  bool is_repeated = false;  ///< it did not run: it found what an earlier one had found
  bool is_launch = true;     ///< a launch, else what is known of a kernel, or of calls, without one
  std::string recorded{};    ///< the folder of its files, with --record
  std::string code{};        ///< the file of the code object (reached.hpp), where `reached` says something
  std::string reached{};     ///< what this launch reached of it, if that is more than earlier ones
  std::uint64_t number = 0;  ///< which of the process's launches it is, from 1 on; 0: it is none
  std::vector<Caller> callers{};  ///< that asked for it
  std::string test{};             ///< pytest's name of the test that did
  std::string complaint{};        ///< instead of a launch: what the runtime could not do
};

/// What is known of a launch before it runs.
LaunchRecord record_of(const KernelLaunch& launch, bool checked);

/// The record as a line, without its line break.
std::string to_line(const LaunchRecord& record);
/// The record of a line; nothing where it is torn, as the last one of a process that was killed may be.
std::optional<LaunchRecord> parse_record(std::string_view line);

class Report {
 public:
  /// Reports into a file of `folder` named after the process; an empty name: findings to standard error.
  explicit Report(std::string folder) : folder_(std::move(folder)) {}

  void add(const LaunchRecord& launch);
  /// What the runtime could not do, in words, on standard error, too; the same once.
  void complain(const std::string& what);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(const LaunchRecord& record);

  std::string folder_;
  int process_ = 0;  ///< whose file is open: a fork gets its own
  std::unique_ptr<std::FILE, Close> file_;
  std::set<std::string> complained_;
};

}  // namespace lockstep::runtime
