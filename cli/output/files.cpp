#include "cli/output/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep::cli {

tl::expected<findings::Suppressions, std::string> read_suppressions(const std::string& path) {
  if (path.empty()) return findings::Suppressions();
  const auto text = host::read_text(path);
  if (!text) return tl::unexpected(text.error());
  return findings::Suppressions::parse(path, *text);
}

void print_account(const findings::Suppressions& suppressions, const findings::Suppressions::Counts& counts) {
  for (const std::string& line : findings::account(suppressions, counts))
    fmt::print("  {:<15} {}\n", "suppression", line);
}

nlohmann::json to_json(const findings::Suppressions& suppressions,
                       const findings::Suppressions::Counts& counts) {
  nlohmann::json all = nlohmann::json::array();
  for (std::size_t i = 0; i < suppressions.rules().size(); ++i) {
    const findings::Suppression& s = suppressions.rules()[i];
    all.push_back({{"rule", s.where}, {"reason", s.reason}, {"findings", i < counts.size() ? counts[i] : 0}});
  }
  return all;
}

tl::expected<std::shared_ptr<InputFile>, std::string> InputFile::open(const std::string& path) {
  const auto fail = [&](const char* why) { return tl::unexpected(fmt::format("{}: {}", path, why)); };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(std::strerror(errno));
  std::shared_ptr<InputFile> file(new InputFile(path, descriptor, 0));
  struct stat facts{};
  if (::fstat(descriptor, &facts) != 0) return fail(std::strerror(errno));
  if (!S_ISREG(facts.st_mode)) return fail("is not a regular file");
  file->bytes_ = std::uint64_t(facts.st_size);
  return file;
}

InputFile::~InputFile() {
  ::close(descriptor_);
}

void InputFile::read(std::uint64_t offset, std::span<std::uint8_t> data) {
  while (!data.empty()) {
    const ssize_t got = ::pread(descriptor_, data.data(), data.size(), off_t(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      failed_.store(true);
      std::ranges::fill(data, std::uint8_t{0});
      return;
    }
    offset += std::uint64_t(got);
    data = data.subspan(std::size_t(got));
  }
}

void complain_of_file(const std::string& failure) {
  fmt::print(stderr, "lockstep: can't write {}; the results above stand, the file was not written\n",
             failure);
}

bool write_or_complain(const std::string& path, std::string_view contents) {
  return write_or_complain(path, [contents](const Piece& piece) { return piece(contents); });
}

bool write_or_complain(const std::string& path, const Contents& contents) {
  const std::string failure = write_whole(path, contents);
  if (failure.empty()) return true;
  complain_of_file(failure);
  return false;
}

std::string remove_stale(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
  namespace fs = std::filesystem;
  for (const std::string& path : outputs) {
    std::error_code error;
    if (path.empty() || !fs::is_regular_file(path, error)) continue;
    const bool read = std::ranges::any_of(inputs, [&](const std::string& input) {
      std::error_code ignored;
      return fs::equivalent(path, input, ignored);
    });
    if (read) continue;
    if (!fs::remove(path, error) && error)
      return fmt::format("{}: an output of an earlier run, can't be removed: {}", path, error.message());
  }
  return {};
}

}  // namespace lockstep::cli
