// A code object from a file: its instructions, what it says of its kernels, and what their code shows.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/code_object/code_object.hpp"
#include "emulator/code_object/occupancy.hpp"
#include "emulator/findings/finding.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/lint/argument_reads.hpp"

namespace lockstep::cli {

struct CodeListing {
  code_object::CodeObject object;
  isa::Program program;
};

/// Errors name the file.
tl::expected<CodeListing, std::string> read_code(const std::string& file);

/// The kernel of that name, or an error that says which there are.
tl::expected<const code_object::Kernel*, std::string> find_kernel(const code_object::CodeObject& object,
                                                                  const std::string& name);

/// Whether the emulator has semantics for it.
bool is_supported(const isa::Instruction& instruction);
/// Words that decode to nothing lie between kernels: they are data or padding, and no instructions.
bool is_data(const isa::Instruction& instruction);

/// What the launch adds to the kernel's own LDS, and its workgroup: what the metadata leaves open.
struct InfoLaunch {
  std::uint32_t threads = 0;  ///< threads of a workgroup; 0: the most that the kernel allows
  std::uint32_t dynamic_lds = 0;
};

struct KernelFacts {
  const code_object::Kernel* kernel = nullptr;
  std::uint32_t threads = 0;  ///< threads of the workgroup that `occupancy` is of
  std::uint32_t lds_bytes = 0;
  std::optional<code_object::Occupancy> occupancy;  ///< none: nothing is known of the arch
  bool declares_dynamic_lds = false;
  lint::ArgumentReads reads;
  struct Unsupported {
    int count = 0;
    std::uint64_t address = 0;  ///< address of the first
  };
  std::map<std::string, Unsupported> unsupported;  ///< by mnemonic, of the instructions that it may reach
  std::vector<findings::Finding> errata;           ///< the first finding of each that concerns its code
  std::string refusal;                             ///< why the machine can't start it; empty: it can
};

KernelFacts facts_of(const CodeListing& code, const code_object::Kernel& kernel, const InfoLaunch& launch);

}  // namespace lockstep::cli
