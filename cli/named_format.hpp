// Formats as they are named on the command line, with or without "float8_".
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/formats/formats.hpp"

namespace lockstep::cli {

/// nullptr, and a complaint on standard error, when there is none of that name.
inline const formats::Format* named_format(std::string_view command, const std::string& name) {
  if (const formats::Format* f = formats::find_short(name)) return f;
  std::vector<std::string_view> names;
  for (const formats::Format* f : formats::kFormats) names.push_back(f->name);
  fmt::print(stderr, "lockstep {}: no format '{}'; there are {}\n", command, name, fmt::join(names, ", "));
  return nullptr;
}

}  // namespace lockstep::cli
