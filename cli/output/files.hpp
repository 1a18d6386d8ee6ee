// Files that commands read and write, and what is said where one can't be.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "emulator/findings/suppressions.hpp"
#include "host/files.hpp"

namespace lockstep::cli {

// The file behind --suppress, and what became of its rules.

/// No rules when `path` is empty. Errors name the file, and the line where one is wrong.
tl::expected<findings::Suppressions, std::string> read_suppressions(const std::string& path);

/// A line for each rule: how many findings it covered, or that it covered none.
void print_account(const findings::Suppressions& suppressions, const findings::Suppressions::Counts& counts);
nlohmann::json to_json(const findings::Suppressions& suppressions,
                       const findings::Suppressions::Counts& counts);

class InputFile {
 public:
  static tl::expected<std::shared_ptr<InputFile>, std::string> open(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t bytes() const { return bytes_; }
  /// What can't be read, because the file shrank or its disk failed, becomes zero, and failed() true.
  void read(std::uint64_t offset, std::span<std::uint8_t> data);
  bool failed() const { return failed_.load(); }

 private:
  InputFile(std::string path, int descriptor, std::uint64_t bytes)
      : path_(std::move(path)), descriptor_(descriptor), bytes_(bytes) {}

  std::string path_;
  int descriptor_;
  std::uint64_t bytes_;
  std::atomic<bool> failed_{false};
};

using host::Contents;
using host::Piece;
using host::write_whole;

/// Says on standard error what write_whole() says of a file.
void complain_of_file(const std::string& failure);

/// Writes a file, or complains and returns false.
bool write_or_complain(const std::string& path, std::string_view contents);
bool write_or_complain(const std::string& path, const Contents& contents);

/// Removes those that exist, so that a run which ends early leaves none that could be taken for its own. Left
/// alone: whatever is no regular file, and files that are also `inputs`. An error says which file can't be
/// removed.
std::string remove_stale(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

}  // namespace lockstep::cli
