#include "emulator/runtime/module.hpp"

#include <algorithm>

namespace lockstep::runtime {

namespace {

// An object is anybody's file: what it may ask for (machine::refusal() says so of its launches).
constexpr std::uint64_t kLimit = std::uint64_t{1} << 32;

bool is_too_far(const code_object::Segment& s) {
  return s.address > kLimit || s.memory_bytes > kLimit - s.address;
}

}  // namespace

tl::expected<std::unique_ptr<Module>, std::string> Module::load(std::string name,
                                                                std::span<const std::byte> object,
                                                                std::uint64_t address) {
  auto parsed = code_object::parse(std::move(name), object);
  if (!parsed) return tl::unexpected(parsed.error().text());
  auto code = machine::LoadedCode::load(std::move(*parsed), address);
  if (!code) return tl::unexpected(code.error());
  auto module = std::make_unique<Module>();
  module->code_ = std::move(*code);
  module->end_ = address;
  const auto* const first = reinterpret_cast<const std::uint8_t*>(object.data());
  module->bytes_.assign(first, first + object.size());
  return module;
}

void Module::enter(machine::Memory& memory) {
  for (auto& segment : segments_) {
    bases_.push_back(segment->base());
    memory.give(std::move(segment));
  }
  segments_.clear();
  for (const code_object::Segment& s : code_->object().segments) {
    const std::uint64_t base = code_->bias() + s.address;
    if (s.memory_bytes == 0 || is_too_far(s) || memory.owner(base, 1) != nullptr) continue;
    bases_.push_back(base);
    end_ = std::max(end_, base + s.memory_bytes);
    memory.add("code object segment", base, s.memory_bytes, s.writable,
               [&s](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
                 for (std::size_t i = 0; i < data.size(); ++i)
                   data[i] = offset + i < s.bytes.size() ? std::uint8_t(s.bytes[offset + i]) : 0;
               });
  }
}

void Module::leave(machine::Memory& memory) {
  for (const std::uint64_t base : bases_) segments_.push_back(memory.take(base));
  bases_.clear();
}

}  // namespace lockstep::runtime
