// The argument segment of a launch: values in the order of the kernel's metadata, or at byte offsets.
#pragma once

#include <span>

#include "emulator/launch/description.hpp"

namespace lockstep::launch {

/// The segment's bytes, and which of them nobody defined (1): padding, and what the description leaves out.
struct Segment {
  std::vector<std::byte> bytes;
  std::vector<std::uint8_t> undefined;
  std::vector<std::size_t> pointers{};  ///< where addresses of buffers lie in it
  std::vector<std::string> notes{};     ///< what a reader of the metadata would not expect
};

/// `base[i]` is the device address of buffer i. Three ways to say where values go: in order, each for the
/// next explicit argument of the metadata; by name, if all have one, in any order, and parts of an argument
/// beside each other; by offsets in the segment. A whole argument's value must be of its kind and size,
/// and of its type where that is known (number_types.hpp).
/// Offsets may lie past the metadata's segment, as hosts pass more than it says. Hidden arguments are filled
/// as the ABI says where the metadata has them and no value lies there. Errors are in words.
tl::expected<Segment, std::string> pack(const Description& description, const code_object::Kernel& kernel,
                                        std::span<const std::uint64_t> base);

}  // namespace lockstep::launch
