#include <bit>
#include <cstring>
#include <optional>

#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "emulator/isa/constant.hpp"
#include "emulator/machine/matrix/execute.hpp"
#include "emulator/machine/matrix/matrix_registers.hpp"
#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::machine {

namespace {

using isa::Operand;

constexpr matrix::Shape kTile = matrix::k16x16x128;
constexpr int kTileRegisters = 8;  // registers of C and D in a wave32
constexpr int kWideRegisters = 4;  // registers of C and D in a wave64

/// A scaled operand: its unified registers, and which half of a scale register's lanes, or the first 16 of
/// 32, has its rows.
struct Scaled {
  FragmentKind kind{};
  int first = -1, scale = -1, lanes = 0;
};

}  // namespace

struct TilePlan {
  std::optional<matrix::Multiplication> multiply;  ///< empty: it is no tile for the f8f6f4 multiplication
  int tiles = 1;                                   ///< tiles of 16 rows
  Scaled a, b;
  int first_c = -1, first_d = -1;  ///< first_c -1: C is a constant
  float constant = 0;
};

namespace {

const formats::Format* format_of(const matrix::MatrixInstruction& i, std::uint8_t selector) {
  return i.a.bits == 0 ? matrix::operand_format(selector) : selector == 0 ? &formats::float4_e2m1fn : nullptr;
}

bool are_tiles(const matrix::MatrixInstruction& i, const isa::Instruction& instruction,
               const matrix::Model& model) {
  const isa::Modifiers& m = instruction.modifiers;
  const bool upper_rows = i.m > kTile.m && (m.op_sel & 1) != 0;
  return i.m % kTile.m == 0 && i.n == kTile.n && i.k == kTile.k && i.scale_block == matrix::kScaleBlock &&
         m.scale_format_a == 0 && m.scale_format_b == 0 && m.neg_lo == 0 && m.neg_hi == 0 && !upper_rows &&
         instruction.scale(0)->kind == Operand::Kind::vector &&
         instruction.scale(1)->kind == Operand::Kind::vector && matrix::unit_of(model, i).has_value();
}

bool plan_registers(const Wave& wave, const isa::Instruction& i, TilePlan& plan) {
  OperandPlaces place{wave};
  const Operand& addend = *i.source(2);
  plan.a.first = place(*i.source(0), plan.tiles * registers_of(plan.a.kind));
  plan.b.first = place(*i.source(1), registers_of(plan.b.kind));
  plan.a.scale = place(*i.scale(0), 1);
  plan.b.scale = place(*i.scale(1), 1);
  plan.first_d = place(*i.destination(), plan.tiles * kTileRegisters);
  if (addend.kind == Operand::Kind::constant)
    plan.constant = std::bit_cast<float>(std::uint32_t(isa::constant_bits(addend, isa::Type::f32)));
  else
    plan.first_c = place(addend, plan.tiles * kTileRegisters);
  return place.ok;
}

void make_plan(const Wave& wave, const isa::Instruction& i, TilePlan& plan) {
  const matrix::Model& model = *wave.environment().model;
  const matrix::MatrixInstruction* const shape = matrix::find_matrix_instruction(i.mnemonic);
  if (shape == nullptr || !are_tiles(*shape, i, model)) return;
  const formats::Format *a = format_of(*shape, i.modifiers.cbsz), *b = format_of(*shape, i.modifiers.blgp);
  if (a == nullptr || b == nullptr) return;
  const matrix::Multiplication multiply(host::best_simd_level(), model, kTile, *a, *b);
  plan.a.kind = {kTile, a, matrix::Side::rows, multiply.decoding(), multiply.needs_codes(), true};
  plan.b.kind = {kTile, b, matrix::Side::columns, multiply.decoding(), multiply.needs_codes(), true};
  plan.tiles = shape->m / kTile.m;
  plan.a.lanes = (i.modifiers.op_sel & 1) * kTile.m;
  plan.b.lanes = (i.modifiers.op_sel >> 1 & 1) * kTile.n;
  if (plan_registers(wave, i, plan)) plan.multiply = multiply;
}

/// Reads the scales as [k / 32][row or column]: each lane has those of its row. Undefined ones add to `rows`.
void read_scales(Wave& wave, const Scaled& of, int tile, std::uint8_t* codes, std::uint32_t& rows) {
  const int begin = of.lanes + tile * kTile.m;
  const std::uint32_t* const lanes = wave.vector.read(of.scale) + begin;
  for (int row = 0; row < kTile.m; ++row)
    for (int block = 0; block < kTile.blocks(); ++block)
      codes[block * kTile.m + row] = std::uint8_t(lanes[row] >> 8 * block);
  if (const std::uint32_t* const undefined = wave.vector.undefined(of.scale))
    note_undefined(undefined + begin, ~0u, kTile.m, rows, kTile.m);
}

/// The index of a row of C in wave32 registers: its sixteen columns lie in eight registers of 32 lanes, in
/// wave64 in four of 64.
constexpr std::size_t narrow_row(int row) {
  return std::size_t(row % kTileRegisters * kMaxLanes + row / kTileRegisters * kTile.n);
}
constexpr std::size_t wide_row(int row) {
  return std::size_t(row % kWideRegisters * kMaxLanes + row / kWideRegisters * kTile.n);
}
constexpr std::size_t kRowBytes = kTile.n * sizeof(float);

using WideTile = std::array<float, kWideRegisters * kMaxLanes>;

void gather(Wave& wave, const TilePlan& plan, int tile, WideTile& out) {
  if (plan.first_c < 0) return out.fill(plan.constant);
  const float* const c = wave.vector.read_floats(plan.first_c + tile * kTileRegisters, kTileRegisters);
  for (int row = 0; row < kTile.m; ++row) std::memcpy(&out[wide_row(row)], c + narrow_row(row), kRowBytes);
}

/// Which elements of D are undefined: those whose row of A, column of B or element of C is.
struct Undefined {
  std::array<Lanes, kTileRegisters> lanes;
  bool any = false;

