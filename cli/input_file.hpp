// A file that is read where it is needed, so that one of many GiB costs what is touched.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <tl/expected.hpp>

namespace lockstep::cli {

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

}  // namespace lockstep::cli
