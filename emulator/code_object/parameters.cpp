#include "emulator/code_object/parameters.hpp"

#include <algorithm>
#include <string_view>

#include "host/demangle.hpp"

namespace lockstep::code_object {
namespace {

/// "void k<float>(float*, int)": from behind the parenthesis that the last one closes, up to that.
std::string_view parameter_list(std::string_view name) {
  if (!name.ends_with(')')) return {};
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    depth += int(name[i] == ')') - int(name[i] == '(');
    if (depth == 0) return name.substr(i + 1, name.size() - i - 2);
  }
  return {};
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> types;
  int depth = 0;
  std::string type;
  for (const char c : list) {
    depth += int(c == '(' || c == '<') - int(c == ')' || c == '>');
    if (c == ' ' && type.empty()) continue;
    if (c != ',' || depth != 0) {
      type += c;
      continue;
    }
    types.push_back(std::move(type));
    type.clear();
  }
  if (!type.empty()) types.push_back(std::move(type));
  return types;
}

/// Pointers to functions and arrays: "void (*)(int)".
bool is_pointer(const std::string& type) {
  return type.ends_with('*') || type.ends_with('&') || type.find("(*") != std::string::npos;
}

}  // namespace

std::vector<std::string> parameter_types(const Kernel& kernel) {
  std::vector<const Argument*> wanted;
  for (const Argument& a : kernel.arguments)
    if (!a.is_hidden()) wanted.push_back(&a);
  const std::string name = host::demangled(kernel.name);
  std::vector<std::string> types = split(parameter_list(name));
  // A parameter that takes no place, such as an empty structure, shifts the others.
  const bool all = std::ranges::equal(types, wanted, [](const std::string& type, const Argument* a) {
    return is_pointer(type) == (a->value_kind != "by_value");
  });
  return all ? types : std::vector<std::string>(wanted.size());
}

}  // namespace lockstep::code_object
