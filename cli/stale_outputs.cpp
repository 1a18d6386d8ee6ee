#include "cli/stale_outputs.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace lockstep::cli {

std::string remove_stale(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
  namespace fs = std::filesystem;
  for (const std::string& path : outputs) {
    std::error_code error;
    if (path.empty() || !fs::is_regular_file(path, error)) continue;
    const bool read = std::ranges::any_of(inputs, [&](const std::string& input) {
      std::error_code ignored;
      return fs::equivalent(path, input, ignored);
    });
    if (read) continue;
    if (!fs::remove(path, error) && error)
      return fmt::format("{}: an output of an earlier run, can't be removed: {}", path, error.message());
  }
  return {};
}

}  // namespace lockstep::cli
