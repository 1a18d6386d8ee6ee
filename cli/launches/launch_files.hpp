// What the keys of a launch share: the files that it names, relative to its own folder, and ranges of bytes.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/output/files.hpp"
#include "emulator/launch/description.hpp"
#include "host/json_reader.hpp"

namespace lockstep::cli {

class LaunchFiles {
 public:
  explicit LaunchFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::string path_of(const std::string& name) const { return (folder_ / name).string(); }
  /// nullptr, and a complaint, when it can't be opened.
  std::shared_ptr<InputFile> open(host::JsonReader& r, const std::string& name) const;
  /// A buffer's bytes from a file: from `skip` on `wanted`, which must be all of them unless `skip` is given.
  /// `natural` becomes how many there are.
  launch::Given contents(host::JsonReader& r, const std::string& name, std::uint64_t skip,
                         std::optional<std::uint64_t> wanted, std::optional<std::uint64_t>& natural);

  /// Those whose bytes are read while the kernel runs.
  const std::vector<std::shared_ptr<InputFile>>& inputs() const { return inputs_; }

 private:
  std::filesystem::path folder_;
  std::vector<std::shared_ptr<InputFile>> inputs_;
};

/// An array of ranges, or a string of them with spaces between; "all" is the first `bytes`. Nothing without
/// the key.
std::optional<std::vector<launch::Range>> read_ranges(host::JsonReader& r, const char* key,
                                                      std::uint64_t bytes);

}  // namespace lockstep::cli
