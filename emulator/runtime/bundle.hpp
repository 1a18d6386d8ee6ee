// What programs hand to the runtime as a kernel image: a code object, or a bundle of them, one for each arch,
// which may be compressed. A code object from a compressed one is there until this thread asks for the next.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::runtime {

/// The code object of `arch` in an image whose size nobody says, as the programs of this process hold it: an
/// ELF file, or what clang-offload-bundler writes (LLVM: "Clang Offload Bundler", Bundled Binary File
/// Layout). Fails where there is none, naming those that there are.
tl::expected<std::span<const std::byte>, std::string> code_object_in(const void* image,
                                                                     std::string_view arch);

/// The code object of `arch` in a file's bytes, in which nothing is trusted.
tl::expected<std::span<const std::byte>, std::string> code_object_in(std::span<const std::byte> image,
                                                                     std::string_view arch);

/// How bundles begin that clang compresses (--offload-compress); a version follows, and zlib or zstd.
inline constexpr std::string_view kCompressedBundle = "CCOB";

/// What is compressed in an image that begins with kCompressedBundle. Nothing in it is trusted.
tl::expected<std::vector<std::byte>, std::string> decompressed(std::span<const std::byte> image);

}  // namespace lockstep::runtime
