// Files that hold others: .zip, .tar and .tar.gz. They come from strangers: nothing in them lands, or reads,
// outside the folder that they are unpacked into, and no more than the limits allow.
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace lockstep::host {

/// Whether a file begins as an archive does, whatever its name.
bool is_archive(const std::string& path);

/// Unpacks regular files and folders. Fails on everything else: links, devices, names that lead out, names
/// that come twice, what is encrypted or damaged, more than 1000 files or 1 GiB.
tl::expected<void, std::string> unpack(const std::string& archive, const std::string& folder);

}  // namespace lockstep::host
