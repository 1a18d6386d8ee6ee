// A compiled AMD GPU program: file in, loadable segments and kernels out.
//
// The file is read by hand and trusted in nothing: every offset, size and count is checked before use, and
// whatever is wrong comes back as an Error. Format: ELF64 and LLVM AMDGPUUsage, "Code Object" (versions 3 to
// 6).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/code_object/descriptor.hpp"
#include "emulator/code_object/image.hpp"
#include "emulator/code_object/source_lines.hpp"

namespace lockstep::code_object {

/// What a code object says it is for: its version, and the settings of the processor.
struct Target {
  int version = 0;                                  ///< code object version
  unsigned abi_version = 0;                         ///< EI_ABIVERSION, which says the version
  std::array<std::uint32_t, 2> metadata_version{};  ///< amdhsa.version
  std::string name;  ///< "amdgcn-amd-amdhsa--gfx950", as the metadata spells it; empty before version 4
  /// "on" and "off": the code needs the setting so; "any": it runs under both; "unsupported": the processor,
  /// or the compiler of it, knows no such setting.
  std::string xnack, sramecc;
};

/// What is expected of EI_ABIVERSION.
inline constexpr const char* kAbiVersions = "ABI version 1 to 4 (code object version 3 to 6)";

/// From EI_ABIVERSION and e_flags, or what was found instead. Version 2 describes no kernel of gfx90a and
/// later: its amd_kernel_code_t has no place for compute_pgm_rsrc3, which says where AGPRs begin.
tl::expected<Target, std::string> read_target(unsigned abi_version, std::uint32_t flags);

/// A row of a kernel's argument list.
struct Argument {
  std::string name;  ///< the source's name for it; its position in decimal when the metadata has no name
  std::uint32_t offset = 0, size = 0;  ///< bytes, in the kernarg segment
  std::string value_kind;              ///< global_buffer, by_value, hidden_block_count_x, …

  bool is_hidden() const { return value_kind.starts_with("hidden_"); }
};

struct Kernel {
  std::string name;
  std::uint64_t entry = 0;  ///< address of the first instruction in the object's address space
  Descriptor descriptor;
  std::vector<Argument> arguments;
  std::uint32_t kernarg_bytes = 0, kernarg_align = 0;
  std::uint32_t group_bytes = 0;    ///< static LDS
  std::uint32_t private_bytes = 0;  ///< scratch of one work-item
  std::uint32_t wavefront_size = 0, max_workgroup = 0;
  std::array<std::uint32_t, 3> required_workgroup{};  ///< threads; zeros: of any shape
  std::array<std::uint32_t, 3> cluster{};             ///< workgroups that run together; zeros: none do
  std::uint32_t vgpr_count = 0;  ///< VGPRs and AGPRs together, as the metadata counts them
  std::uint32_t agpr_count = 0, sgpr_count = 0;
};

/// One loadable piece of the object's address space. Bytes past bytes.size() are zero.
struct Segment {
  std::uint64_t address = 0;
  std::uint64_t memory_bytes = 0;
  std::vector<std::byte> bytes;
  bool writable = false, executable = false;
  /// Offsets of the words of 8 bytes that hold addresses of the object (dynamic relocations), ascending.
  std::vector<std::uint64_t> pointers{};

  /// What memory holds at first in [offset, offset + data.size()) where the object's address 0 is at `bias`.
  void fill(std::uint64_t bias, std::uint64_t offset, std::span<std::uint8_t> data) const;
};

/// A name for an address.
struct Symbol {
  std::string name;
  std::uint64_t address = 0;
};

struct CodeObject {
  std::string file;
  std::string arch;  ///< "gfx950"
  Target target;
  std::vector<std::string> notes;  ///< what is odd about the file and was put right, a sentence each
  std::vector<Segment> segments;   ///< ascending addresses, disjoint
  std::vector<Kernel> kernels;
  std::uint64_t text_address = 0;  ///< address of the executable segment
  std::vector<std::byte> text;  ///< its bytes, a whole number of dwords; none where there are only variables
  std::vector<Symbol> symbols;  ///< symbols inside the executable segment, by address
  SourceLines lines;

  const Kernel* find(std::string_view kernel) const;
};

/// `file` names the bytes in messages; nothing is opened.
tl::expected<CodeObject, Error> parse(std::string file, std::span<const std::byte> bytes);

/// Whether hardware starts the kernel 256 bytes past its entry: a kernel that asks for preloaded arguments
/// begins with a block that loads them, for firmware that cannot (AMDGPUUsage, "Preloaded Kernel Arguments";
/// GFX90A-GFX950).
bool has_preload_prologue(const CodeObject& object, const Kernel& kernel);
inline constexpr std::uint64_t kPreloadPrologueBytes = 256;

}  // namespace lockstep::code_object
