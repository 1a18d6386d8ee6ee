// Conversions of many elements a lane. Of those that narrow binary32 each element is a term of its number; of
// others every byte of the result is a term of all that the lane converts.
#include <array>
#include <vector>

#include "emulator/fingerprints/following.hpp"
#include "emulator/fingerprints/lemmas.hpp"
#include "emulator/fingerprints/narrowing.hpp"

namespace lockstep::fingerprint {

void follow_block_convert(Following& f) {
  const isa::Instruction& i = f.instruction();
  const auto& row = std::get<isa::BlockConvert>(i.semantics->operation);
  const int first = machine::unified_register(f.wave, *i.destination());
  if (first < 0) return;  // the wave stops
  std::vector<const isa::Operand*> operands;
  for (std::size_t s = 0; s < 3 && row.source_dwords[s] != 0; ++s) operands.push_back(i.source(s));
  for (const isa::Operand* const o : {i.operand(isa::OperandRole::seed), row.scaled ? i.scale(0) : nullptr})
    if (o != nullptr) operands.push_back(o);
  bool any = false;
  for (const isa::Operand* const o : operands) any |= depends(f, *o);
  const std::uint64_t exec = f.wave.exec();
  if (!any) {
    for (int d = 0; d < row.destination_dwords; ++d) f.shadow.vector.clear(first + d, exec, f.every_lane());
    return;
  }
  const bool usual = !i.modifiers.clamp && has_usual_floats(f.wave.mode);
  const Narrowing* const narrowing = usual ? find_narrowing(i.semantics->mnemonic) : nullptr;
  std::vector<VectorShadow::Register> result(row.destination_dwords);
  for (int l = 0; l < f.lanes(); ++l) {
    if ((exec >> l & 1) == 0) continue;
    std::vector<Fingerprint> terms;
    for (const isa::Operand* const o : operands)
      for (int d = 0; d < int(o->count); ++d) {
        const bool is_register =
            o->kind == isa::Operand::Kind::vector || o->kind == isa::Operand::Kind::accumulator;
        const std::uint32_t value =
            is_register ? f.wave.vector.read(machine::unified_register(f.wave, *o) + d)[l]
                        : std::uint32_t(machine::read_scalar(f.wave, *o, isa::Type::u32).value);
        std::array<Byte, 4> bytes = bytes_of(value, operand_from(f, *o, d, l));
        const bool is_scale = narrowing != nullptr && o == operands.back();
        terms.push_back(is_scale ? named_value(f.hasher, f.functions, bytes) : f.hasher.value(bytes));
      }
    if (narrowing != nullptr) {
      std::vector<Fingerprint> all(4 * result.size());
      narrow(f.hasher, *narrowing, std::span(terms).first(terms.size() - 1), terms.back(), all);
      for (std::size_t b = 0; b < all.size(); ++b) result[b / 4][std::size_t(l)][b % 4] = all[b];
      continue;
    }
    const std::uint64_t variant =
        f.wave.mode | std::uint64_t{i.modifiers.clamp} << 32 | std::uint64_t{i.modifiers.abid} << 40;
    const Fingerprint term = f.hasher.apply(i.semantics->mnemonic, variant, terms);
    for (std::size_t d = 0; d < result.size(); ++d)
      for (std::size_t b = 0; b < 4; ++b)
        result[d][std::size_t(l)][b] = f.hasher.byte_of(term, unsigned(4 * d + b));
  }
  if (row.scaled && i.modifiers.abid != 0) f.stop("a conversion whose scale lies in another lane");
  for (std::size_t d = 0; d < result.size(); ++d) f.shadow.vector.write(first + int(d), exec, result[d]);
}

}  // namespace lockstep::fingerprint
