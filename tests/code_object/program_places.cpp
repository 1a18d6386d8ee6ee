// Addresses of a program of the host get its names: here of this test.
#include "emulator/code_object/program_places.hpp"

#include <dlfcn.h>
#include <link.h>

#include "host/files.hpp"
#include "tests/catch.hpp"

namespace {

[[gnu::noinline]] int function_with_a_name(int x) {
  return x + 1;
}

}  // namespace

TEST_CASE("places in a program: a function by its symbol, nothing elsewhere or in a damaged file") {
  using namespace lockstep;
  auto file = host::read_file("/proc/self/exe");
  REQUIRE(file);
  Dl_info info{};
  link_map* map = nullptr;
  void* const function = reinterpret_cast<void*>(&function_with_a_name);
  REQUIRE(dladdr1(function, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0);
  const std::uint64_t address = reinterpret_cast<std::uintptr_t>(function) - map->l_addr;
  CHECK(code_object::place_in_program(*file, address).function.find("function_with_a_name") !=
        std::string::npos);
  CHECK(code_object::place_in_program(*file, 1).function.empty());
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{63}, std::size_t{64}, file->size() / 2}) {
    INFO(bytes);
    CHECK(code_object::place_in_program(std::span(*file).first(bytes), address).function.empty());
  }
  CHECK(function_with_a_name(1) == 2);
}
