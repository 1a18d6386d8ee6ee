#include "tests/machine/rig.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"
#include "host/files.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

using machine::Memory;

std::shared_ptr<const machine::LoadedCode> program(const std::string& name) {
  static std::map<std::string, std::shared_ptr<const machine::LoadedCode>> loaded;
  auto& slot = loaded[name];
  if (slot != nullptr) return slot;
  const auto bytes = host::read_file(std::string(LOCKSTEP_PROGRAMS) + "/" + name + ".co");
  if (!bytes) FAIL(bytes.error());
  auto object = code_object::parse(name, *bytes);
  if (!object) FAIL(object.error().text());
  auto code = machine::LoadedCode::load(std::move(*object));
  if (!code) FAIL(code.error());
  return slot = *code;
}

machine::Fill fill_with(std::vector<std::uint32_t> words) {
  return [words = std::move(words)](std::uint64_t offset, std::span<std::uint8_t> data,
                                    std::span<std::uint8_t>) {
    std::fill(data.begin(), data.end(), std::uint8_t{0});
    const std::uint64_t size = 4 * words.size();
    if (offset < size)
      std::memcpy(data.data(), reinterpret_cast<const std::uint8_t*>(words.data()) + offset,
                  std::min<std::uint64_t>(data.size(), size - offset));
  };
}

machine::Fill fill_constant(std::uint8_t byte) {
  return [byte](std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
    std::fill(data.begin(), data.end(), byte);
  };
}

namespace {

std::vector<std::uint32_t> arguments_of(const Setup& setup) {
  std::vector<std::uint32_t> words{std::uint32_t(kOutput), std::uint32_t(kOutput >> 32),
                                   std::uint32_t(kInput), std::uint32_t(kInput >> 32)};
  words.insert(words.end(), setup.arguments.begin(), setup.arguments.end());
  words.resize(16);
  return words;
}

const code_object::Kernel& find(const machine::LoadedCode& code, const std::string& name) {
  const code_object::Kernel* kernel = code.object().find(name);
  if (kernel == nullptr) FAIL("no kernel " << name);
  return *kernel;
}

/// The output.
machine::Allocation& add_memory(const Setup& setup, Ran& ran) {
  ran.memory = std::make_shared<Memory>();
  auto& output = ran.memory->add("output", kOutput, 4 * setup.output_dwords, true, fill_constant(0xEE));
  if (!setup.input.empty())
    ran.memory->add("input", kInput, 4 * setup.input.size(), false, fill_with(setup.input));
  ran.memory->add("arguments", kArguments, 64, false, fill_with(arguments_of(setup)));
  if (setup.prepare) setup.prepare(*ran.memory);
  return output;
}

void read_output(machine::Allocation& output, Ran& ran) {
  const std::uint64_t bytes = output.size();
  std::vector<std::uint8_t> shadow(bytes);
  ran.output.resize(bytes / 4);
  output.read(0, reinterpret_cast<std::uint8_t*>(ran.output.data()), shadow.data(), bytes);
  ran.undefined.assign(bytes / 4, 0);
  for (std::size_t b = 0; b < bytes; ++b) ran.undefined[b / 4] |= std::uint32_t{shadow[b] != 0} << (b % 4);
}

}  // namespace

Ran run(const std::string& program_name, const std::string& kernel_name, const Setup& setup) {
  const auto code = program(program_name);
  const code_object::Kernel& kernel = find(*code, kernel_name);
  Ran ran;
  machine::Allocation& output = add_memory(setup, ran);
  machine::Settings settings;
  settings.model = matrix::find_model(setup.model);
  settings.wait_states = setup.wait_states;
  settings.any_nans = setup.any_nans;
  settings.schedule = setup.schedule;
  settings.order = setup.order;
  settings.threads = setup.threads;
  settings.poison = setup.poison;
  settings.step_limit = setup.step_limit;
  settings.page_limit = setup.page_limit;
  settings.cancel = setup.cancel;
  settings.host = setup.host;
  settings.observer = setup.observer;
  ran.outcome = setup.all_checks
                    ? checks::checked_dispatch(*code, kernel, setup.launch, *ran.memory, settings)
                    : machine::dispatch(*code, kernel, setup.launch, *ran.memory, settings);
  read_output(output, ran);
  return ran;
}

Ran run_narrow(const std::string& program_name, const std::string& kernel_name, const Setup& setup) {
  const auto loaded = program(program_name);
  const code_object::Kernel& kernel = find(*loaded, kernel_name);
  isa::Program narrow = loaded->program();
  narrow.width = isa::WaveWidth::lanes32;
  const machine::PreparedProgram code = machine::prepare_program(narrow, machine::kCodeBias);
  Ran ran;
  machine::Allocation& output = add_memory(setup, ran);
  machine::Environment environment;
  environment.program = &code;
  environment.memory = ran.memory.get();
  environment.model = matrix::find_model(setup.model);
  environment.wait_state_mode = setup.wait_states;
  environment.schedule = setup.schedule;
  environment.poison = setup.poison;
  environment.accum_offset = int(kernel.descriptor.accum_offset);
  environment.entry = std::uint32_t(narrow.at(kernel.entry));
  environment.observer = setup.observer;
  machine::WorkgroupRunner runner(environment, kernel, setup.launch, setup.step_limit);
  runner.begin({0, 0, 0}, setup.schedule.seed);
  runner.run(machine::WorkgroupRunner::kToTheEnd);
  ran.outcome.stop = runner.state().stop;
  ran.outcome.findings = runner.state().findings;
  read_output(output, ran);
  return ran;
}

bool Ran::found(findings::FindingKind kind) const {
  return std::any_of(outcome.findings.begin(), outcome.findings.end(),
                     [&](const findings::Finding& f) { return f.kind == kind; });
}

findings::Finding Ran::only() const {
  INFO(complaints());
  REQUIRE(outcome.findings.size() == 1);
  return outcome.findings[0];
}

std::string Ran::complaints() const {
  std::string text;
  for (const findings::Finding& f : outcome.findings) text += f.line() + "\n";
  if (outcome.stop) text += "stopped: " + outcome.stop->line() + "\n";
  return text;
}

std::vector<std::uint32_t> ramp(std::uint32_t first, std::uint32_t step, int count) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(count));
  for (std::uint32_t& word : words) {
    word = first;
    first += step;
  }
  return words;
}

}  // namespace lockstep::tests
