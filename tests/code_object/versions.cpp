// Code objects of every version: the same kernels, and what the file says it is for.
#include <tuple>

#include "tests/code_object/objects.hpp"

using namespace lockstep;
using namespace lockstep::tests;

namespace {

void check_kernels(const code_object::CodeObject& object) {
  REQUIRE(object.kernels.size() == 2);
  const auto* loaded = object.find("loaded");
  REQUIRE(loaded != nullptr);
  CHECK(loaded->kernarg_bytes == 48);
  CHECK(loaded->descriptor.accum_offset == 256);
  CHECK(object.find("plain")->arguments.size() == 13);
}

}  // namespace

TEST_CASE("versions 4 to 6, as the assembler writes them") {
  for (const std::string arch : {"gfx942", "gfx950"})
    for (const int version : {4, 5, 6}) {
      const auto object = parse_object("two_kernels." + arch + ".v" + std::to_string(version) + ".co");
      INFO(arch << " version " << version);
      CHECK(object.arch == arch);
      CHECK(object.target.version == version);
      CHECK(object.target.abi_version == unsigned(version) - 2);
      CHECK(object.target.name == "");  // the source's metadata leave it out
      CHECK(object.target.metadata_version == std::array<std::uint32_t, 2>{1, 2});
      CHECK(object.target.xnack == "off");
      CHECK(object.target.sramecc == "any");
      check_kernels(object);
    }
}

TEST_CASE("version 3 has a bit for each setting") {
  // No assembler of today writes it: EI_ABIVERSION 1, e_flags with XNACK 0x100 and SRAMECC 0x200
  // (AMDGPUUsage, "AMDGPU ELF Header e_flags for Code Object V3").
  for (const auto& [flags, xnack, sramecc] :
       {std::tuple{0x04Cu, "off", "off"}, std::tuple{0x14Cu, "on", "off"}, std::tuple{0x24Cu, "off", "on"}}) {
    auto bytes = read_object("two_kernels.gfx942.v4.co");
    bytes[8] = std::byte{1};
    set_field<std::uint32_t>(bytes, 48, flags);
    const auto object = code_object::parse("v3.co", bytes);
    REQUIRE(object);
    CHECK(object->target.version == 3);
    CHECK(object->target.xnack == xnack);
    CHECK(object->target.sramecc == sramecc);
    check_kernels(*object);
  }
}

TEST_CASE("the settings of later versions have two bits") {
  for (const auto& [flags, xnack, sramecc] :
       {std::tuple{0x04Fu, "unsupported", "unsupported"}, std::tuple{0x54Fu, "any", "any"},
        std::tuple{0xA4Fu, "off", "off"}, std::tuple{0xF4Fu, "on", "on"}}) {
    auto bytes = read_object("two_kernels.gfx950.v6.co");
    set_field<std::uint32_t>(bytes, 48, flags);
    const auto object = code_object::parse("v6.co", bytes);
    REQUIRE(object);
    CHECK(object->target.xnack == xnack);
    CHECK(object->target.sramecc == sramecc);
  }
}

TEST_CASE("what clang builds names its target") {
  CHECK(parse_object("occupancy.gfx942.co").target.name == "amdgcn-amd-amdhsa--gfx942");
  CHECK(parse_object("occupancy.gfx950.co").find("v64")->required_workgroup ==
        std::array<std::uint32_t, 3>{});
}
