#include "host/demangle.hpp"

#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include <cxxabi.h>

namespace lockstep::host {

namespace {

/// Types of the Itanium C++ ABI that libstdc++ before 13 does not know, each with one of the same grammar
/// that it does know and that no kernel has: both are builtin types, which later parts of a symbol never
/// refer to.
struct Newer {
  std::string_view code, name, stand_in, stand_in_name;
};
constexpr Newer kNewer[] = {
    {"DF16_", "_Float16", "Dd", "decimal64"},
    {"DF16b", "__bf16", "Df", "decimal32"},
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Empty where it is no such symbol.
std::string name_of(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name != nullptr ? name.get() : "";
}

}  // namespace

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // a type's name would be taken for a symbol
  if (std::string name = name_of(symbol); !name.empty()) return name;
  std::string older = symbol;
  for (const Newer& type : kNewer) older = replaced(std::move(older), type.code, type.stand_in);
  std::string name = name_of(older);
  for (const Newer& type : kNewer) name = replaced(std::move(name), type.stand_in_name, type.name);
  return name.empty() ? symbol : name;
}

}  // namespace lockstep::host
