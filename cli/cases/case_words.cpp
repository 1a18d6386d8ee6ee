#include "cli/cases/case_words.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/kernel.hpp"

namespace lockstep::cli {

tl::expected<cases::Case, std::string> case_of(const std::vector<std::string>& words) {
  const std::string& first = words.front();
  const bool names_kernel =
      first.find('@') != std::string::npos ||
      std::ranges::find(kernels::kernels(), first, &kernels::Kernel::name) != kernels::kernels().end();
  if (words.size() == 1 && !names_kernel && first.find_first_of(" =") == std::string::npos) {
    std::error_code ignored;
    if (std::filesystem::is_directory(first, ignored))
      return tl::unexpected(fmt::format("{}: is a folder; name its files: {}/*.case", first, first));
    return tl::unexpected(
        std::filesystem::exists(first, ignored)
            ? fmt::format("{}: is no file of cases, which ends in .case or .cases", first)
            : fmt::format("'{}' is neither a file nor a case: KERNEL@ARCH key=value ...", first));
  }
  return cases::parse(fmt::format("{}", fmt::join(words, " ")));
}

}  // namespace lockstep::cli
