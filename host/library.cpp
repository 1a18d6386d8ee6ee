#include "host/library.hpp"

namespace lockstep::host {

tl::expected<void*, std::string> load_library(std::span<const std::string> names) {
  std::string problem;
  for (const std::string& name : names) {
    if (void* const handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    if (problem.empty()) problem = ::dlerror();
  }
  return tl::unexpected(problem);
}

}  // namespace lockstep::host
