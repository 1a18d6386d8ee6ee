#include "emulator/arithmetic/matrix/units/instruction_pattern.hpp"

#include <string>

namespace lockstep::matrix {

bool claims(std::string_view pattern, std::string_view name) {
  if (const auto comma = pattern.find(", "); comma != pattern.npos)
    return claims(pattern.substr(0, comma), name) || claims(pattern.substr(comma + 2), name);
  if (pattern.empty()) return name.empty();
  const auto either = [&](std::string_view inner, std::string_view rest) {
    return claims(std::string(inner) + std::string(rest), name);
  };
  if (pattern[0] == '[') {
    const auto end = pattern.find(']');
    return either("", pattern.substr(end + 1)) || either(pattern.substr(1, end - 1), pattern.substr(end + 1));
  }
  if (pattern[0] == '{') {
    const auto end = pattern.find('}');
    for (std::string_view all = pattern.substr(1, end - 1);;) {
      const auto comma = all.find(',');
      if (either(all.substr(0, comma), pattern.substr(end + 1))) return true;
      if (comma == all.npos) return false;
      all.remove_prefix(comma + 1);
    }
  }
  if (pattern[0] == '*')
    return claims(pattern.substr(1), name) || (!name.empty() && claims(pattern, name.substr(1)));
  return !name.empty() && pattern[0] == name[0] && claims(pattern.substr(1), name.substr(1));
}

}  // namespace lockstep::matrix
