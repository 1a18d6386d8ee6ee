#include "cli/launches/launch_target.hpp"

#include <fmt/format.h>

namespace lockstep::cli {
namespace {

constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 30;

tl::expected<std::shared_ptr<const machine::LoadedCode>, std::string> load(
    InputFile& file, code_object::InlineFrames& frames) {
  const auto bytes = read_object(file);
  if (!bytes) return tl::unexpected(bytes.error());
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

tl::expected<std::unique_ptr<LaunchTarget>, std::string> ready(const LaunchFlags& flags) {
  auto target = std::make_unique<LaunchTarget>();
  auto file = read_launch(flags);
  if (!file) return tl::unexpected(file.error());
  target->file = std::move(*file);
  auto code = load(*target->file.object, target->frames);
  if (!code) return tl::unexpected(code.error());
  target->code = std::move(*code);
  const auto model = matrix::choose_model(target->code->object().arch, target->file.model);
  if (!model) return tl::unexpected(model.error());
  target->model = *model;
  auto placement = launch::place(target->file.description, *target->code);
  if (!placement) return tl::unexpected(placement.error());
  target->placement = std::move(*placement);
  return target;
}

}  // namespace lockstep::cli
