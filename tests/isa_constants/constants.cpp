// Every source of every row, under every inline constant and some literals: the instruction does what it does
// with a register that holds the bits the constant stands for (stands_for.hpp).
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "emulator/isa/disassembler.hpp"
#include "tests/catch.hpp"
#include "tests/isa_constants/probes.hpp"
#include "tests/isa_constants/stands_for.hpp"
#include "tests/isa_forms/one_wave.hpp"

namespace lockstep::tests {
namespace {

using isa::Operand, isa::Type;

/// A source of a row, and what LLVM's assembler says of it.
struct Asked {
  const isa::Semantics* row;
  int source;
  const isa::Instruction* form = nullptr;  ///< one that LLVM takes
  bool constants = false, literals = false;
  std::set<Numbers> numbers;  ///< as what 1.0 is known
};

isa::Program assembled(const std::string& arch) {
  const auto bytes = bytes_of(fmt::format("{}/probes.{}", LOCKSTEP_PROBES, arch));
  return isa::disassemble(arch, 0, bytes).value();
}

std::vector<Asked> all_asked(const std::string& arch, const isa::Program& program) {
  const std::vector<Probe> lines = probes(arch);
  REQUIRE(program.instructions.size() == lines.size());
  std::vector<Asked> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Probe& line = lines[i];
    const isa::Instruction& instruction = program.instructions[i];
    if (line.ask == Ask::registers) out.emplace_back().row = line.row, out.back().source = line.source;
    if (instruction.semantics != line.row) continue;
    Asked& asked = out.back();
    const Operand& operand = *instruction.source(std::size_t(line.source));
    // Where the encoding has no place for a constant LLVM takes some all the same, and writes another
    // operand.
    if (line.ask != Ask::registers && operand.kind != Operand::Kind::constant) continue;
    if (asked.form == nullptr) asked.form = &instruction;
    asked.constants |= line.ask == Ask::integer && !operand.is_literal;
    asked.literals |= line.ask == Ask::literal;
    if (!operand.is_float) continue;
    static const std::map<Ask, Numbers> kNumbers{{Ask::half, Numbers::f16},
                                                 {Ask::brain, Numbers::bf16},
                                                 {Ask::single, Numbers::f32},
                                                 {Ask::double_precision, Numbers::f64}};
    asked.numbers.insert(kNumbers.at(line.ask));
  }
  return out;
}

/// Sources of less than 32 bits that are no f16 and no bf16 have binary32, of which the assembler doesn't
/// speak: none of its literals is that wide there.
Numbers numbers_of(const Asked& asked) {
  return asked.numbers.empty() ? Numbers::f32 : *asked.numbers.begin();
}

std::vector<Constant> constants_for(const Asked& asked) {
  std::vector<Constant> out;
  if (asked.constants) {
    for (int n = -16; n <= 64; ++n) out.push_back({Constant::Kind::integer, n});
    for (int n = 240; n <= 248; ++n) out.push_back({Constant::Kind::number, 0, n});
  }
  if (asked.literals)
    for (const std::int64_t bits : {0xFFFFFFEFll, 0x12345678ll, 0x80000000ll, 0x3C00ll, 0x1ll, 0x7FC01234ll})
      out.push_back({Constant::Kind::literal, bits});
  return out;
}

Operand operand_of(const Constant& c) {
  Operand o;
  o.kind = Operand::Kind::constant;
  o.integer = c.integer;
  o.is_literal = c.kind == Constant::Kind::literal;
  o.is_float = c.kind == Constant::Kind::number;
  if (o.is_float) o.number = value_of(c.number);
  return o;
}

bool bit(std::mt19937& random) {
  return random() % 2 != 0;
}

/// Modifiers that concern the source, as the row has them.
void draw_modifiers(const isa::VectorAlu& row, int source, std::mt19937& random, isa::Modifiers& m,
                    Operand& o) {
  const auto at = [&](std::uint8_t& mask) {
    mask = std::uint8_t((mask & ~(1 << source)) | int(bit(random)) << source);
  };
  const Type type = row.source[std::size_t(source)];
  if (row.packed || row.mixed || row.op_sel_dwords || (row.op_sel_halves && isa::bits(type) == 16))
    at(m.op_sel);
  if (row.packed || row.mixed) at(m.op_sel_hi);
  if (row.op_sel_source == isa::SourceSelect::half && source == 0) at(m.op_sel);
  if (row.op_sel_source == isa::SourceSelect::byte && source == 0) m.op_sel = std::uint8_t(random() % 4);
  if (!isa::is_float(type)) {
    o.sign_extend = m.sdwa && bit(random);
  } else if (row.packed) {
    at(m.neg_lo);
    at(m.neg_hi);
  } else {
    o.negate = bit(random);
    o.absolute = bit(random);
  }
}

void randomise(machine::Wave& wave, std::mt19937& random) {
  const machine::Lanes all = machine::spread(~std::uint64_t{0});
  for (int r = kVectorDestination; r < kVectorDestination + 20; ++r) {
    machine::Lanes lanes;
    for (std::uint32_t& x : lanes) x = bit(random) ? std::uint32_t(random()) : std::uint32_t(random()) % 64;
    wave.vector.write(r, ~std::uint64_t{0}, all, lanes.data(), nullptr);
  }
  for (int r = kScalarDestination; r < isa::scalar::kExec; ++r)
    wave.scalar.write32(r, {std::uint32_t(random()), 0});
  wave.scalar.write64(isa::scalar::kExec, {std::uint64_t{random()} << 32 | random(), 0});
  wave.mode = bit(random) ? 0xF0 : std::uint32_t(random()) & 0x2F0;
}

/// What an instruction of the probes may change.
struct State {
  std::array<machine::Lanes, 2> vector;
  std::array<std::uint32_t, 8> scalar;
  std::uint64_t vcc, exec;
  bool scc;
  bool operator==(const State&) const = default;
};

State state_of(machine::Wave& wave) {
  State s;
  for (int r = 0; r < 2; ++r)
    std::copy_n(wave.vector.read(kVectorDestination + r), machine::kMaxLanes,
                s.vector[std::size_t(r)].begin());
  for (int r = 0; r < 8; ++r)
    s.scalar[std::size_t(r)] = std::uint32_t(wave.scalar.read32(kScalarDestination + r).value);
  s.vcc = wave.scalar.read64(isa::scalar::kVcc).value;
  s.exec = wave.exec();
  s.scc = wave.scc;
  return s;
}

void restore(machine::Wave& wave, const State& s) {
  const machine::Lanes all = machine::spread(~std::uint64_t{0});
  for (int r = 0; r < 2; ++r)
    wave.vector.write(kVectorDestination + r, ~std::uint64_t{0}, all, s.vector[std::size_t(r)].data(),
                      nullptr);
  for (int r = 0; r < 8; ++r) wave.scalar.write32(kScalarDestination + r, {s.scalar[std::size_t(r)], 0});
  wave.scalar.write64(isa::scalar::kVcc, {s.vcc, 0});
  wave.scalar.write64(isa::scalar::kExec, {s.exec, 0});
  wave.scc = s.scc;
}

/// One constant in its place, and what shall do the same.
struct Pair {
  Constant constant;
  std::uint64_t bits;
  isa::Instruction with_constant, with_register;
};

/// Of dwords and less, with one or two sources.
bool takes_sdwa(const Asked& asked) {
  const auto& row = std::get<isa::VectorAlu>(asked.row->operation);
  const bool narrow = std::ranges::all_of(row.source, [](Type t) { return isa::bits(t) <= 32; });
  return asked.form->encoding == isa::Encoding::e32 && narrow && isa::bits(row.destination) <= 32 &&
         row.source[2] == Type::none && row.op_sel_source == isa::SourceSelect::none && asked.source < 2;
}

Pair pair_of(const Asked& asked, const Constant& constant, std::mt19937& random) {
  const auto role = nth(isa::OperandRole::source0, std::size_t(asked.source));
  const auto* vector = std::get_if<isa::VectorAlu>(&asked.row->operation);
  Pair pair{constant, 0, *asked.form, {}};
  Operand& operand = *pair.with_constant.operand(role);
  operand = operand_of(constant);
  if (vector != nullptr) {
    if (takes_sdwa(asked) && random() % 4 == 0)
      pair.with_constant.modifiers.sdwa = {isa::Select::dword, isa::Select(random() % 7),
                                           isa::Select(random() % 7), isa::Unused::pad};
    draw_modifiers(*vector, asked.source, random, pair.with_constant.modifiers, operand);
  }
  pair.with_register = pair.with_constant;
  const bool single =
      vector != nullptr && vector->mixed && (pair.with_constant.modifiers.op_sel_hi >> asked.source & 1) == 0;
  pair.bits = stands_for(constant, single ? Numbers::f32 : numbers_of(asked), asked.row->mnemonic);
  Operand& twin = *pair.with_register.operand(role);
  twin = {};
  twin.kind = vector != nullptr ? Operand::Kind::vector : Operand::Kind::scalar;
  twin.index = vector != nullptr ? kVectorTwin : kScalarTwin;
  // A pair of f32, or of dwords, is the constant twice.
  const bool twice = vector != nullptr &&
                     (vector->op_sel_dwords || (vector->packed && isa::bits(vector->destination) == 32));
  const bool wide = numbers_of(asked) == Numbers::f64;
  twin.count = wide || twice ? 2 : 1;
  if (twice) pair.bits |= pair.bits << 32;
  twin.negate = operand.negate;
  twin.absolute = operand.absolute;
  twin.sign_extend = operand.sign_extend;
  return pair;
}

/// Where no source says what the instruction takes, it is refused: constants of the mixed fused multiply-adds
/// that are another number as f32 than as f16, and their upper halves.
bool is_settled(const Asked& asked, const Pair& pair) {
  const auto* vector = std::get_if<isa::VectorAlu>(&asked.row->operation);
  if (vector == nullptr || !vector->mixed) return true;
  const bool half = (pair.with_constant.modifiers.op_sel_hi >> asked.source & 1) != 0;
  if (half && (pair.with_constant.modifiers.op_sel >> asked.source & 1) != 0) return false;
  if (pair.constant.kind == Constant::Kind::number) return pair.constant.number != 248;
  return pair.constant.integer == 0;
}

void put(machine::Wave& wave, const Operand& at, std::uint64_t bits) {
  const machine::Lanes all = machine::spread(~std::uint64_t{0});
  for (int d = 0; d < 2; ++d) {
    machine::Lanes lanes;
    lanes.fill(std::uint32_t(bits >> (32 * d)));
    if (at.kind == Operand::Kind::vector)
      wave.vector.write(at.index + d, ~std::uint64_t{0}, all, lanes.data(), nullptr);
    else
      wave.scalar.write32(at.index + d, {lanes[0], 0});
  }
}

std::string describe(const Asked& asked, const Pair& pair) {
  const isa::Modifiers& m = pair.with_constant.modifiers;
  const Constant& c = pair.constant;
  const std::string text = c.kind == Constant::Kind::number    ? fmt::format("{}", value_of(c.number))
                           : c.kind == Constant::Kind::integer ? fmt::format("{}", c.integer)
                                                               : fmt::format("literal {:#x}", c.integer);
  return fmt::format("{}: source {} as {} op_sel {} op_sel_hi {} neg_lo {} neg_hi {} negate {} is not {:#x}",
                     asked.form->text, asked.source, text, m.op_sel, m.op_sel_hi, m.neg_lo, m.neg_hi,
                     pair.with_constant.source(std::size_t(asked.source))->negate, pair.bits);
}

struct Counted {
  int sources = 0, pairs = 0, refused = 0;
  std::vector<std::string> wrong;
};

/// `planted` changes what the constants are said to stand for.
Counted compare(const std::string& arch, std::uint64_t planted = 0, const std::string& only = {}) {
  const isa::Program program = assembled(arch);
  OneWave one(arch, {});
  std::mt19937 random(20261124);
  Counted counted;
  for (const Asked& asked : all_asked(arch, program)) {
    if (!only.empty() && asked.row->mnemonic != only) continue;
    std::vector<Pair> pairs;
    for (const Constant& constant : constants_for(asked)) pairs.push_back(pair_of(asked, constant, random));
    if (pairs.empty()) continue;
    isa::Program both;
    both.arch = arch::find(arch);
    for (const Pair& pair : pairs) {
      both.instructions.push_back(pair.with_constant);
      both.instructions.push_back(pair.with_register);
    }
    one.load(std::move(both));
    one.reset();
    randomise(one.wave(), random);
    const State before = state_of(one.wave());
    ++counted.sources;
    std::string first;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const bool stopped = one.go(2 * p).has_value();
      const State after = state_of(one.wave());
      ++counted.pairs;
      if (stopped) {
        ++counted.refused;
        if (is_settled(asked, pairs[p]) && first.empty()) first = "refused: " + describe(asked, pairs[p]);
        one.reset();
        randomise(one.wave(), random);
        restore(one.wave(), before);
        continue;
      }
      restore(one.wave(), before);
      put(one.wave(), *pairs[p].with_register.source(std::size_t(asked.source)), pairs[p].bits ^ planted);
      const bool twin_stopped = one.go(2 * p + 1).has_value();
      const bool equal = !twin_stopped && after == state_of(one.wave());
      if ((!equal || !is_settled(asked, pairs[p])) && first.empty()) first = describe(asked, pairs[p]);
      restore(one.wave(), before);
    }
    if (!first.empty()) counted.wrong.push_back(first);
  }
  return counted;
}

}  // namespace

