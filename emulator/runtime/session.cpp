#include "emulator/runtime/session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "emulator/checks/executed_code.hpp"
#include "emulator/isa/kept_lines.hpp"
#include "host/files.hpp"

namespace lockstep::runtime {

namespace {

// The first code object lies where `run` puts it, so that addresses in buffers that are recorded stay right;
// the others, with red zones between them, where Linux puts nothing of its own accord.
constexpr std::uint64_t kFurtherModules = std::uint64_t{96} << 40;
constexpr std::uint64_t kRedZone = std::uint64_t{1} << 20;

[[noreturn]] void give_up(std::string_view why) {
  fmt::print(stderr, "lockstep: {}\n", why);
  std::exit(2);
}

}  // namespace

Session::Session(const Settings& settings)
    : settings_(settings),
      device_(arch::find_emulated(settings.arch)),
      model_(matrix::choose_model(settings.arch, settings.model).value_or(nullptr)),
      memory_(device_ != nullptr ? device_->device.memory_bytes : 0, settings.seed),
      report_(settings.report),
      selection_(settings.kernel, settings.every),
      backlog_(settings.schedules, settings.record.empty()),
      process_(getpid()) {
  if (device_ == nullptr) give_up(fmt::format("no device {} is emulated", settings.arch));
  if (model_ == nullptr) give_up(fmt::format("no matrix model '{}' of {}", settings.model, settings.arch));
  device_name_ = fmt::format("{} (emulated, {})", device_->device.name, model_->name);
}

Session& Session::of_process() {
  // Never destroyed: programs call the runtime from destructors of their own.
  static Session* const session = [] {
    const char* const text = std::getenv(kSettingsVariable);
    const auto settings = text != nullptr ? parse_settings(text) : Settings{};
    if (!settings) give_up(settings.error());
    isa::keep_lines_in(host::cache_folder());
    return new Session(*settings);
  }();
  return *session;
}

Module* Session::load(const std::string& name, std::span<const std::byte> object) {
  // Kernels of one name are told apart by what is in their files.
  const auto digest = std::uint32_t(host::digest(object));
  auto module = Module::load(fmt::format("{} ({:08x})", name, digest), object, next_module_);
  if (!module) {
    report_.complain(module.error());
    return nullptr;
  }
  Module* const loaded = module->get();
  loaded->enter(memory_.memory());
  next_module_ =
      next_module_ == machine::kCodeBias ? kFurtherModules : (loaded->end() / kRedZone + 2) * kRedZone;
  modules_.emplace(loaded, std::move(*module));
  if (settings_.lint) lint(*loaded);
  return loaded;
}

// Once, whether or not its kernels are launched.
void Session::lint(const Module& module) {
  for (const code_object::Kernel& kernel : module.code().object().kernels) {
    LaunchRecord record;
    record.object = module.code().object().file;
    record.kernel = kernel.name;
    record.findings = checks::linted(module.code(), kernel, settings_.policy);
    record.is_launch = false;
    report_.add(record);
  }
}

bool Session::unload(Module* module) {
  finish();
  const auto found = modules_.find(module);
  if (found == modules_.end()) return false;
  kept_launches_.forget_all();
  module->leave(memory_.memory());
  std::erase_if(functions_, [&](const auto& f) { return f.first.first == module; });
  reached_.forget(*module);
  modules_.erase(found);
  return true;
}

void Session::reset(std::span<const std::uint64_t> kept) {
  virtual_memory_.clear();
  kept_launches_.forget_all();
  for (const std::uint64_t base : memory_.bases())
    if (std::ranges::find(kept, base) == kept.end()) memory_.give_up(base);
  for (const auto& [module, held] : modules_) module->leave(memory_.memory());
  functions_.clear();
  reached_.forget_all();
  modules_.clear();
  streams_.destroy_all();
}

std::vector<std::function<void()>> Session::end_call() {
  return --calls_ == 0 ? std::exchange(after_call_, {}) : std::vector<std::function<void()>>{};
}

Function* Session::find(Module& module, const std::string& kernel) {
  auto& function = functions_[{&module, kernel}];
  if (function == nullptr) {
    const code_object::Kernel* found = module.find(kernel);
    if (found == nullptr) return nullptr;
    function = std::make_unique<Function>(Function{&module, found, -1});
  }
  return function.get();
}

bool Session::has(const Function* function) const {
  return std::ranges::any_of(functions_, [&](const auto& f) { return f.second.get() == function; });
}

}  // namespace lockstep::runtime
