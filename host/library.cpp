#include "host/library.hpp"

#include <filesystem>
#include <system_error>

#include <link.h>

namespace lockstep::host {

tl::expected<void*, std::string> load_library(std::span<const std::string> names) {
  std::string problem;
  for (const std::string& name : names) {
    if (void* const handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    if (problem.empty()) problem = ::dlerror();
  }
  return tl::unexpected(problem);
}

std::string path_of_address(const void* address) {
  Dl_info info{};
  void* found = nullptr;
  if (::dladdr1(address, &info, &found, RTLD_DL_LINKMAP) == 0 || found == nullptr) return {};
  const std::string name = static_cast<const link_map*>(found)->l_name;
  std::error_code error;
  const auto path = std::filesystem::canonical(name.empty() ? "/proc/self/exe" : name, error);
  return error ? std::string() : path.string();
}

}  // namespace lockstep::host
