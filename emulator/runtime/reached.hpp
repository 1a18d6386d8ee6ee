// What launches reached of their code objects: told to the report as it becomes more, for `exec --html`.
#pragma once

#include <map>
#include <string>

#include <tl/expected.hpp>

#include "emulator/observe/coverage.hpp"
#include "emulator/runtime/module.hpp"

namespace lockstep::runtime {

/// Under the report's folder: the code objects that launches ran, each as a file named after its contents.
inline constexpr const char* kObjectsFolder = "objects";

class Reached {
 public:
  struct News {
    std::string file;  ///< the code object's, in kObjectsFolder; empty: nothing is new
    std::string text;  ///< observe::Coverage::text()
  };
  /// Adds what a launch reached; `folder`: the report's. Fails where the code object can't be written.
  tl::expected<News, std::string> add(const Module& module, const machine::Outcome& outcome,
                                      const std::string& folder);
  /// Forgets a module before it goes.
  void forget(const Module& module) { seen_.erase(&module); }
  void forget_all() { seen_.clear(); }

 private:
  struct OfModule {
    std::string file;
    observe::Coverage coverage;
  };
  std::map<const Module*, OfModule> seen_;
};

}  // namespace lockstep::runtime
