// Bundles as clang compresses them (--offload-compress): "CCOB", a version, and zlib or zstd.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::runtime {

inline constexpr std::string_view kCompressedBundle = "CCOB";

/// What is compressed in an image that begins with kCompressedBundle. Nothing in it is trusted.
tl::expected<std::vector<std::byte>, std::string> decompressed(std::span<const std::byte> image);

}  // namespace lockstep::runtime
