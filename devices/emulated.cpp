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

  tl::expected<Ran, Failure> run(const Program&, const Note&) override {
    return refused("cases run on the emulator itself, without a device between");
  }

  tl::expected<void, Failure> run(Launch& launch) override {
    auto object = code_object::parse(launch.kernel, launch.image);
    if (!object) return refused(object.error().text());
    if (object->arch != identity_.arch)
      return refused(
          fmt::format("{} is built for {}, the device is {}", launch.kernel, object->arch, identity_.arch));
    const auto code = machine::LoadedCode::load(std::move(*object));
    if (!code) return refused(code.error());
    const code_object::Kernel* kernel = (*code)->object().find(launch.kernel);
    if (kernel == nullptr) return refused(fmt::format("the code object has no kernel {}", launch.kernel));

    machine::Memory memory;
    std::vector<machine::Allocation*> tensors;
    std::vector<code_object::NamedValue> values;
    for (const Buffer& b : launch.buffers) {
      const std::uint64_t base = kSlot * (tensors.size() + 1);
      tensors.push_back(
          &memory.add(std::string(b.argument), base, b.bytes.size(), b.written, contents(b.bytes)));
      values.push_back({b.argument, base});
    }
    const auto arguments = code_object::pack_arguments(*kernel, values, {launch.grid, launch.block, 0});
    if (!arguments) return refused(fmt::format("{}: {}", launch.kernel, arguments.error()));
    const std::uint64_t kernarg = kSlot * (tensors.size() + 1);
    memory.add("kernarg", kernarg, arguments->size(), false, contents(*arguments));

    const machine::Outcome outcome = machine::dispatch(
        **code, *kernel, {launch.grid, launch.block, 0, kernarg}, memory, {.model = &model_, .schedule = {}});
    if (outcome.stop) {
      const bool ours = outcome.stop->kind == findings::FindingKind::unsupported;
      return tl::unexpected(
          Failure{ours ? Failure::Kind::refused : Failure::Kind::trapped, outcome.stop->line()});
    }
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      Buffer& b = launch.buffers[i];
      std::vector<std::uint8_t> undefined(b.bytes.size());
      // Read into a copy: an untouched page is filled from the buffer itself.
      std::vector<std::uint8_t> data(b.bytes.size());
      if (b.written) tensors[i]->read(0, data.data(), undefined.data(), data.size());
      if (b.written) std::memcpy(b.bytes.data(), data.data(), data.size());
    }
    return {};
  }

 private:
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
