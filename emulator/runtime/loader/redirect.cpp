// Leads a program to our libamdhip64.so whichever one it asks for: by an absolute path, through an RPATH, or
// the copy in a wheel, which a search path can't replace. The loader asks an audit library (rtld-audit(7))
// before it searches.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#define LOCKSTEP_AUDIT extern "C" __attribute__((visibility("default")))

namespace {

constexpr const char* kName = "libamdhip64";

/// libamdhip64.so.6.2.41134, and libamdhip64-1a2b3c.so.7 as wheels rename it; not libamdhip64_something.so.
bool is_runtime(const char* base) {
  const std::size_t length = std::strlen(kName);
  return std::strncmp(base, kName, length) == 0 && (base[length] == '.' || base[length] == '-') &&
         std::strstr(base, ".so") != nullptr;
}

// Libraries of ROCm for which nothing stands in: whose answers nobody here has.
constexpr std::array kNotHere{"librocblas", "libhipblas",   "libhipblaslt", "libMIOpen",    "libhipfft",
                              "librocfft",  "librocsolver", "libhipsolver", "librocsparse", "libhipsparse",
                              "librocrand", "libhiprand",   "librccl",      "librocm_smi64"};

/// Says once of a library that the last place to look has not got it either.
void say_if_missing(const char* path, const char* base) {
  static std::array<bool, kNotHere.size()> said{};
  for (std::size_t i = 0; i < kNotHere.size(); ++i) {
    const std::size_t length = std::strlen(kNotHere[i]);
    if (said[i] || std::strncmp(base, kNotHere[i], length) != 0 || base[length] != '.' ||
        access(path, F_OK) == 0)
      continue;
    said[i] = true;
    std::fprintf(stderr, "lockstep: the program looks for %s, a library of ROCm that is not here\n", base);
  }
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
  if (flag == LA_SER_DEFAULT) say_if_missing(name, base);
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
