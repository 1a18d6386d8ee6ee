#include "cli/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep::cli {

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

}  // namespace lockstep::cli
