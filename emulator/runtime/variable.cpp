#include "emulator/runtime/variable.hpp"

#include <cstring>
#include <span>

namespace lockstep::runtime {

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
