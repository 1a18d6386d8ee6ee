#include "tests/isa_constants/probes.hpp"

#include <fmt/format.h>

namespace lockstep::tests {
namespace {

using isa::Type;

std::string registers(char file, int first, int count) {
  return count == 1 ? fmt::format("{}{}", file, first)
                    : fmt::format("{}[{}:{}]", file, first, first + count - 1);
}

std::string text_of(Ask ask) {
  switch (ask) {
    case Ask::registers:
      break;
    case Ask::integer:
      return "1";
    case Ask::literal:
      return "0x5678";
    case Ask::half:
      return "0x3c00";
    case Ask::brain:
      return "0x3f80";
    case Ask::single:
      return "0x3f800000";
    case Ask::double_precision:
      return "0x3ff0000000000000";
  }
  return {};
}

struct Operands {
  std::vector<std::string> before, sources, after;
};

Operands operands_of(const isa::Semantics& row, const isa::VectorAlu& alu) {
  const bool pairs = alu.op_sel_dwords || (alu.packed && isa::bits(alu.destination) == 32);
  Operands o;
  if (alu.destination != Type::none)
    o.before.push_back(registers('v', kVectorDestination, pairs ? 2 : isa::dwords(alu.destination)));
  // v_div_scale writes VCC and no other mask.
  if (alu.writes_mask)
    o.before.push_back(row.mnemonic.starts_with("v_div_scale") ? "vcc"
                                                               : registers('s', kScalarDestination, 2));
  for (std::size_t s = 0; s < 3 && alu.source[s] != Type::none; ++s)
    o.sources.push_back(registers('v', 30 + 2 * int(s), pairs ? 2 : isa::dwords(alu.source[s])));
  // One source of these is a literal always.
  if (row.mnemonic.starts_with("v_fmamk")) o.sources[1] = "0x3f8ccccd";
  if (row.mnemonic.starts_with("v_fmaak")) o.sources[2] = "0x3f8ccccd";
  // v_div_fmas reads VCC and does not say so.
  if (alu.reads_carry && !row.mnemonic.starts_with("v_div_fmas")) o.after.push_back("s[24:25]");
  return o;
}

/// The 16 bits that SOPK instructions hold.
bool is_immediate(Type type) {
  return isa::bits(type) == 16;
}

Operands operands_of(const isa::Semantics&, const isa::ScalarAlu& alu) {
  Operands o;
  if (alu.destination != Type::none)
    o.before.push_back(registers('s', kScalarDestination, isa::dwords(alu.destination)));
  for (std::size_t s = 0; s < 2 && alu.source[s] != Type::none; ++s)
    o.sources.push_back(
        is_immediate(alu.source[s]) ? "0x1234" : registers('s', 30 + 2 * int(s), isa::dwords(alu.source[s])));
  return o;
}

void add(const isa::Semantics& row, const Operands& o, int source, Ask ask, std::vector<Probe>& out) {
  std::string list;
  const auto append = [&](const std::string& text) { list += (list.empty() ? " " : ", ") + text; };
  for (const std::string& text : o.before) append(text);
  for (int s = 0; s < int(o.sources.size()); ++s)
    append(s == source && ask != Ask::registers ? text_of(ask) : o.sources[std::size_t(s)]);
  for (const std::string& text : o.after) append(text);
  out.push_back({&row, source, ask, std::string(row.mnemonic) + list});
}

}  // namespace

std::vector<Probe> probes(std::string_view arch) {
  std::vector<Probe> out;
  for (const auto table : isa::tables())
    for (const isa::Semantics& row : table) {
      if (isa::find(row.mnemonic, arch::instructions_of(arch)) != &row) continue;
      const auto* vector = std::get_if<isa::VectorAlu>(&row.operation);
      const auto* scalar = std::get_if<isa::ScalarAlu>(&row.operation);
      if (vector == nullptr && scalar == nullptr) continue;
      const Operands o = vector != nullptr ? operands_of(row, *vector) : operands_of(row, *scalar);
      for (int s = 0; s < int(o.sources.size()); ++s) {
        if (scalar != nullptr && is_immediate(scalar->source[std::size_t(s)])) continue;
        for (const Ask ask : kAsks) add(row, o, s, ask, out);
      }
    }
  return out;
}

}  // namespace lockstep::tests
