#include "cli/inspection/compiler_process.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::cli {

namespace {

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

tl::expected<Llc, std::string> Llc::find() {
  std::string llc = host::in_path("llc-22"), lld = host::in_path("ld.lld-22");
  if (llc.empty() || lld.empty())
    return tl::unexpected(fmt::format("{0} is not in PATH: install LLVM 22 (Debian: {1})",
                                      llc.empty() ? "llc-22" : "ld.lld-22",
                                      llc.empty() ? "llvm-22" : "lld-22"));
  Llc made(std::move(llc), std::move(lld));
  if (made.folder_.path().empty())
    return tl::unexpected(fmt::format("no temporary folder could be made: {}", std::strerror(errno)));
  return made;
}

tl::expected<std::vector<std::byte>, std::string> Llc::object(const std::string& name, const std::string& mir,
                                                              std::vector<std::string> options) const {
  options.push_back("-filetype=obj");
  const auto made = compile(name, mir, std::move(options));
  if (!made) return tl::unexpected(made.error());
  const std::string linked = folder_.path() + "/" + name + ".co";
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
  const std::string in = folder_.path() + "/" + name + ".mir";
  std::string out = folder_.path() + "/" + name + ".out";
  if (std::ofstream file(in); !(file << mir << std::flush)) return tl::unexpected(in + " can't be written");
  options.insert(options.begin(), {llc_, in, "-o", out});
  if (auto ok = run(std::move(options), in + ".said"); !ok) return tl::unexpected(ok.error());
  return out;
}

tl::expected<void, std::string> Llc::run(std::vector<std::string> words, const std::string& said) const {
  const std::string program = words[0];
  const auto status = host::run_process(std::move(words), said);
  if (!status) return tl::unexpected(status.error());
  if (*status == 0) return {};
  return tl::unexpected(fmt::format("{}: {}", program, complaint(contents_of(said))));
}

}  // namespace lockstep::cli
