// What a process's launches came to: a line each, written through, so that nothing is lost when the process
// dies.
#pragma once

#include <cstdio>
#include <memory>
#include <set>
#include <string>

#include "emulator/runtime/record.hpp"

namespace lockstep::runtime {

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
