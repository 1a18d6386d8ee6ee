#include "emulator/arithmetic/matrix/layouts/layout.hpp"

#include <algorithm>

namespace lockstep::matrix {
namespace {

constexpr int kRegisterBits = 32;
constexpr int kWideChunk = 128;   // bits: no arch has more consecutive elements of 8 bits and more in a lane
constexpr int kByteChunk = 8;     // bytes, of gfx1250's instructions without a format selector
constexpr int kNarrowChunk = 32;  // block-scaled 4 and 6-bit operands of gfx1250
constexpr int kWave32Band = 8;    // consecutive accumulator rows in one lane of a wave32
constexpr int kWave64Band = 4;    // consecutive accumulator rows in one lane of a wave64, for 32-bit elements
constexpr int kWave32Span = 16;   // lanes of a wave32 that hold one k of an operand
constexpr int kScaleBits = 8;
constexpr int kScaleBytes = 4;  // scales that share a register on gfx950

tl::unexpected<std::string> error(std::string text) {
  return tl::unexpected(std::move(text));
}

int chunk_of(const MatrixInstruction& i, int bits, int per_lane) {
  if (i.lanes() == 32 && i.a.bits == 8) return kByteChunk;
  const int most = bits >= 8 ? kWideChunk / bits : i.lanes() == 32 ? kNarrowChunk : per_lane;
  return std::min(per_lane, most);
}

tl::expected<int, std::string> operand_bits(const ElementType& type, const formats::Format* format) {
  if (type.bits != 0) {
    if (format != nullptr) return error("no choice of format: the elements are " + std::string(type.name));
    return type.bits;
  }
  if (format == nullptr) return 8;
  if (operand_selector(*format) < 0) return error("an f8f6f4 operand cannot be " + std::string(format->name));
  return format->bits;
}

Dealing deal_operand(const MatrixInstruction& i, int dim, int bits) {
  const int span = i.lanes() == 32 ? kWave32Span : dim * i.blocks;
  const int per_lane = i.k * span / i.lanes();
  return {
      .lanes = i.lanes(), .span = span, .length = i.k, .chunk = chunk_of(i, bits, per_lane), .bits = bits};
}

// The dealing of an accumulator. Blocks share a register where one has fewer bands of rows than lane groups.
Dealing deal_accumulator(const MatrixInstruction& i, int bits) {
  const int band = i.lanes() == 32 ? kWave32Band : i.d.bits == 64 ? 1 : kWave64Band;
  const int span = std::max(i.n, i.lanes() * band / i.m);
  return {.lanes = i.lanes(), .span = span, .length = i.m, .chunk = band, .bits = bits};
}

tl::expected<Dealing, std::string> deal_scale(const MatrixInstruction& i, int dim, int select) {
  if (i.scale_block == 0) return error(std::string(i.name) + " has no scales");
  const int length = i.k / i.scale_block;
  if (i.lanes() == 64) {
    if (select < 0 || select >= kScaleBytes) return error("a scale is byte 0 to 3 of its register");
    return Dealing{.lanes = i.lanes(),
                   .span = dim,
                   .length = length,
                   .chunk = 1,
                   .bits = kScaleBits,
                   .first_bit = kScaleBits * select};
  }
  const int halves = i.lanes() / dim;
  if (select < 0 || select >= halves)
    return error(halves == 1 ? "these scales fill all lanes: the selector is 0"
                             : "the selector is 0 or 1: lower or upper lanes");
  return Dealing{.lanes = dim,
                 .span = dim,
                 .length = length,
                 .chunk = length,
                 .bits = kScaleBits,
                 .first_lane = dim * select};
}

}  // namespace

tl::expected<Layout, std::string> layout(const MatrixInstruction& i, Role operand, LayoutChoice choice) {
  const bool is_a = operand == Role::a || operand == Role::scale_a;
  const int dim = is_a ? i.m : i.n;
  if (operand != Role::a && operand != Role::b && choice.format != nullptr)
    return error("only A and B have a choice of format");
  if (operand != Role::scale_a && operand != Role::scale_b && choice.select != 0)
    return error("only scales have a selector");
  switch (operand) {
    case Role::a:
    case Role::b: {
      const auto bits = operand_bits(is_a ? i.a : i.b, choice.format);
      if (!bits) return error(bits.error());
      const Dealing dealing = deal_operand(i, dim, *bits);
      return is_a ? Layout{dim, i.k, i.blocks, false, dealing} : Layout{i.k, dim, i.blocks, true, dealing};
    }
    case Role::c:
      return Layout{i.m, i.n, i.blocks, true, deal_accumulator(i, i.addend().bits)};
    case Role::d:
      return Layout{i.m, i.n, i.blocks, true, deal_accumulator(i, i.d.bits)};
    case Role::index:
      return error(std::string(i.name) + " has no indices: they are of sparse instructions");
    case Role::scale_a:
    case Role::scale_b:
      break;
  }
  const auto dealing = deal_scale(i, dim, choice.select);
  if (!dealing) return error(dealing.error());
  return is_a ? Layout{dim, dealing->length, 1, false, *dealing}
              : Layout{dealing->length, dim, 1, true, *dealing};
}

int Layout::registers() const {
  const int across = blocks * (along_rows ? cols : rows);
  const int passes = (across + dealing.span - 1) / dealing.span;
  const int bits = dealing.first_bit + dealing.bits * dealing.per_lane() * passes;
  return (bits + kRegisterBits - 1) / kRegisterBits;
}

RegisterBit Layout::place(MatrixElement e) const {
  return along_rows ? dealing.place({e.block * cols + e.col, e.row})
                    : dealing.place({e.block * rows + e.row, e.col});
}

std::optional<MatrixElement> Layout::element(RegisterBit at) const {
  const int lane = at.lane - dealing.first_lane;
  if (lane < 0 || lane >= dealing.lanes || at.bit < dealing.first_bit) return std::nullopt;
  const auto [across, along] = dealing.index(at);
  const int dim = along_rows ? cols : rows;
  if (across >= blocks * dim) return std::nullopt;
  const int block = across / dim;
  return along_rows ? MatrixElement{block, along, across % dim} : MatrixElement{block, across % dim, along};
}

}  // namespace lockstep::matrix
