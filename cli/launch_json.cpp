#include "cli/launch_json.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/launch_contents.hpp"
#include "cli/launch_files.hpp"

namespace lockstep::cli {

namespace {

using host::JsonReader;

void read_dimensions(JsonReader& r, const char* key, std::array<std::uint32_t, 3>& out) {
  constexpr const char* kRule = "one to three whole numbers";
  if (!r.has(key)) return r.complain(fmt::format("{} is missing", key));
  const auto list = r.numbers(key, kRule);
  if (!list) return;
  if (list->empty() || list->size() > 3 || std::ranges::max(*list) > 0xFFFF'FFFFu)
    return r.complain(fmt::format("{} must be {}", key, kRule));
  std::ranges::transform(*list, out.begin(), [](std::uint64_t n) { return std::uint32_t(n); });
}

void read_settings(JsonReader& r, LaunchFile& file) {
  file.model = r.text("model").value_or("");
  if (const auto text = r.text("schedule")) {
    const auto schedule = machine::parse_schedule(*text);
    if (!schedule) r.complain(fmt::format("'{}' is no schedule: earliest, latest or random:SEED", *text));
    file.schedule = schedule.value_or(machine::Schedule{});
  }
  const std::uint64_t threads = r.number("threads").value_or(1);
  if (threads < 1 || threads > 1024) r.complain("threads must be between 1 and 1024");
  file.threads = int(threads);
  file.step_limit = r.number("step_limit");
  file.checks = r.truth("checks").value_or(true);
}

void read_output(JsonReader& r, LaunchFiles& files, LaunchFile& file) {
  launch::Output output;
  output.buffer = r.text("buffer").value_or("");
  output.offset = r.number("offset").value_or(0);
  output.bytes = r.number("size");
  const std::string undefined = r.text("undefined").value_or("finding");
  if (undefined != "finding" && undefined != "allowed") r.complain("undefined must be finding or allowed");
  output.may_be_undefined = undefined == "allowed";
  output.expected_sha256 = r.text("sha256").value_or("");
  if (!output.expected_sha256.empty() &&
      (output.expected_sha256.size() != 64 ||
       output.expected_sha256.find_first_not_of("0123456789abcdef") != std::string::npos))
    r.complain("sha256 must be 64 hexadecimal digits, in lower case");
  const auto path = r.text("expect");
  const launch::Buffer* buffer = launch::find_buffer(file.description, output.buffer);
  if (path && buffer != nullptr && output.offset <= buffer->bytes) {
    std::optional<std::uint64_t> natural;
    output.expected = files.contents(r, *path, 0, launch::bytes_of(output, *buffer), natural);
  }
  const auto name = r.text("file");
  file.output_files.push_back(name ? files.path_of(*name) : "");
  file.description.outputs.push_back(std::move(output));
}

}  // namespace

tl::expected<LaunchFile, std::string> read_launch(const nlohmann::json& root,
                                                  const std::filesystem::path& folder) {
  std::string problem;
  JsonReader r(root, "", problem);
  LaunchFiles files(folder);
  LaunchFile file;
  launch::Description& d = file.description;
  if (const auto path = r.text("object"))
    file.object = files.open(r, *path);
  else
    r.complain("object, the path of a code object, is missing");
  d.kernel = r.text("kernel").value_or("");
  read_dimensions(r, "grid", d.geometry.grid);
  read_dimensions(r, "block", d.geometry.block);
  d.geometry.dynamic_lds = r.number32("dynamic_lds").value_or(0);
  d.seed = r.number("seed").value_or(d.seed);
  r.each("buffers", [&](JsonReader& buffer) {
    d.buffers.push_back(read_buffer(buffer, files, 1 + d.buffers.size()));
    buffer.finish();
  });
  r.each("arguments", [&](JsonReader& argument) {
    d.arguments.push_back(read_argument(argument));
    argument.finish();
  });
  d.argument_bytes = r.number32("argument_bytes");
  r.each("outputs", [&](JsonReader& output) {
    read_output(output, files, file);
    output.finish();
  });
  read_settings(r, file);
  r.finish();
  if (!problem.empty()) return tl::unexpected(problem);
  file.inputs = files.inputs();
  return file;
}

}  // namespace lockstep::cli
