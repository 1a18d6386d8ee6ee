// A launch's file and flags, put together as one JSON object; and the flags that say the same again.
#include <sstream>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/launches/launch_target.hpp"
#include "host/files.hpp"
#include "host/json_reader.hpp"

namespace lockstep::cli {

namespace {

using nlohmann::json;

/// "name=a,size=1024": an object of strings.
tl::expected<json, std::string> parse_flag(const char* flag, const std::string& text) {
  json object = json::object();
  std::istringstream stream(text);
  for (std::string pair; std::getline(stream, pair, ',');) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0)
      return tl::unexpected(fmt::format("{} '{}': expected KEY=VALUE, with commas between them", flag, text));
    object[pair.substr(0, equals)] = pair.substr(equals + 1);
  }
  return object;
}

/// Puts what the flags say over the file's keys.
std::string overlay(const LaunchFlags& flags, json& root) {
  const std::pair<const char*, const std::string*> texts[] = {
      {"object", &flags.object},
      {"kernel", &flags.kernel},
      {"model", &flags.model},
      {"schedule", &flags.schedule},
      {"dynamic_lds", &flags.dynamic_lds},
      {"argument_bytes", &flags.argument_bytes},
      {"seed", &flags.seed},
      {"threads", &flags.threads},
      {"step_limit", &flags.step_limit},
      {"granularity", &flags.granularity},
  };
  for (const auto& [key, text] : texts)
    if (!text->empty()) root[key] = *text;
  for (const auto& [key, text] : {std::pair{"grid", &flags.grid}, std::pair{"block", &flags.block},
                                  std::pair{"cluster", &flags.cluster}}) {
    if (text->empty()) continue;
    root[key] = json::parse("[" + *text + "]", nullptr, false);
    if (root[key].is_discarded()) return fmt::format("--{} '{}': expected X,Y,Z", key, *text);
  }
  if (flags.no_checks) root["checks"] = false;
  const std::tuple<const char*, const char*, const std::vector<std::string>*> lists[] = {
      {"buffers", "--buffer", &flags.buffers},
      {"arguments", "--arg", &flags.arguments},
      {"outputs", "--output", &flags.outputs},
  };
  for (const auto& [key, flag, texts_of] : lists) {
    for (const std::string& text : *texts_of) {
      const auto object = parse_flag(flag, text);
      if (!object) return object.error();
      json& list = root[key];
      if (!list.is_null() && !list.is_array()) return fmt::format("{} must be an array", key);
      list.push_back(*object);
    }
  }
  return {};
}

tl::expected<json, std::string> parse_file(const std::string& path) {
  const auto text = host::read_text(path);
  if (!text) return tl::unexpected(text.error());
  if (text->starts_with("\x7F"
                        "ELF"))
    return tl::unexpected(
        fmt::format("{}: is a code object, expected a launch file; the object goes behind --object", path));
  auto parsed = host::parse_json(*text);
  if (!parsed) return tl::unexpected(fmt::format("{}: {}", path, parsed.error()));
  if (!parsed->is_object()) return tl::unexpected(fmt::format("{}: expected an object", path));
  return parsed;
}

}  // namespace

tl::expected<LaunchFile, std::string> read_launch(const LaunchFlags& flags) {
  json root = json::object();
  if (!flags.file.empty()) {
    auto parsed = parse_file(flags.file);
    if (!parsed) return tl::unexpected(parsed.error());
    root = std::move(*parsed);
  }
  if (std::string problem = overlay(flags, root); !problem.empty()) return tl::unexpected(problem);
  auto launch = read_launch(root, std::filesystem::path(flags.file).parent_path(), flags.expects_later);
  if (!launch && !flags.file.empty())
    return tl::unexpected(fmt::format("{}: {}", flags.file, launch.error()));
  return launch;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string launch_arguments(const LaunchFlags& flags, const LaunchFile& file, std::string_view model) {
  std::string arguments;
  const auto add = [&](const char* flag, const std::string& value) {
    if (!value.empty()) arguments += fmt::format(" {} {}", flag, shell_word(value));
  };
  if (!flags.file.empty()) arguments = " " + shell_word(flags.file);
  add("--object", flags.object);
  add("--kernel", flags.kernel);
  add("--grid", flags.grid);
  add("--block", flags.block);
  add("--cluster", flags.cluster);
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
