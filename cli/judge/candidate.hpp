// What `judge` is given, by what it is: a capsule, a code object, a source.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace lockstep::cli {

enum class JudgedKind : std::uint8_t {
  launch,  ///< a launch file, or a folder with one
  object,  ///< a code object
  source,  ///< HIP, which clang compiles
};

struct JudgedFile {
  JudgedKind kind = JudgedKind::launch;
  std::string path;  ///< the launch file, the object or the source
};

/// A folder stands for the launch file in it. Fails where there is nothing to read.
tl::expected<JudgedFile, std::string> find_judged(const std::string& path);

/// What a path names; of an archive the capsule in it, unpacked into the folder.
tl::expected<JudgedFile, std::string> find_unpacked(const std::string& path, const std::string& folder);

/// Compiles a HIP source for an arch and returns the path of the code object, in `folder`. Fails with what is
/// missing, or with the compiler's first line. Ends the compiler when `cancel` gets true.
tl::expected<std::string, std::string> compile_hip(const std::string& source, const std::string& arch,
                                                   const std::string& folder,
                                                   const std::atomic<bool>& cancel);

}  // namespace lockstep::cli
