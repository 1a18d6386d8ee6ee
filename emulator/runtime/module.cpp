#include "emulator/runtime/module.hpp"

#include <algorithm>
#include <cstring>

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
               [&s, bias = code_->bias()](std::uint64_t offset, std::span<std::uint8_t> data,
                                          std::span<std::uint8_t>) { s.fill(bias, offset, data); });
  }
}

void Module::leave(machine::Memory& memory) {
  for (const std::uint64_t base : bases_) segments_.push_back(memory.take(base));
  bases_.clear();
}

namespace {

using Bytes = std::span<const std::uint8_t>;

// ELF64 (System V ABI): headers of sections, and entries of the dynamic symbol table.
constexpr std::uint64_t kSectionOffset = 0x28, kSectionSize = 0x3A, kSectionCount = 0x3C;
constexpr std::uint32_t kDynamicSymbols = 11;
constexpr std::uint8_t kObject = 1;  // STT_OBJECT

template <typename T>
std::optional<T> at(Bytes file, std::uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::string_view text_at(Bytes file, std::uint64_t offset) {
  if (offset >= file.size()) return {};
  const auto* const first = reinterpret_cast<const char*>(file.data() + offset);
  return {first, strnlen(first, file.size() - offset)};
}

struct Section {
  std::uint32_t name, type;
  std::uint64_t flags, address, offset, bytes;
  std::uint32_t link, info;
  std::uint64_t alignment, entry;
};
struct Symbol {
  std::uint32_t name;
  std::uint8_t info, other;
  std::uint16_t section;
  std::uint64_t value, bytes;
};
static_assert(sizeof(Section) == 64 && sizeof(Symbol) == 24);

}  // namespace

std::optional<Variable> variable_of(Module& module, std::string_view name) {
  const Bytes file = module.bytes();
  const auto sections = at<std::uint64_t>(file, kSectionOffset);
  const auto size = at<std::uint16_t>(file, kSectionSize), count = at<std::uint16_t>(file, kSectionCount);
  if (!sections || !size || !count) return std::nullopt;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto table = at<Section>(file, *sections + i * *size);
    if (!table || table->type != kDynamicSymbols) continue;
    const auto names = at<Section>(file, *sections + table->link * std::uint64_t{*size});
    for (std::uint64_t n = 0; names && n < table->bytes / sizeof(Symbol); ++n) {
      const auto symbol = at<Symbol>(file, table->offset + n * sizeof(Symbol));
      if (!symbol || (symbol->info & 0xF) != kObject || text_at(file, names->offset + symbol->name) != name)
        continue;
      return Variable{&module, module.code().bias() + symbol->value, symbol->bytes};
    }
  }
  return std::nullopt;
}

}  // namespace lockstep::runtime
