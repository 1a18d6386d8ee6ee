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
  const auto* const first = reinterpret_cast<const std::uint8_t*>(object.data());
  module->bytes_.assign(first, first + object.size());
  return module;
}

void Module::enter(machine::Memory& memory) {
  for (auto& segment : segments_) memory.give(std::move(segment));
  segments_.clear();
  for (const code_object::Segment& s : code_->object().segments) {
    const std::uint64_t base = machine::kCodeBias + s.address;
    if (s.memory_bytes == 0 || memory.owner(base, 1) != nullptr) continue;
    memory.add("code object segment", base, s.memory_bytes, s.writable,
               [&s](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
                 for (std::size_t i = 0; i < data.size(); ++i)
                   data[i] = offset + i < s.bytes.size() ? std::uint8_t(s.bytes[offset + i]) : 0;
               });
  }
}

void Module::leave(machine::Memory& memory) {
  for (const code_object::Segment& s : code_->object().segments)
    if (auto taken = memory.take(machine::kCodeBias + s.address)) segments_.push_back(std::move(taken));
}

}  // namespace lockstep::runtime
