// Waves of a SIMD, against what clang says of the same kernels.
#include "emulator/code_object/occupancy.hpp"

#include <fstream>
#include <map>

#include "tests/code_object/objects.hpp"

using namespace lockstep;
using namespace lockstep::tests;

namespace {

/// Kernel -> the number behind `; Occupancy:` in its assembly.
std::map<std::string, std::uint32_t> expected(const std::string& assembly) {
  std::map<std::string, std::uint32_t> all;
  std::ifstream file(std::string(LOCKSTEP_OBJECTS) + "/" + assembly);
  std::string kernel;
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view kKernel = ".amdhsa_kernel ", kOccupancy = "; Occupancy: ";
    if (const auto at = line.find(kKernel); at != std::string::npos)
      kernel = line.substr(at + kKernel.size());
    if (const auto at = line.find(kOccupancy); at != std::string::npos)
      all[kernel] = std::uint32_t(std::stoul(line.substr(at + kOccupancy.size())));
  }
  return all;
}

}  // namespace

TEST_CASE("waves of a SIMD are those that clang expects") {
  for (const std::string arch : {"gfx942", "gfx950"}) {
    const auto wanted = expected("occupancy." + arch + ".s");
    const auto object = parse_object("occupancy." + arch + ".co");
    const arch::Arch* const unit = arch::find_emulated(arch);
    REQUIRE(unit != nullptr);
    CHECK(wanted.size() == 26);
    CHECK(object.kernels.size() == wanted.size());
    for (const code_object::Kernel& k : object.kernels) {
      INFO(arch << " " << k.name);
      const auto found = code_object::occupancy(
          *unit, {k.descriptor.vgpr_count, k.sgpr_count, k.group_bytes, k.max_workgroup, k.wavefront_size});
      REQUIRE(wanted.contains(k.name));
      CHECK(found.waves() == wanted.at(k.name));
    }
  }
}

TEST_CASE("each resource by itself") {
  const arch::Arch& unit = *arch::find("gfx950");
  const auto found = code_object::occupancy(unit, {129, 102, 81'920, 256, 64});
  CHECK(found.vgprs == 3);  // 512 / 136
  CHECK(found.sgprs == 7);
  CHECK(found.lds == 2);  // two workgroups of four waves on four SIMDs
  CHECK(found.waves() == 2);
  CHECK(arch::find_emulated("gfx90a") == nullptr);
}

TEST_CASE("workgroups of a compute unit are whole ones") {
  const arch::Arch& unit = *arch::find("gfx950");
  const auto workgroups = [&](std::uint32_t vgprs, std::uint64_t lds, std::uint32_t threads) {
    return code_object::resident_workgroups(unit, {vgprs, 16, lds, threads, 64});
  };
  CHECK(workgroups(32, 0, 64) == 32);   // 8 waves on each of 4 SIMDs
  CHECK(workgroups(32, 0, 128) == 16);  // as many as there are barriers
  CHECK(workgroups(128, 0, 64) == 16);  // 4 waves on each SIMD
  CHECK(workgroups(512, 0, 256) == 1);
  CHECK(workgroups(512, 0, 512) == 0);
  CHECK(workgroups(32, 160 * 1024, 64) == 1);
  CHECK(workgroups(32, 80 * 1024 + 1, 256) == 1);
  CHECK(workgroups(32, 160 * 1024 + 1, 64) == 0);
}

TEST_CASE("a cooperative launch is of as many workgroups as the device holds") {
  const arch::Arch& device = *arch::find("gfx950");
  code_object::Kernel kernel;
  kernel.wavefront_size = 64;
  const auto overfull = [&](std::uint32_t x, std::uint32_t y, std::uint32_t lds) {
    return code_object::overfull(device, kernel, {{x, y, 1}, {64, 1, 1}, lds});
  };
  CHECK(overfull(4, 2048, 0).empty());  // 32 on each of 256 compute units
  CHECK(overfull(3, 2731, 0) ==
        "a cooperative launch of 3 x 2731 x 1 workgroups, of 8192 that the device holds");
  CHECK(overfull(256, 1, 160 * 1024).empty());
  CHECK(overfull(257, 1, 160 * 1024).ends_with(" of 256 that the device holds"));
  CHECK(overfull(1u << 31, 1u << 31, 0).ends_with(" of 8192 that the device holds"));
}
