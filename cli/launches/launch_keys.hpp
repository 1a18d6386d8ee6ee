// What the keys of a launch say: the files that it names, relative to its own folder, ranges of bytes,
// buffers and their contents, arguments, outputs and what is expected of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/files.hpp"
#include "emulator/launch/description.hpp"
#include "host/json_reader.hpp"
#include "properties/launch_outputs/operands.hpp"

namespace lockstep::cli {

class LaunchFiles {
 public:
  /// `expects_later`: what outputs must be is not in a file.
  explicit LaunchFiles(std::filesystem::path folder, bool expects_later = false)
      : folder_(std::move(folder)), expects_later_(expects_later) {}
  bool expects_later() const { return expects_later_; }

  std::string path_of(const std::string& name) const { return (folder_ / name).string(); }
  /// Opens a file; nullptr, and a complaint, when it can't be opened.
  std::shared_ptr<InputFile> open(host::JsonReader& r, const std::string& name) const;
  /// A buffer's bytes from a file: from `skip` on `wanted`, which must be all of them unless `skip` is given.
  /// `natural` becomes how many there are.
  launch::Given contents(host::JsonReader& r, const std::string& name, std::uint64_t skip,
                         std::optional<std::uint64_t> wanted, std::optional<std::uint64_t>& natural);

  /// The files whose bytes are read while the kernel runs.
  const std::vector<std::shared_ptr<InputFile>>& inputs() const { return inputs_; }

 private:
  std::filesystem::path folder_;
  bool expects_later_;
  std::vector<std::shared_ptr<InputFile>> inputs_;
};

/// An array of ranges, or a string of them with spaces between; "all" is the first `bytes`. Nothing without
/// the key.
std::optional<std::vector<launch::Range>> read_ranges(host::JsonReader& r, const char* key,
                                                      std::uint64_t bytes);

/// A digest, or an empty text without the key.
std::string read_sha256(host::JsonReader& r, const char* key);

/// Bytes of two digits each, as in ff or 0x0000803f.
std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text);

/// `seed` is that of random contents without one of their own.
launch::Buffer read_buffer(host::JsonReader& r, LaunchFiles& files, std::uint64_t seed);

launch::Argument read_argument(host::JsonReader& r);

/// The operator that the last output of the description names, where its SNR is derived.
std::optional<launch_outputs::Gemm> read_operator(host::JsonReader& r,
                                                  const launch::Description& description);

/// The description has its buffers already.
launch::Output read_output(host::JsonReader& r, LaunchFiles& files, const launch::Description& description);

}  // namespace lockstep::cli
