// What a code object says it is for: its version, and the settings of the processor.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace lockstep::code_object {

struct Target {
  int version = 0;                                  ///< of the code object
  unsigned abi_version = 0;                         ///< EI_ABIVERSION, which says the version
  std::array<std::uint32_t, 2> metadata_version{};  ///< amdhsa.version
  std::string name;  ///< "amdgcn-amd-amdhsa--gfx950", as the metadata spells it; empty before version 4
  /// "on" and "off": the code needs the setting so; "any": it runs under both; "unsupported": the processor, or the
  /// compiler of it, knows no such setting.
  std::string xnack, sramecc;
};

/// What is expected of EI_ABIVERSION.
inline constexpr const char* kAbiVersions = "ABI version 1 to 4 (code object version 3 to 6)";

/// From EI_ABIVERSION and e_flags, or what was found instead. Version 2 describes no kernel of gfx90a and later: its
/// amd_kernel_code_t has no place for compute_pgm_rsrc3, which says where AGPRs begin.
tl::expected<Target, std::string> read_target(unsigned abi_version, std::uint32_t flags);

}  // namespace lockstep::code_object
