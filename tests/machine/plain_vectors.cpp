// Vector instructions in their usual form are what execute_vector_alu, which knows every form, makes of them:
// each row of the tables, on registers of which some are undefined, with signs changed, parts chosen by
// op_sel and SDWA, lanes off and DPP. Moves between VGPRs and AGPRs are what execute_cross_lane makes of
// them.
#include <random>
#include <string>
#include <variant>

#include "emulator/isa/roles.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_vector.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using machine::Wave;

namespace {

constexpr int kRegisters = 40, kVectors = 32;  // behind them AGPRs
constexpr std::uint16_t kDestination = 4, kFirstSource = 8, kScalarSource = 20;

/// A wave of whose registers every third may be undefined in part, or whole.
struct Machine {
  machine::Environment environment;
  machine::Workgroup group;
  Wave wave;

  explicit Machine(std::uint64_t seed) {
    environment.accum_offset = kVectors;
    group.environment = &environment;
    wave.group = &group;
    wave.set_arch(*arch::find("gfx950"));
    wave.mode = 0xF0;
    std::mt19937_64 random(seed);
    wave.vector.reset(machine::RegisterFiles::of(kRegisters, kVectors), seed);
    wave.scalar.reset(seed);
    for (int r = 0; r < kRegisters; ++r) fill(random, r);
    for (int r = 0; r < 32; ++r) wave.scalar.write32(r, {random() & 0xFFFF'FFFF, 0});
    wave.scalar.write64(isa::scalar::kVcc, {random(), 0});
    wave.scalar.write64(isa::scalar::kExec, {random() % 3 == 0 ? random() : ~std::uint64_t{0}, 0});
  }

  void fill(std::mt19937_64& random, int r) {
    const auto state = random() % 6;
    if (state == 0) return;  // nobody wrote it
    machine::Lanes values, undefined{};
    for (std::uint32_t& x : values) x = draw(random);
    if (state == 1)
      for (std::uint32_t& x : undefined) x = random() % 4 == 0 ? std::uint32_t(random()) : 0;
    if (state == 2) undefined[random() % 64] = 1u << random() % 32;
    wave.vector.write(r, ~std::uint64_t{0}, machine::spread(~std::uint64_t{0}), values.data(),
                      state <= 2 ? undefined.data() : nullptr);
  }

  /// Numbers of few exponents, whose sums and quotients are finite, or anything.
  static std::uint32_t draw(std::mt19937_64& random) {
    const auto bits = std::uint32_t(random());
    return random() % 4 == 0 ? bits : (bits & 0x83FF'FFFFu) + 0x3E00'0000u;
  }
};

isa::Operand registers(std::uint16_t first, int dwords) {
  isa::Operand operand;
  operand.kind = isa::Operand::Kind::vector;
  operand.index = first;
  operand.count = std::uint8_t(dwords);
  return operand;
}

isa::Operand scalars(std::uint16_t first, int dwords) {
  isa::Operand operand = registers(first, dwords);
  operand.kind = isa::Operand::Kind::scalar;
  return operand;
}

/// Pairs of f32 take two registers, of halves one.
int dwords_of(const isa::VectorAlu& row, isa::Type type) {
  return row.packed && isa::bits(type) == 32 ? 2 : isa::dwords(type);
}

isa::Operand draw_source(std::mt19937_64& random, const isa::VectorAlu& row, std::size_t s) {
  const int dwords = dwords_of(row, row.source[s]);
  const auto first = std::uint16_t(kFirstSource + 2 * (random() % 10));
  isa::Operand operand = random() % 4 != 0 ? registers(random() % 4 == 0 ? kDestination : first, dwords)
                                           : scalars(kScalarSource, dwords);
  if (random() % 5 == 0) {
    operand = {};
    operand.kind = isa::Operand::Kind::constant;
    operand.is_float = isa::is_float(row.source[s]);
    operand.number = -4;
    operand.integer = 7;
  }
  if (!row.packed) {
    operand.negate = random() % 6 == 0;
    operand.absolute = random() % 6 == 0;
    operand.sign_extend = random() % 12 == 0;
  }
  return operand;
}

isa::Dpp draw_dpp(std::mt19937_64& random) {
  isa::Dpp dpp;
  dpp.control = isa::Dpp::Control(random() % 12);
  for (std::uint8_t& lane : dpp.quad) lane = random() % 4;
  const bool broadcasts = dpp.control == isa::Dpp::Control::row_bcast;
  dpp.amount = broadcasts ? (random() % 2 == 0 ? 15 : 31) : std::uint8_t(random() % 16);
  if (random() % 2 == 0) dpp.row_mask = random() % 16;
  if (random() % 2 == 0) dpp.bank_mask = random() % 16;
  dpp.bound_control = random() % 2 == 0;
  return dpp;
}

isa::Sdwa draw_sdwa(std::mt19937_64& random) {
  isa::Sdwa sdwa;
  if (random() % 4 == 0) sdwa.dst = isa::Select(random() % 7);
  sdwa.src0 = isa::Select(random() % 7);
  sdwa.src1 = isa::Select(random() % 7);
  return sdwa;
}

isa::Instruction draw_instruction(std::mt19937_64& random, const isa::Semantics& semantics) {
  const auto& row = std::get<isa::VectorAlu>(semantics.operation);
  isa::Instruction instruction;
  if (row.destination != isa::Type::none)
    instruction.operands.push_back(registers(kDestination, dwords_of(row, row.destination)));
  if (row.writes_mask) instruction.operands.push_back(scalars(isa::scalar::kVcc, 2));
  for (std::size_t s = 0; s < row.source.size() && row.source[s] != isa::Type::none; ++s)
    instruction.operands.push_back(draw_source(random, row, s));
  if (row.reads_carry) instruction.operands.push_back(scalars(isa::scalar::kVcc, 2));
  const bool alone = !row.packed && !row.mixed;  // VOP3P has neither DPP nor SDWA
  if (alone && random() % 3 == 0) instruction.modifiers.dpp = draw_dpp(random);
  if (alone && !instruction.modifiers.dpp && random() % 3 == 0)
    instruction.modifiers.sdwa = draw_sdwa(random);
  if (!instruction.modifiers.sdwa && row.op_sel_source != isa::SourceSelect::none)
    instruction.modifiers.op_sel = random() % (row.op_sel_source == isa::SourceSelect::byte ? 4 : 2);
  if (!instruction.modifiers.sdwa && (row.op_sel_halves || row.op_sel_byte) &&
      row.op_sel_source == isa::SourceSelect::none && random() % 2 == 0)
    instruction.modifiers.op_sel = random() % 16;
  if (row.packed || row.mixed) {
    instruction.modifiers.op_sel = std::uint8_t(random() % 8);
    instruction.modifiers.op_sel_hi = std::uint8_t(random() % 8);
  }
  if (row.packed && isa::is_float(row.source[0]) && random() % 3 == 0) {
    instruction.modifiers.neg_lo = std::uint8_t(random() % 8);
    instruction.modifiers.neg_hi = std::uint8_t(random() % 8);
  }
  isa::bind_semantics(instruction, &semantics);
  REQUIRE(instruction.unreadable.empty());
  return instruction;
}

/// v_accvgpr_*: from a VGPR or a constant, or of an AGPR.
isa::Instruction draw_move(std::mt19937_64& random, const isa::Semantics& semantics) {
  const auto accumulator = [&] {
    isa::Operand operand = registers(std::uint16_t(random() % (kRegisters - kVectors)), 1);
    operand.kind = isa::Operand::Kind::accumulator;
    return operand;
  };
  isa::Operand constant;
  constant.kind = isa::Operand::Kind::constant;
  constant.integer = -3;
  const bool reads = semantics.mnemonic == "v_accvgpr_read_b32",
             writes = semantics.mnemonic == "v_accvgpr_write_b32";
  const isa::Operand vector = registers(std::uint16_t(kFirstSource + random() % 20), 1);
  isa::Instruction instruction;
  instruction.operands.push_back(reads ? vector : accumulator());
  instruction.operands.push_back(!writes ? accumulator() : random() % 4 == 0 ? constant : vector);
  isa::bind_semantics(instruction, &semantics);
  REQUIRE(instruction.unreadable.empty());
  return instruction;
}

/// The first thing that differs between two waves; empty: nothing.
std::string difference(Machine& a, Machine& b) {
  for (int r = 0; r < kRegisters; ++r) {
    const std::uint32_t *x = a.wave.vector.read(r), *y = b.wave.vector.read(r);
    const std::uint32_t *u = a.wave.vector.undefined(r), *v = b.wave.vector.undefined(r);
    for (int l = 0; l < machine::kMaxLanes; ++l) {
      if ((u != nullptr ? u[l] : 0) != (v != nullptr ? v[l] : 0))
        return "what is undefined of v" + std::to_string(r) + " lane " + std::to_string(l);
      if (x[l] != y[l]) return "v" + std::to_string(r) + " lane " + std::to_string(l);
    }
  }
  const machine::Scalar x = a.wave.scalar.read64(isa::scalar::kVcc),
                        y = b.wave.scalar.read64(isa::scalar::kVcc);
  if (x.undefined != y.undefined) return "what is undefined of vcc";
  return (x.value & ~x.undefined) != (y.value & ~y.undefined) ? "vcc" : "";
}

struct Tried {
  int plain = 0, routed = 0, parts = 0, halves = 0, mixed = 0, moves = 0, rows = 0;
};

/// Whether the instruction has a usual form, which is then compared.
bool compare(const isa::Instruction& instruction, std::uint64_t state, Tried& tried) {
  machine::Constants constants;
  const auto plain = machine::fast_vector(instruction, isa::WaveWidth::lanes64, constants);
  if (!plain) return false;
  tried.routed += plain->routed;
  tried.parts += plain->partial;
  tried.halves += plain->parts == machine::TwoParts::halves;
  Machine usual(state), twin(state);
  const machine::Execute execute = machine::fast_executor(*plain);
  const machine::PreparedInstruction code{execute, &instruction, 0, false, &*plain};
  const machine::Step left = execute(usual.wave, code);
  const machine::Step right = machine::execute_general_vector(twin.wave, code);
  REQUIRE(left == right);
  REQUIRE(difference(usual, twin) == "");
  return true;
}

Tried compare(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Tried tried;
  for (const std::span<const isa::Semantics> table : isa::tables())
    for (const isa::Semantics& semantics : table) {
      INFO(semantics.mnemonic << " seed " << seed);
      if (semantics.mnemonic.starts_with("v_accvgpr"))
        tried.moves += compare(draw_move(random, semantics), random(), tried);
      const auto* const row = std::get_if<isa::VectorAlu>(&semantics.operation);
      if (row == nullptr) continue;
      ++tried.rows;
      const bool plain = compare(draw_instruction(random, semantics), random(), tried);
      tried.plain += plain;
      tried.mixed += plain && row->mixed;
    }
  return tried;
}

}  // namespace

TEST_CASE("vector instructions in their usual form are those of any form") {
  Tried all;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Tried tried = compare(seed);
    all.plain += tried.plain;
    all.routed += tried.routed;
    all.parts += tried.parts;
    all.halves += tried.halves;
    all.mixed += tried.mixed;
    all.moves += tried.moves;
    all.rows += tried.rows;
  }
  CHECK(all.plain > all.rows / 3);
  CHECK(all.routed > all.rows / 20);
  CHECK(all.parts > all.rows / 50);
  CHECK(all.halves > 500);
  CHECK(all.mixed > 20);
  CHECK(all.moves == 3 * 60);
}
