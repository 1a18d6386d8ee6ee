// Where an archive is unpacked to, with the limits that a stranger's archive has.
#pragma once

#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::host {

/// A relative path without "..".
bool stays_inside(std::string_view path);

/// A stranger's name as messages have it: in quotes, short, and nothing in it that a terminal obeys.
std::string shown(std::string_view name);

class Unpacking {
 public:
  explicit Unpacking(std::string folder) : folder_(std::move(folder)) {}

  // Each answers what is wrong; empty: nothing.
  std::string make_folder(const std::string& name);
  /// Begins a file; its bytes follow.
  std::string begin(const std::string& name);
  std::string add(std::span<const std::uint8_t> bytes);
  std::string end();

 private:
  std::string refuse(const std::string& name) const;

  std::string folder_;
  std::ofstream file_;
  std::uint64_t files_ = 0, bytes_ = 0;
};

// What is wrong with an archive of tar, plain or by gzip, or of zip, stored or deflated; empty: all of it was
// unpacked.
std::string read_tar(const std::string& archive, Unpacking& to);
std::string read_zip(const std::string& archive, Unpacking& to);

}  // namespace lockstep::host
