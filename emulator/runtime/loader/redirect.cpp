// Leads a program to our libamdhip64.so whichever one it asks for: by an absolute path, through an RPATH, or
// the copy in a wheel, which a search path can't replace. The loader asks an audit library (rtld-audit(7))
// before it searches.
#include <array>
#include <cstdint>
#include <cstring>

#include <dlfcn.h>
#include <link.h>

#define LOCKSTEP_AUDIT extern "C" __attribute__((visibility("default")))

namespace {

constexpr const char* kName = "libamdhip64";

/// libamdhip64.so.6.2.41134, and libamdhip64-1a2b3c.so.7 as wheels rename it; not libamdhip64_something.so.
bool is_runtime(const char* base) {
  const std::size_t length = std::strlen(kName);
  return std::strncmp(base, kName, length) == 0 && (base[length] == '.' || base[length] == '-') &&
         std::strstr(base, ".so") != nullptr;
}

/// The folder of this library; empty where it can't be told.
const char* folder() {
  static std::array<char, 4096> path{};
  Dl_info info{};
  if (path[0] != 0) return path.data();
  if (dladdr(reinterpret_cast<const void*>(&is_runtime), &info) == 0 || info.dli_fname == nullptr) return "";
  const char* const slash = std::strrchr(info.dli_fname, '/');
  const std::size_t length = slash != nullptr ? std::size_t(slash - info.dli_fname) : 0;
  if (length == 0 || length >= path.size() - 32) return "";
  std::memcpy(path.data(), info.dli_fname, length);
  return path.data();
}

}  // namespace

LOCKSTEP_AUDIT unsigned la_version(unsigned) {
  return LAV_CURRENT;
}

// A name without a path stays as it is until the loader tries a folder: the name is what it keeps beside the
// library, and by which a second library that needs the runtime must find it again.
LOCKSTEP_AUDIT char* la_objsearch(const char* name, std::uintptr_t*, unsigned flag) {
  static thread_local std::array<char, 4096> answer;
  const char* const slash = std::strrchr(name, '/');
  const char* const base = slash != nullptr ? slash + 1 : name;
  const char* const ours = folder();
  const bool is_searched_for = flag == LA_SER_ORIG && slash == nullptr;
  if (!is_runtime(base) || *ours == 0 || is_searched_for) return const_cast<char*>(name);
  // The version is kept: it tells the runtime which HIP the program was built for.
  const char* const version = std::strstr(base, ".so.");
  const char major = version != nullptr ? version[4] : '0';
  std::strcpy(answer.data(), ours);
  std::strcat(answer.data(), "/libamdhip64.so");
  if (major >= '5' && major <= '7') std::strncat(answer.data(), version + 3, 2);
  return answer.data();
}
