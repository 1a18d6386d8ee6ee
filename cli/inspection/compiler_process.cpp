#include "cli/inspection/compiler_process.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

std::string contents_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The first line that tells of an error, or the first of all.
std::string complaint(const std::string& said) {
  std::istringstream lines(said);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error") != std::string::npos || line.find("LLVM ERROR") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

}  // namespace

std::string in_path(const char* name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::string file = folder + "/" + name; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

tl::expected<Llc, std::string> Llc::find() {
  std::string llc = in_path("llc-22"), lld = in_path("ld.lld-22");
  if (llc.empty() || lld.empty())
    return tl::unexpected(fmt::format("{0} is not in PATH: install LLVM 22 (Debian: {1})",
                                      llc.empty() ? "llc-22" : "ld.lld-22",
                                      llc.empty() ? "llvm-22" : "lld-22"));
  std::string folder = (fs::temp_directory_path() / "lockstep-compiler-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr)
    return tl::unexpected(fmt::format("{}: {}", folder, std::strerror(errno)));
  return Llc(std::move(llc), std::move(lld), std::move(folder));
}

Llc::Llc(Llc&& other) noexcept
    : llc_(std::move(other.llc_)), lld_(std::move(other.lld_)), folder_(std::exchange(other.folder_, {})) {}

Llc::~Llc() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

tl::expected<std::vector<std::byte>, std::string> Llc::object(const std::string& name, const std::string& mir,
                                                              std::vector<std::string> options) const {
  options.push_back("-filetype=obj");
  const auto made = compile(name, mir, std::move(options));
  if (!made) return tl::unexpected(made.error());
  const std::string linked = folder_ + "/" + name + ".co";
  if (auto ok = run({lld_, "-shared", *made, "-o", linked}, *made + ".said"); !ok)
    return tl::unexpected(ok.error());
  const std::string text = contents_of(linked);
  for (const std::string& file : {*made, linked}) ::unlink(file.c_str());
  const auto bytes = std::as_bytes(std::span(text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

tl::expected<std::string, std::string> Llc::assembly(const std::string& name, const std::string& mir,
                                                     std::vector<std::string> options) const {
  const auto made = compile(name, mir, std::move(options));
  if (!made) return tl::unexpected(made.error());
  return contents_of(*made);
}

tl::expected<std::string, std::string> Llc::compile(const std::string& name, const std::string& mir,
                                                    std::vector<std::string> options) const {
  const std::string in = folder_ + "/" + name + ".mir";
  std::string out = folder_ + "/" + name + ".out";
  if (std::ofstream file(in); !(file << mir << std::flush)) return tl::unexpected(in + " can't be written");
  options.insert(options.begin(), {llc_, in, "-o", out});
  if (auto ok = run(std::move(options), in + ".said"); !ok) return tl::unexpected(ok.error());
  return out;
}

tl::expected<void, std::string> Llc::run(std::vector<std::string> words, const std::string& said) const {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, said.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
  pid_t child = -1;
  const int failed = ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return tl::unexpected(fmt::format("{}: {}", words[0], std::strerror(failed)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return tl::unexpected(fmt::format("{}: {}", words[0], complaint(contents_of(said))));
}

}  // namespace lockstep::cli
