#include "emulator/isa/known_lines.hpp"

namespace lockstep::isa {
namespace {

/// The scales in front of a matrix instruction, which by what follows are an instruction or a part of one. All others
/// say in their first dword how long they are.
bool is_prefix(std::uint32_t first) {
  const std::uint32_t opcode = first >> 16;
  return opcode == 0xD3AC || opcode == 0xCC35 || opcode == 0xCC3A;
}

std::uint64_t pair(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t(second) << 32 | first;
}

}  // namespace

const std::string* KnownLines::find(std::uint32_t first, std::uint32_t second, std::size_t& size) const {
  if (const auto line = of_one_.find(first); line != of_one_.end()) return size = 4, &line->second;
  if (const auto line = of_two_.find(pair(first, second)); line != of_two_.end())
    return size = 8, &line->second;
  return nullptr;
}

void KnownLines::keep(std::uint32_t first, std::uint32_t second, std::size_t size, const char* line) {
  constexpr std::size_t kMost = std::size_t{1} << 18;
  if (is_prefix(first)) return;
  if (of_one_.size() + of_two_.size() >= kMost) {
    of_one_.clear();
    of_two_.clear();
  }
  if (size == 4) of_one_.emplace(first, line);
  if (size == 8) of_two_.emplace(pair(first, second), line);
}

}  // namespace lockstep::isa
