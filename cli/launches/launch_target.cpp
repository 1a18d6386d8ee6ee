#include "cli/launches/launch_target.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/launches/launch_keys.hpp"
#include "emulator/launch/digest.hpp"

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
  file.schedule = r.text("schedule").value_or(file.schedule);
  const auto schedules = machine::parse_schedules(file.schedule);
  if (!schedules) r.complain(fmt::format("'{}' is no schedule: {}", file.schedule, machine::kSchedulesNames));
  file.schedules = schedules.value_or(std::vector<machine::Schedule>(1));
  const std::uint64_t threads = r.number("threads").value_or(1);
  if (threads < 1 || threads > 1024) r.complain("threads must be between 1 and 1024");
  file.threads = int(threads);
  file.step_limit = r.number("step_limit");
  file.checks = r.truth("checks").value_or(true);
}

}  // namespace

tl::expected<LaunchFile, std::string> read_launch(const nlohmann::json& root,
                                                  const std::filesystem::path& folder, bool expects_later) {
  std::string problem;
  JsonReader r(root, "", problem);
  LaunchFiles files(folder, expects_later);
  LaunchFile file;
  launch::Description& d = file.description;
  if (const auto path = r.text("object"))
    file.object = files.open(r, *path);
  else
    r.complain("object, the path of a code object, is missing");
  file.sha256 = read_sha256(r, "sha256");
  file.object_sha256 = read_sha256(r, "object_sha256");
  d.kernel = r.text("kernel").value_or("");
  read_dimensions(r, "grid", d.geometry.grid);
  read_dimensions(r, "block", d.geometry.block);
  if (r.has("cluster")) d.geometry.cluster = {1, 1, 1}, read_dimensions(r, "cluster", d.geometry.cluster);
  d.geometry.dynamic_lds = r.number32("dynamic_lds").value_or(0);
  d.seed = r.number("seed").value_or(d.seed);
  d.granularity = r.number("granularity").value_or(d.granularity);
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
    d.outputs.push_back(read_output(output, files, d));
    const auto name = output.text("file");
    file.output_files.push_back(name ? files.path_of(*name) : "");
    file.operators.push_back(read_operator(output, d));
    output.finish();
  });
  read_settings(r, file);
  r.finish();
  if (!problem.empty()) return tl::unexpected(problem);
  file.inputs = files.inputs();
  return file;
}

namespace {

constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 30;

tl::expected<std::shared_ptr<const machine::LoadedCode>, std::string> load(
    InputFile& file, const std::string& recorded, code_object::InlineFrames& frames) {
  const auto bytes = read_object(file);
  if (!bytes) return tl::unexpected(bytes.error());
  if (!recorded.empty() && sha256_of(*bytes) != recorded)
    return tl::unexpected(
        fmt::format("{}: is not the code object that the launch was recorded with: its "
                    "sha256 is {}, the launch says {}; --object puts another in its place",
                    file.path(), sha256_of(*bytes), recorded));
  const auto raw = std::as_bytes(std::span(*bytes));
  auto object = code_object::parse(file.path(), raw);
  if (!object) return tl::unexpected(object.error().text());
  frames = code_object::InlineFrames(raw);
  return machine::LoadedCode::load(std::move(*object));
}

}  // namespace

tl::expected<std::vector<std::uint8_t>, std::string> read_object(InputFile& file) {
  if (file.bytes() > kLargestObject)
    return tl::unexpected(
        fmt::format("{}: {} bytes are too many for a code object", file.path(), file.bytes()));
  std::vector<std::uint8_t> bytes(file.bytes());
  file.read(0, bytes);
  if (file.failed()) return tl::unexpected(fmt::format("{}: can't be read", file.path()));
  return bytes;
}

std::string sha256_of(std::span<const std::uint8_t> bytes) {
  launch::Sha256 digest;
  digest.add(bytes);
  return digest.finish();
}

machine::Settings LaunchTarget::settings() const {
  machine::Settings settings;
  settings.model = model;
  settings.schedule = file.schedules.front();
  settings.poison = file.description.seed;
  settings.checks = file.checks;
  settings.threads = file.threads;
  if (file.step_limit) settings.step_limit = *file.step_limit;
  return settings;
}

tl::expected<std::unique_ptr<LaunchTarget>, std::string> ready(
    LaunchFile file, std::shared_ptr<const machine::LoadedCode> code) {
  auto target = std::make_unique<LaunchTarget>();
  target->file = std::move(file);
  target->code = std::move(code);
  const auto model = matrix::choose_model(target->code->object().arch, target->file.model);
  if (!model) return tl::unexpected(model.error());
  target->model = *model;
  auto placement = launch::place(target->file.description, *target->code);
  if (!placement) return tl::unexpected(placement.error());
  target->placement = std::move(*placement);
  return target;
}

tl::expected<std::unique_ptr<LaunchTarget>, std::string> ready(const LaunchFlags& flags) {
  auto file = read_launch(flags);
  if (!file) return tl::unexpected(file.error());
  code_object::InlineFrames frames;
  const std::string& digest = file->object_sha256.empty() ? file->sha256 : file->object_sha256;
  auto code = load(*file->object, flags.object.empty() ? digest : "", frames);
  if (!code) return tl::unexpected(code.error());
  auto target = ready(std::move(*file), std::move(*code));
  if (target) (*target)->frames = std::move(frames);
  return target;
}

}  // namespace lockstep::cli