TEST_CASE("LLVM takes a form of every source of every row, and says what 1.0 is to it") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    const isa::Program program = assembled(arch);
    int constants = 0, literals = 0;
    for (const Asked& asked : all_asked(arch, program)) {
      INFO(arch << " " << asked.row->mnemonic << ", source " << asked.source);
      REQUIRE(asked.form != nullptr);
      constants += asked.constants;
      literals += asked.literals;
      if (!asked.constants) continue;
      CHECK(asked.numbers.size() <= 1);
      // 64 bits are the only ones that f64 is written to.
      const auto* vector = std::get_if<isa::VectorAlu>(&asked.row->operation);
      const Type type =
          vector != nullptr
              ? vector->source[std::size_t(asked.source)]
              : std::get<isa::ScalarAlu>(asked.row->operation).source[std::size_t(asked.source)];
      CHECK((numbers_of(asked) == Numbers::f64) == (isa::bits(type) == 64));
    }
    CHECK(constants > 1000);
    CHECK(literals > 250);
  }
}

TEST_CASE("an instruction with a constant is the one with a register that holds what it stands for") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    const Counted counted = compare(arch);
    INFO(arch << ": " << counted.sources << " sources, " << counted.pairs << " constants, " << counted.refused
              << " refused");
    CHECK(counted.wrong == std::vector<std::string>{});
    CHECK(counted.pairs > 90'000);
    CHECK(counted.refused < counted.pairs / 100);
  }
}

TEST_CASE("a constant that stands for other bits is objected to") {
  for (const char* const mnemonic :
       {"v_pk_add_u16", "v_cvt_f32_bf16", "v_cvt_pk_f32_fp8", "v_pack_b32_f16", "v_add_u16", "v_fma_mix_f32",
        "v_add_f64", "v_lshl_add_u64", "s_ashr_i64", "s_cselect_b64"}) {
    INFO(mnemonic);
    CHECK(compare("gfx950", 0, mnemonic).wrong.empty());
    CHECK(!compare("gfx950", 0x0040'0100'0040'0100, mnemonic).wrong.empty());
  }
}

}  // namespace lockstep::tests
