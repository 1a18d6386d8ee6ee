// Whole files are read, and what can't be read is named.
#include <filesystem>
#include <fstream>

#include "host/files.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

TEST_CASE("read file: every byte, of pieces and more") {
  const std::string path = (std::filesystem::temp_directory_path() / "lockstep_read_file.bin").string();
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{65536}, std::size_t{65536 * 2 + 3}}) {
    std::string written(size, '\0');
    for (std::size_t i = 0; i < size; ++i) written[i] = char(i * 7 + i / 256);
    std::ofstream(path, std::ios::binary) << written;
    CHECK(host::read_text(path) == written);
    const auto bytes = host::read_file(path);
    REQUIRE(bytes);
    REQUIRE(bytes->size() == size);
    for (std::size_t i = 0; i < size; ++i) REQUIRE(char((*bytes)[i]) == written[i]);
  }
  std::filesystem::remove(path);
}

TEST_CASE("read file: no file, and a folder") {
  CHECK(host::read_file("none.bin").error() == "none.bin: can't be opened: No such file or directory");
  CHECK(host::read_text(".").error() == ".: can't be opened: Is a directory");
}
