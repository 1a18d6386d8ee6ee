// A launch in device memory: buffers with red zones between them, arguments packed, everything checked that
// can be checked before the first instruction.
#pragma once

#include <memory>

#include "emulator/launch/description.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::launch {

struct Placement {
  const code_object::Kernel* kernel = nullptr;
  machine::Memory memory;
  machine::Launch launch;
  std::vector<machine::Allocation*> buffers;  ///< one per buffer of the description
  std::vector<std::string> notes;             ///< what is odd about the object or the launch, a sentence each
  std::vector<std::byte> arguments;           ///< the segment as it was packed
  std::vector<std::size_t> pointers;          ///< where addresses of buffers lie in it
};

/// `code` must outlive the result. Errors say which word of the description is wrong, and why.
tl::expected<std::unique_ptr<Placement>, std::string> place(const Description& description,
                                                            const machine::LoadedCode& code);

/// Places a launch without asking whether the emulator can run it: for a GPU. `object` must outlive the
/// result.
tl::expected<std::unique_ptr<Placement>, std::string> place(const Description& description,
                                                            const code_object::CodeObject& object);

}  // namespace lockstep::launch
