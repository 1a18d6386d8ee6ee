#include "emulator/code_object/target.hpp"

#include <fmt/core.h>

namespace lockstep::code_object {

namespace {

// AMDGPUUsage, "AMDGPU ELF Header e_flags": version 3 has a bit for each setting, later ones two.
constexpr unsigned kVersionThreeAbi = 1, kNewestAbi = 4;

const char* one_bit(std::uint32_t flags, unsigned bit) {
  return (flags >> bit & 1) != 0 ? "on" : "off";
}

const char* two_bits(std::uint32_t flags, unsigned low) {
  constexpr const char* kNames[] = {"unsupported", "any", "off", "on"};
  return kNames[flags >> low & 3];
}

}  // namespace

tl::expected<Target, std::string> read_target(unsigned abi_version, std::uint32_t flags) {
  if (abi_version == 0)
    return tl::unexpected(std::string(
        "ABI version 0, code object version 2, which can't say where AGPRs begin; build it anew with "
        "-mcode-object-version=5"));
  if (abi_version > kNewestAbi) return tl::unexpected(fmt::format("ABI version {}", abi_version));
  Target target;
  target.abi_version = abi_version;
  target.version = int(abi_version) + 2;
  const bool three = abi_version == kVersionThreeAbi;
  target.xnack = three ? one_bit(flags, 8) : two_bits(flags, 8);
  target.sramecc = three ? one_bit(flags, 9) : two_bits(flags, 10);
  return target;
}

}  // namespace lockstep::code_object
