// LLVM's static compiler, run as a process of its own.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "host/process.hpp"

namespace lockstep::cli {

/// llc and lld of LLVM 22, found in PATH, and a folder for what they read and write.
class Llc {
 public:
  /// Finds the programs in PATH. On failure: what is missing.
  static tl::expected<Llc, std::string> find();
  /// A linked code object. `name` tells apart what is compiled at the same time.
  tl::expected<std::vector<std::byte>, std::string> object(const std::string& name, const std::string& mir,
                                                           std::vector<std::string> options) const;
  tl::expected<std::string, std::string> assembly(const std::string& name, const std::string& mir,
                                                  std::vector<std::string> options) const;

 private:
  Llc(std::string llc, std::string lld)
      : llc_(std::move(llc)), lld_(std::move(lld)), folder_("lockstep-compiler") {}
  tl::expected<std::string, std::string> compile(const std::string& name, const std::string& mir,
                                                 std::vector<std::string> options) const;
  tl::expected<void, std::string> run(std::vector<std::string> words, const std::string& said) const;

  std::string llc_, lld_;
  host::TemporaryFolder folder_;
};

}  // namespace lockstep::cli
