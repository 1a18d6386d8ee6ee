// Any text as lines of assembly: read into operands that the machine can rely on, or called unreadable.
#include <algorithm>
#include <string_view>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/semantics.hpp"
#include "tests/fuzz/target.hpp"

namespace lockstep::fuzz {
namespace {

void look_at(const isa::Operand& o) {
  using Kind = isa::Operand::Kind;
  demand(o.count > 0 || o.kind == Kind::none, "an operand of no registers");
  if (o.kind == Kind::vector || o.kind == Kind::accumulator)
    demand(o.index + o.count <= 1024, "a vector register that no encoding has");
  if (o.kind == Kind::scalar)
    demand(o.index < 256 && o.count <= 64, "a scalar register that no encoding has");
  if (o.kind != Kind::constant) return;
  for (const isa::Type type :
       {isa::Type::u16, isa::Type::f16, isa::Type::bf16, isa::Type::u32, isa::Type::f32})
    demand(isa::constant_bits(o, type) >> 32 == 0, "a constant wider than its reader");
}

}  // namespace

void run_one(std::span<const std::uint8_t> input) {
  std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const isa::Instruction i = isa::read_line(text.substr(0, end), 0x100, 8);
    demand(i.address == 0x100 && i.size == 8, "an instruction that moved");
    demand(i.mnemonic.size() <= i.text.size(), "a mnemonic longer than its line");
    for (const isa::Operand& o : i.operands) look_at(o);
    isa::find(i.mnemonic, isa::kGfx950);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace lockstep::fuzz
