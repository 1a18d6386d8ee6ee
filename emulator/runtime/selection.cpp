#include "emulator/runtime/selection.hpp"

#include <fmt/format.h>

#include "host/demangle.hpp"

namespace lockstep::runtime {

Selection::Selection(const std::string& kernel, std::uint64_t every)
    : kernel_(kernel), all_(kernel.empty()), every_(every) {}

bool Selection::takes(const std::string& kernel) {
  const auto [found, is_new] = kernels_.try_emplace(kernel);
  OfKernel& of = found->second;
  if (is_new)
    of.wanted =
        all_ || std::regex_search(kernel, kernel_) || std::regex_search(host::demangled(kernel), kernel_);
  return of.wanted && of.launches++ % every_ == 0;
}

std::string problem_of_expression(const std::string& kernel) {
  try {
    static_cast<void>(std::regex(kernel));
    return {};
  } catch (const std::regex_error& e) {
    return fmt::format("'{}' is no regular expression: {}", kernel, e.what());
  }
}

}  // namespace lockstep::runtime
