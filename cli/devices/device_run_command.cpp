// `run --device`: a launch on a GPU.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/devices/commands.hpp"
#include "cli/devices/device_run_report.hpp"
#include "cli/devices/gpu.hpp"
#include "cli/launches/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "emulator/checks/policy.hpp"

namespace lockstep::cli {

namespace {

using nlohmann::json;

// The first option that says how the emulator runs or checks; empty: none was given.
std::string option_of_the_emulator(const RunOptions& o) {
  const LaunchFlags& l = o.launch;
  if (!l.schedule.empty()) return "--schedule";
  if (!l.threads.empty()) return "--threads";
  if (!l.step_limit.empty()) return "--step-limit";
  if (l.no_checks) return "--no-checks";
  if (!o.rules.empty()) return "--rule";
  if (!o.suppress.empty()) return "--suppress";
  checks::Policy usual;
  usual.fails = o.policy.fails;
  const std::string flags = flags_of(o.policy), own = flags_of(usual);
  return flags == own ? "" : flags.substr(1, flags.find(' ', 1) - 1);
}

class DeviceRun {
 public:
  DeviceRun(const RunOptions& options, devices::Device& device, std::unique_ptr<DeviceLaunch> launch)
      : options_(options), device_(device), launch_(std::move(launch)) {}

  int run() {
    if (const std::string problem = refusal(); !problem.empty()) return complain("run", problem);
    if (const std::string problem = remove_outputs_of_earlier(); !problem.empty())
      return complain("run", problem);
    announce();
    result_.runs = run_on(device_, *launch_, model_);
    for (const auto& input : launch_->file.inputs)
      if (input->failed())
        return complain("run", fmt::format("{}: could not be read to its end", input->path()));
    if (!options_.against.empty() && !result_.runs.failure) {
      auto compared = compare_with_emulator(options_.launch,
                                            model_ == nullptr ? "" : std::string(model_->name), *launch_);
      if (!compared) return complain("run", compared.error());
      result_.compared = std::move(*compared);
    }
    const std::string reproduce = "lockstep run " + arguments();
    fmt::print("{}", text(result_, *launch_, options_.policy));
    bool written = result_.runs.failure || write_outputs();
    if (!options_.json.empty()) {
      json j = to_json(result_, *launch_, device_.identity(), options_.policy);
      j["reproduce"] = reproduce;
      written &= write_or_complain(options_.json, j.dump(1) + "\n");
    }
    fmt::print("reproduce: {}\n", reproduce);
    const int code = exit_code_of(result_, options_.policy);
    return written || code != kHolds ? code : int(kUsage);
  }

 private:
  const launch::Description& description() const { return launch_->file.description; }
  bool is_ptx() const { return launch_->object.text.empty(); }

  // Why this launch does not run on this device.
  std::string refusal() {
    const devices::Identity& id = device_.identity();
    const code_object::CodeObject& object = launch_->object;
    if (is_ptx() != id.device.starts_with("cuda:"))
      return fmt::format("{} is {}, which {} does not take", object.file,
                         is_ptx() ? "PTX" : "an AMD code object", id.device);
    if (!is_ptx() && object.arch != id.arch)
      return fmt::format("{} is built for {}, {} is {}", object.file, object.arch, id.device, id.arch);
    std::uint64_t bytes = 0;
    for (const launch::Buffer& b : description().buffers) bytes += launch::allocated_bytes(description(), b);
    if (id.memory != 0 && bytes > id.memory / 8 * 7)
      return fmt::format("buffers of {} bytes, of {} that {} has; 7/8 are used", bytes, id.memory, id.device);
    if (is_ptx() && !options_.against.empty()) return "--against emulated: the emulator runs no PTX";
    if (is_ptx() && !options_.launch.model.empty())
      return "--model: GPUs of NVIDIA's have no matrix model here";
    return choose_model();
  }

  // Chooses the matrix model of derived SNRs, and of the emulator that the GPU is compared with.
  std::string choose_model() {
    const LaunchFile& file = launch_->file;
    model_ = matrix::choose_model(launch_->object.arch, file.model).value_or(nullptr);
    const bool derives =
        std::ranges::any_of(file.operators, [](const auto& gemm) { return gemm.has_value(); });
    if (model_ != nullptr) {
      for (const auto& gemm : file.operators)
        if (gemm)
          if (auto ok = launch_outputs::check_formats(*gemm, *model_); !ok) return ok.error();
      return {};
    }
    if (!options_.launch.model.empty())
      return fmt::format("no matrix model '{}' of {}", file.model, launch_->object.arch);
    return derives ? fmt::format("snr \"derived\" needs a matrix model, and none of {} is known",
                                 launch_->object.arch)
                   : "";
  }

  std::string remove_outputs_of_earlier() const {
    std::vector<std::string> outputs = launch_->file.output_files, inputs{launch_->file.object->path()};
    outputs.push_back(options_.json);
    for (const auto& input : launch_->file.inputs) inputs.push_back(input->path());
    inputs.push_back(options_.launch.file);
    return remove_stale(outputs, inputs);
  }

  void announce() const {
    const code_object::Geometry& g = description().geometry;
    fmt::print("seed {}\n{}@{} of {}, grid {},{},{} block {},{},{}, on {}\n", description().seed,
               launch_->placement->kernel->name, launch_->object.arch, launch_->object.file, g.grid[0],
               g.grid[1], g.grid[2], g.block[0], g.block[1], g.block[2], text(device_.identity()));
    for (const std::string& note : launch_->placement->notes) fmt::print("note: {}\n", note);
    std::fflush(stdout);
  }

  bool write_outputs() const {
    bool written = true;
    for (std::size_t i = 0; i < description().outputs.size(); ++i) {
      if (launch_->file.output_files[i].empty()) continue;
      written &= write_or_complain(launch_->file.output_files[i], [&](const Piece& piece) {
        return launch::read(*launch_->placement, description(), description().outputs[i],
                            [&](std::span<const std::uint8_t> data) {
                              return piece({reinterpret_cast<const char*>(data.data()), data.size()});
                            });
      });
    }
    return written;
  }

  std::string arguments() const {
    LaunchFile shown = launch_->file;
    shown.schedule.clear();
    return fmt::format(
        "{} --device {}{}{}{}", launch_arguments(options_.launch, shown, options_.launch.model),
        options_.device, options_.against.empty() ? "" : " --against " + options_.against,
        options_.timeout == kKernelSeconds ? "" : fmt::format(" --timeout {:g}", options_.timeout),
        flags_of(options_.policy));
  }

  const RunOptions& options_;
  devices::Device& device_;
  std::unique_ptr<DeviceLaunch> launch_;
  const matrix::Model* model_ = nullptr;  ///< none of a GPU of NVIDIA's
  DeviceRunResult result_;
};

}  // namespace

int run_launch_on_device(const RunOptions& options) {
  if (const std::string option = option_of_the_emulator(options); !option.empty())
    return complain(
        "run", fmt::format("{} says how the emulator runs or checks a launch; a GPU does neither", option));
  auto launch = read_device_launch(options.launch);
  if (!launch) return complain("run", launch.error());
  auto device = open_device(options.device, options.timeout);
  if (!device) {
    fmt::print(stderr, "lockstep run: {}\n", device.error().text);
    return device.error().code;
  }
  return DeviceRun(options, **device, std::move(*launch)).run();
}

}  // namespace lockstep::cli
