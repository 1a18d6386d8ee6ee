// The argument segment of a launch: values in the order of the kernel's metadata, or at byte offsets.
#pragma once

#include <span>

#include "emulator/launch/description.hpp"

namespace lockstep::launch {

/// The segment's bytes, and which of them nobody defined (1): padding, and what the description leaves out.
struct Segment {
  std::vector<std::byte> bytes;
  std::vector<std::uint8_t> undefined;
};

/// `base[i]` is the device address of buffer i. Without offsets every explicit argument of the metadata takes
/// the next value, which must be of its kind and size; with offsets, values go where they say. Hidden
/// arguments are filled as the ABI says where the metadata has them and no value lies there. Errors are in
/// words.
tl::expected<Segment, std::string> pack(const Description& description, const code_object::Kernel& kernel,
                                        std::span<const std::uint64_t> base);

}  // namespace lockstep::launch