  Undefined(Wave& wave, const TilePlan& plan, int tile, std::uint32_t rows, std::uint32_t columns) {
    const int c = plan.first_c + tile * kTileRegisters;
    any = (rows | columns) != 0 || (plan.first_c >= 0 && !wave.vector.defined(c, kTileRegisters));
    if (!any) return;
    for (int r = 0; r < kTileRegisters; ++r) {
      const std::uint32_t* const of_c = plan.first_c >= 0 ? wave.vector.undefined(c + r) : nullptr;
      lanes[std::size_t(r)].fill(0);
      for (int l = 0; l < 2 * kTile.n; ++l) {
        const int row = l / kTile.n * kTileRegisters + r, column = l % kTile.n;
        const bool undefined =
            ((rows >> row | columns >> column) & 1) != 0 || (of_c != nullptr && of_c[l] != 0);
        lanes[std::size_t(r)][std::size_t(l)] = undefined ? ~0u : 0u;
      }
    }
  }
};

}  // namespace

const TilePlan* tile_plan(Wave& wave, const PreparedInstruction& prepared) {
  const auto* const plan = wave.group->plans.get<TilePlan>(prepared, [&] {
    auto made = std::make_shared<TilePlan>();
    make_plan(wave, *prepared.instruction, *made);
    return made;
  });
  return plan->multiply ? plan : nullptr;
}

void multiply_tiles(Wave& wave, const TilePlan& plan) {
  constexpr int kMostTiles = 2;
  std::array<WideTile, kMostTiles> d;
  std::array<std::optional<Undefined>, kMostTiles> undefined;
  std::uint8_t scales_a[matrix::kOperandScales], scales_b[matrix::kOperandScales];
  std::uint32_t columns = 0;
  read_scales(wave, plan.b, 0, scales_b, columns);
  const Fragment& b = wave.fragments.read(wave.vector, plan.b.kind, plan.b.first);
  for (int tile = 0; tile < plan.tiles; ++tile) {
    const Fragment& a =
        wave.fragments.read(wave.vector, plan.a.kind, plan.a.first + tile * registers_of(plan.a.kind));
    std::uint32_t rows = a.undefined_rows;
    read_scales(wave, plan.a, tile, scales_a, rows);
    WideTile& to = d[std::size_t(tile)];
    gather(wave, plan, tile, to);
    undefined[std::size_t(tile)].emplace(wave, plan, tile, rows, columns | b.undefined_rows);
    plan.multiply->in_registers({plan.a.kind.format, a.codes.data(), scales_a, &a.decoded},
                                {plan.b.kind.format, b.codes.data(), scales_b, &b.decoded}, to.data(),
                                to.data());
  }
  for (int tile = 0; tile < plan.tiles; ++tile) {
    const int first = plan.first_d + tile * kTileRegisters;
    float* const to = wave.vector.overwrite_floats(first, kTileRegisters);
    for (int row = 0; row < kTile.m; ++row)
      std::memcpy(to + narrow_row(row), &d[std::size_t(tile)][wide_row(row)], kRowBytes);
    const Undefined& of = *undefined[std::size_t(tile)];
    for (int r = 0; of.any && r < kTileRegisters; ++r)
      wave.vector.mark_undefined(first + r, of.lanes[std::size_t(r)]);
  }
}

}  // namespace lockstep::machine
