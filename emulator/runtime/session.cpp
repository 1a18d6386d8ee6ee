#include "emulator/runtime/session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "emulator/checks/checked_dispatch.hpp"

namespace lockstep::runtime {

namespace {

// Between the allocations and the dispatch packet.
constexpr std::uint64_t kArguments = 0x0000'7D00'0000'0000ull;

const matrix::Model* model_of(const Settings& s) {
  for (const matrix::Model& m : matrix::models(s.arch))
    if (s.model.empty() || m.name == s.model) return &m;
  return nullptr;
}

[[noreturn]] void give_up(std::string_view why) {
  fmt::print(stderr, "lockstep: {}\n", why);
  std::exit(2);
}

void add_arguments(ArgumentSegment segment, machine::Memory& memory) {
  const std::size_t bytes = segment.bytes.size();
  memory.add("kernel arguments", kArguments, bytes, false,
             [held = std::move(segment)](std::uint64_t offset, std::span<std::uint8_t> data,
                                         std::span<std::uint8_t> undefined) {
               std::copy_n(held.bytes.begin() + std::ptrdiff_t(offset), data.size(), data.begin());
               std::copy_n(held.undefined.begin() + std::ptrdiff_t(offset), undefined.size(),
                           undefined.begin());
             });
}

}  // namespace

Session::Session(const Settings& settings)
    : settings_(settings),
      device_(find_device(settings.arch)),
      model_(model_of(settings)),
      memory_(device_ != nullptr ? device_->memory_bytes : 0, settings.seed),
      report_(settings.report) {
  if (device_ == nullptr) give_up(fmt::format("no device {} is emulated", settings.arch));
  if (model_ == nullptr) give_up(fmt::format("no matrix model '{}' of {}", settings.model, settings.arch));
}

Session& Session::of_process() {
  // Never destroyed: programs call the runtime from destructors of their own.
  static Session* const session = [] {
    const char* const text = std::getenv(kSettingsVariable);
    const auto settings = text != nullptr ? parse_settings(text) : Settings{};
    if (!settings) give_up(settings.error());
    return new Session(*settings);
  }();
  return *session;
}

Module* Session::load(const std::string& name, std::span<const std::byte> object) {
  auto module = Module::load(name, object);
  if (!module) {
    report_.complain(module.error());
    return nullptr;
  }
  Module* const loaded = module->get();
  modules_.emplace(loaded, std::move(*module));
  return loaded;
}

bool Session::unload(Module* module) {
  std::erase_if(functions_, [&](const auto& f) { return f.first.first == module; });
  return modules_.erase(module) != 0;
}

Function* Session::find(Module& module, const std::string& kernel) {
  auto& function = functions_[{&module, kernel}];
  if (function == nullptr) {
    const code_object::Kernel* found = module.find(kernel);
    if (found == nullptr) return nullptr;
    function = std::make_unique<Function>(Function{&module, found});
  }
  return function.get();
}

Error Session::launch(const Function& function, const code_object::Geometry& g, const GivenArguments& given) {
  if (sticky_ != Error::success) return sticky_;
  auto segment = segment_of(*function.kernel, given, g);
  if (!segment) {
    report_.complain(segment.error());
    return Error::invalid_value;
  }
  machine::Memory& memory = memory_.memory();
  add_arguments(std::move(*segment), memory);
  memory_.host_to_device();
  function.module->enter(memory);
  const machine::Launch launch{g.grid, g.block, g.dynamic_lds, kArguments};
  machine::Settings settings;
  settings.model = model_;
  settings.schedule = settings_.schedule;
  settings.poison = settings_.seed;
  settings.checks = settings_.checks;
  settings.threads = settings_.threads;
  settings.wait_states = settings_.policy.wait_states;
  const machine::LoadedCode& code = function.module->code();
  const machine::Outcome outcome =
      settings_.checks
          ? checks::checked_dispatch(code, *function.kernel, launch, memory, settings, settings_.policy)
          : machine::dispatch(code, *function.kernel, launch, memory, settings);
  function.module->leave(memory);
  memory_.device_to_host();
  memory.take(kArguments);
  memory.take(machine::kPacketAddress);
  report_.add({code.object().file,
               function.kernel->name,
               g,
               outcome.workgroups,
               outcome.instructions,
               outcome.findings,
               outcome.stop,
               {}});
  return outcome_of(outcome);
}

// As on hardware: what stops a kernel is told by this call or a later one, and by every one from then on.
Error Session::outcome_of(const machine::Outcome& outcome) {
  if (!outcome.stop) return Error::success;
  const Error error =
      outcome.stop->kind == machine::FindingKind::bounds ? Error::illegal_address : Error::launch_failure;
  if (!settings_.keep_going) sticky_ = error;
  return Error::success;
}

}  // namespace lockstep::runtime
