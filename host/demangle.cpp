#include "host/demangle.hpp"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace lockstep::host {

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // a type's name would be taken for a symbol
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name != nullptr ? name.get() : symbol;
}

}  // namespace lockstep::host
