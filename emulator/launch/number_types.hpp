// What numbers an argument takes whose type is known (code_object::parameter_types), for launch files,
// recipes and Python alike:
//
//   argument    a number that says its type   1                      0.5
//   float       of that type, or refused      1.0                    0.5
//   integer     any integer of its size       1                      refused; 2.0 is 2
//   unknown     any of its size               an integer             a float of its size
//
// Unknown are also structures, and integers of less than 4 bytes: kernels take floats of 2 bytes and less as
// the bits of such an integer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/launch/element.hpp"

namespace lockstep::launch {

/// Why a number that says its type (`given`, an element's name) is none for an argument of the C++ type
/// `wanted`, as the end of a sentence; empty: it is one, or nothing is known.
std::string mismatch(std::string_view wanted, std::string_view given);

/// The bytes of a number that says no type of its own ("1", "0.5"), for an argument of `size` bytes. Fails as
/// the end of a sentence that begins with the argument.
tl::expected<std::vector<std::byte>, std::string> encode_untyped(std::string_view wanted, std::uint64_t size,
                                                                 std::string_view number);

}  // namespace lockstep::launch
