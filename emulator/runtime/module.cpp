#include "emulator/runtime/module.hpp"

namespace lockstep::runtime {

tl::expected<std::unique_ptr<Module>, std::string> Module::load(std::string name,
                                                                std::span<const std::byte> object) {
  auto parsed = code_object::parse(std::move(name), object);
  if (!parsed) return tl::unexpected(parsed.error().text());
  auto code = machine::LoadedCode::load(std::move(*parsed));
  if (!code) return tl::unexpected(code.error());
  auto module = std::make_unique<Module>();
  module->code_ = std::move(*code);
  return module;
}

void Module::enter(machine::Memory& memory) {
  for (auto& segment : segments_) memory.give(std::move(segment));
  segments_.clear();
}

void Module::leave(machine::Memory& memory) {
  for (const code_object::Segment& s : code_->object().segments)
    if (auto taken = memory.take(machine::kCodeBias + s.address)) segments_.push_back(std::move(taken));
}

}  // namespace lockstep::runtime
