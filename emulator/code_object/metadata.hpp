// The kernels as the AMDGPU metadata note describes them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "emulator/code_object/elf.hpp"

namespace lockstep::code_object {

struct KernelMetadata {
  Kernel kernel;       ///< all but entry and descriptor
  std::string symbol;  ///< name of its descriptor's symbol
};

struct Metadata {
  std::vector<KernelMetadata> kernels;
  std::string target;                      ///< amdhsa.target; empty before version 4
  std::array<std::uint32_t, 2> version{};  ///< amdhsa.version
  std::vector<std::string> notes;  ///< what is odd about the file and was put right (CodeObject::notes)
};

/// The note is MessagePack: AMDGPUUsage, "Code Object V3 Metadata" and its successors.
tl::expected<Metadata, Error> read_metadata(const Image& image, const Note& note);

/// Whether the MessagePack value at the start of `bytes` nests no deeper than `limit` and lies inside.
/// Answered without recursion, so that a hostile note cannot exhaust the stack of the reader that follows.
bool is_shallow(Bytes bytes, int limit);

}  // namespace lockstep::code_object
