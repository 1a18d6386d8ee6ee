// A launch as options of the command line.
#include <fmt/format.h>

#include "cli/launch_json.hpp"

namespace lockstep::cli {

namespace {

std::string quoted(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

std::string launch_arguments(const LaunchFlags& flags, const LaunchFile& file, std::string_view model) {
  std::string arguments;
  const auto add = [&](const char* flag, const std::string& value) {
    if (!value.empty()) arguments += fmt::format(" {} {}", flag, quoted(value));
  };
  if (!flags.file.empty()) arguments = " " + quoted(flags.file);
  add("--object", flags.object);
  add("--kernel", flags.kernel);
  add("--grid", flags.grid);
  add("--block", flags.block);
  add("--dynamic-lds", flags.dynamic_lds);
  for (const std::string& text : flags.buffers) add("--buffer", text);
  for (const std::string& text : flags.arguments) add("--arg", text);
  add("--argument-bytes", flags.argument_bytes);
  for (const std::string& text : flags.outputs) add("--output", text);
  add("--model", std::string(model));
  add("--schedule", file.schedule);
  add("--seed", std::to_string(file.description.seed));
  add("--step-limit", flags.step_limit);
  add("--granularity", flags.granularity);
  if (flags.no_checks) arguments += " --no-checks";
  return arguments.substr(1);
}

}  // namespace lockstep::cli
