// How many cases a journal has that another process is writing.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::cli {

class GrowingJournal {
 public:
  explicit GrowingJournal(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  /// Reads what was written since it was asked last; 0 where there is no such file yet.
  std::uint64_t cases();

 private:
  std::string path_;
  std::uint64_t read_ = 0, lines_ = 0;
};

}  // namespace lockstep::cli
