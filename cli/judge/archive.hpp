// Capsules in one file: .zip, .tar and .tar.gz. They come from strangers: nothing in them lands, or reads,
// outside the folder that they are unpacked into, and no more than a capsule can need.
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace lockstep::cli {

/// Whether a file begins as an archive does, whatever its name.
bool is_archive(const std::string& path);

/// Unpacks regular files and folders. Fails on everything else: links, devices, names that lead out, names
/// that come twice, what is encrypted or damaged, more than 1000 files or 1 GiB.
tl::expected<void, std::string> unpack(const std::string& archive, const std::string& folder);

/// The launch file of an unpacked capsule, in `folder` or in the only folder there. Fails where there is
/// none, or it names a file outside.
tl::expected<std::string, std::string> launch_file_in(const std::string& folder);

}  // namespace lockstep::cli
