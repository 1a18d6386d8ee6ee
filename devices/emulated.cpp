// The emulator as a device: the kernel's machine code on the CPU, matrix instructions under one model.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "devices/device.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/code_object/arguments.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"

namespace lockstep::devices {

namespace {

// Buffers stand 4 GiB apart: every byte between them is a red zone.
constexpr std::uint64_t kSlot = std::uint64_t{1} << 32;

machine::Fill contents(std::span<const std::byte> bytes) {
  return [bytes](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
    std::memcpy(data.data(), bytes.data() + offset, data.size());
  };
}

machine::Fill contents(const Region& region) {
  return [&region](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
    contents_before(region, offset, data);
  };
}

std::uint64_t base_of(std::size_t region) {
  return kSlot * (region + 1);
}

/// The argument segment of a step, its hidden arguments as well.
tl::expected<std::vector<std::byte>, std::string> segment_of(const code_object::Kernel& kernel,
                                                             const Step& step) {
  std::vector<std::uint8_t> given = step.arguments;
  for (const Pointer& p : step.pointers) {
    const std::uint64_t address = base_of(p.region) + p.offset;
    std::memcpy(&given[p.at], &address, sizeof address);
  }
  std::vector<code_object::NamedValue> values;
  for (const code_object::Argument& a : kernel.arguments)
    if (!a.is_hidden() && a.offset + a.size <= given.size())
      values.push_back({a.name, 0, std::as_bytes(std::span(given).subspan(a.offset, a.size))});
  return code_object::pack_arguments(kernel, values, {step.grid, step.block, step.dynamic_lds});
}

tl::unexpected<Failure> refused(std::string text) {
  return tl::unexpected(Failure{Failure::Kind::refused, std::move(text)});
}

class Emulated final : public Device {
 public:
  Emulated(std::string_view arch, const matrix::Model& model)
      : model_(model),
        identity_{fmt::format("emulated:{}", arch), fmt::format("model {}", model.name), std::string(arch),
                  "none"} {}

  const Identity& identity() const override { return identity_; }

  tl::expected<Ran, Failure> run(const Program& program, const Note& note) override {
    auto object = code_object::parse("the program's image", std::as_bytes(std::span(program.image)));
    if (!object) return refused(object.error().text());
    if (object->arch != identity_.arch)
      return refused(
          fmt::format("the program is built for {}, the device is {}", object->arch, identity_.arch));
    const auto code = machine::LoadedCode::load(std::move(*object));
    if (!code) return refused(code.error());

    machine::Memory memory;
    std::vector<machine::Allocation*> placed;
    for (const Region& region : program.regions)
      placed.push_back(
          &memory.add(region.name, base_of(placed.size()), region.bytes, region.written, contents(region)));
    for (const Step& step : program.steps) {
      note(step.kernel);
      if (auto ok = launch(**code, step, base_of(placed.size()), memory); !ok)
        return tl::unexpected(ok.error());
    }
    Ran ran;
    for (std::size_t i = 0; i < placed.size(); ++i) {
      std::vector<Piece>& changed = ran.changed.emplace_back();
      const Region& region = program.regions[i];
      if (!region.written) continue;
      std::vector<std::uint8_t> now(region.bytes), undefined(region.bytes);
      placed[i]->read(0, now.data(), undefined.data(), now.size());
      changed.push_back({0, std::move(now)});
    }
    return ran;
  }

 private:
  tl::expected<void, Failure> launch(const machine::LoadedCode& code, const Step& step, std::uint64_t kernarg,
                                     machine::Memory& memory) const {
    const code_object::Kernel* const kernel = code.object().find(step.kernel);
    if (kernel == nullptr) return refused(fmt::format("the code object has no kernel {}", step.kernel));
    const auto arguments = segment_of(*kernel, step);
    if (!arguments) return refused(fmt::format("{}: {}", step.kernel, arguments.error()));
    memory.add("kernarg", kernarg, arguments->size(), false, contents(*arguments));
    const machine::Outcome outcome =
        machine::dispatch(code, *kernel, {step.grid, step.block, step.dynamic_lds, kernarg}, memory,
                          {.model = &model_, .schedule = {}});
    memory.take(kernarg);
    if (!outcome.stop) return {};
    const bool ours = outcome.stop->kind == findings::FindingKind::unsupported;
    return tl::unexpected(
        Failure{ours ? Failure::Kind::refused : Failure::Kind::trapped, outcome.stop->line()});
  }

  const matrix::Model& model_;
  Identity identity_;
};

}  // namespace

Opened open_emulated(std::string_view arch, const matrix::Model& model) {
  if (arch::find_emulated(arch) == nullptr)
    return tl::unexpected(
        Failure{Failure::Kind::unknown,
                fmt::format("the emulator has no arch '{}'; it has {}", arch, arch::emulated_names())});
  if (model.arch != arch)
    return tl::unexpected(Failure{Failure::Kind::unknown, fmt::format("model {} is of {}, the device of {}",
                                                                      model.name, model.arch, arch)});
  return std::make_unique<Emulated>(arch, model);
}

}  // namespace lockstep::devices
