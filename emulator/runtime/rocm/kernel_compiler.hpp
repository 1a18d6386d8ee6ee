// clang 22 and lld as programs have them from AMD's libraries (hiprtc, comgr): code of the device compiled in
// steps, each a process, in a folder that goes with them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "host/process.hpp"

namespace lockstep::runtime::rocm {

class KernelCompiler {
 public:
  /// On failure: what is missing, and which package has it.
  static tl::expected<KernelCompiler, std::string> find();

  /// A file of the folder.
  std::string path(std::string_view name) const { return folder_.path() + "/" + std::string(name); }
  bool write(std::string_view name, std::string_view contents) const;
  std::string read(std::string_view name) const;

  /// What all steps said.
  const std::string& log() const { return log_; }
  /// HIP in `in` becomes LLVM IR in `out`, or its text. With `libraries` its functions are linked in.
  bool hip_to_ir(const std::string& in, const std::string& out, bool as_text, bool libraries,
                 std::vector<std::string> options);
  bool clang(std::vector<std::string> words);
  bool link(const std::vector<std::string>& objects, const std::string& out);

 private:
  KernelCompiler(std::string clang, std::string linker)
      : clang_(std::move(clang)), linker_(std::move(linker)), folder_("lockstep-kernels") {}
  bool run(std::vector<std::string> words);

  std::string clang_, linker_;
  host::TemporaryFolder folder_;
  std::string log_;
};

/// The options by which clang finds HIP's headers, those of an installation of ROCm, of Debian or of a Triton
/// beside this process's Python; none where there are none.
std::vector<std::string> hip_headers();

}  // namespace lockstep::runtime::rocm
