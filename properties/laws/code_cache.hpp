// Code objects of kernels, read and decoded once.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/machine/dispatch/dispatch.hpp"
#include "kernels/kernel.hpp"
#include "properties/recipes/recipe.hpp"

namespace lockstep::laws {

/// Decoded code objects, shared by all cases and threads.
class CodeCache {
 public:
  using Loaded = tl::expected<std::shared_ptr<const machine::LoadedCode>, std::string>;

  /// A GPU runs code that nobody here decodes: its object has no instructions then, and needs no
  /// disassembler.
  enum class Decoding : bool { none, whole };
  /// A build of a kernel: the name of an embedded image, or, when it has a slash or a dot in it, the file of
  /// a code object or of a launch recipe, which names one.
  Loaded get(const kernels::Kernel& kernel, const std::string& build, Decoding decoding = Decoding::whole);
  /// From now on `code` is what get() gives for that build.
  void put(const kernels::Kernel& kernel, const std::string& build,
           std::shared_ptr<const machine::LoadedCode> code);
  /// Whether a build is the path of a file; of a launch recipe, where it ends in .json.
  static bool names_file(const std::string& build);
  static bool names_recipe(const std::string& build);
  /// The recipe that a build names, read once; it must take the problems of the kernel.
  using Recipe = tl::expected<std::shared_ptr<const recipes::Recipe>, std::string>;
  Recipe recipe(const kernels::Kernel& kernel, const std::string& build);
  /// The code object's bytes.
  static tl::expected<std::vector<std::byte>, std::string> bytes(const kernels::Kernel& kernel,
                                                                 const std::string& build);
  /// What a device of `arch` takes in their place: of another arch than the kernel's, the same build for
  /// that.
  static tl::expected<std::vector<std::byte>, std::string> bytes_for(std::string_view arch,
                                                                     const kernels::Kernel& kernel,
                                                                     const std::string& build);

 private:
  /// Threads that need one object wait for whoever decodes it, and for nobody else.
  struct Slot {
    std::mutex mutex;
    std::shared_ptr<const machine::LoadedCode> code;  ///< nullptr: not decoded yet
  };

  static std::string key(const kernels::Kernel& kernel, const std::string& build);
  Slot& slot(const std::string& name);

  std::mutex mutex_;  ///< guards the maps; slots stay where they are
  std::map<std::string, Slot> loaded_;
  std::map<std::string, std::shared_ptr<const recipes::Recipe>> recipes_;
};

}  // namespace lockstep::laws
