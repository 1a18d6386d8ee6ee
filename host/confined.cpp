#include "host/confined.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#if __has_include(<linux/landlock.h>)
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace lockstep::host {

std::string outside(const std::string& folder, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path root = fs::canonical(folder, failed), file = fs::weakly_canonical(root / path, failed);
  if (!failed && std::ranges::mismatch(root, file).in1 == root.end()) return {};
  return fmt::format("{}: lies outside of the folder that is served", path);
}

#if __has_include(<linux/landlock.h>)

namespace {

constexpr std::uint64_t kExecute = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kRead = LANDLOCK_ACCESS_FS_READ_FILE, kWrite = LANDLOCK_ACCESS_FS_WRITE_FILE;

/// The accesses that an ABI of Landlock knows.
std::uint64_t all_of(long abi) {
  std::uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
#ifdef LANDLOCK_ACCESS_FS_REFER
  if (abi >= 2) all |= LANDLOCK_ACCESS_FS_REFER;
#endif
#ifdef LANDLOCK_ACCESS_FS_TRUNCATE
  if (abi >= 3) all |= LANDLOCK_ACCESS_FS_TRUNCATE;
#endif
  return all;
}

long abi_of_kernel() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/// What is not there needs no rule.
void allow(int rules, const char* path, std::uint64_t access) {
  const int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return;
  struct stat facts{};
  constexpr std::uint64_t kOfFiles = kRead | kWrite | LANDLOCK_ACCESS_FS_EXECUTE;
  if (fstat(file, &facts) == 0 && !S_ISDIR(facts.st_mode)) access &= kOfFiles;
  const landlock_path_beneath_attr rule{.allowed_access = access, .parent_fd = file};
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(file);
}

}  // namespace

bool can_confine() {
  return abi_of_kernel() >= 1;
}

bool confine(const std::string& folder, const std::string& scratch) {
  const long abi = abi_of_kernel();
  if (abi < 1) return false;
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = all_of(abi);
#ifdef LANDLOCK_ACCESS_NET_CONNECT_TCP
  if (abi >= 4) handled.handled_access_net = LANDLOCK_ACCESS_NET_BIND_TCP | LANDLOCK_ACCESS_NET_CONNECT_TCP;
#endif
  const auto rules = int(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0));
  if (rules < 0) return false;
  for (const char* system :
       {"/usr", "/lib", "/lib64", "/bin", "/opt", "/etc/ld.so.cache", "/etc/alternatives"})
    allow(rules, system, kRead | kExecute);
  allow(rules, "/dev/null", kRead | kWrite);
  allow(rules, folder.c_str(), kRead | LANDLOCK_ACCESS_FS_READ_DIR);
  if (!scratch.empty()) allow(rules, scratch.c_str(), handled.handled_access_fs);
  const bool done =
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done;
}

#else

bool can_confine() {
  return false;
}

bool confine(const std::string&, const std::string&) {
  return false;
}

#endif

}  // namespace lockstep::host
