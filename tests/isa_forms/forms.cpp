// Every mnemonic that kernels use, in every encoding and under every modifier: the machine executes it, and
// what it makes of 64 lanes under a random EXEC is what a plain twin makes of one lane after the other.
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "emulator/isa/used_mnemonics.hpp"
#include "tests/catch.hpp"
#include "tests/isa_forms/naive_vector.hpp"
#include "tests/isa_forms/one_wave.hpp"

namespace lockstep::tests {
namespace {

constexpr const char* kArchs[] = {"gfx942", "gfx950", "gfx1250"};

OneWave& forms_of(const std::string& arch) {
  static std::map<std::string, std::unique_ptr<OneWave>> all;
  auto& one = all[arch];
  if (one == nullptr)
    one = std::make_unique<OneWave>(arch, bytes_of(fmt::format("{}/forms.{}", LOCKSTEP_FORMS, arch)));
  return *one;
}

/// What the machine does not execute, a line each.
std::vector<std::string> unsupported(OneWave& forms) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < forms.program().instructions.size(); ++i)
    if (const auto stop = forms.execute(i); stop && stop->kind == findings::FindingKind::unsupported)
      lines.push_back(fmt::format("{}: {}", stop->instruction, stop->text));
  return lines;
}

std::vector<std::byte> words(std::initializer_list<std::uint32_t> list) {
  std::vector<std::byte> bytes(4 * list.size());
  std::memcpy(bytes.data(), std::data(list), bytes.size());
  return bytes;
}

/// Special values often, any bits else; small numbers, so that shifts and exponents meet.
std::uint32_t draw(std::mt19937& random) {
  constexpr std::uint32_t kEdges[] = {0,          1,          0x80000000, 0xFFFFFFFF, 0x7F800000, 0x7FC00001,
                                      0x00400000, 0x3F800000, 0xBF000000, 0x7C003C00, 0x00010200, 0x3F803F80,
                                      0x40004000, 31,         0x0000BC00, 0x01000001};
  const auto bits = std::uint32_t(random());
  return bits % 3 == 0 ? kEdges[bits / 3 % std::size(kEdges)] : bits;
}

/// gfx1250 has DX10_CLAMP always, and no IEEE.
std::uint32_t draw_mode(std::mt19937& random, bool gfx1250) {
  constexpr std::uint32_t kDenormals = 0xF0, kDx10 = 1u << 8, kIeee = 1u << 9, kOverflow = 1u << 23;
  const auto bits = std::uint32_t(random());
  return gfx1250 ? (bits & (kDenormals | kOverflow)) | kDx10
                 : bits & (kDenormals | kDx10 | kIeee | kOverflow);
}

void randomise(machine::Wave& wave, std::mt19937& random) {
  const machine::Lanes all = machine::spread(~std::uint64_t{0});
  for (int r = 0; r < 90; ++r) {
    machine::Lanes lanes;
    for (std::uint32_t& x : lanes) x = draw(random);
    wave.vector.write(r, ~std::uint64_t{0}, all, lanes.data(), nullptr);
  }
  for (int r = 0; r < isa::scalar::kExec; ++r) wave.scalar.write32(r, {draw(random), 0});
  wave.write_lane_mask(isa::scalar::kExec, {std::uint64_t{random()} << 32 | random(), 0});
  wave.mode = draw_mode(random, wave.has(arch::Feature::vgpr_banks));
}

const isa::Operand* mask_of(const isa::Instruction& i, const isa::VectorAlu& row) {
  return row.writes_mask ? &i.operands[row.destination != isa::Type::none ? 1 : 0] : nullptr;
}

/// The case that most instructions meet: denormals kept, no lane off.
void make_usual(machine::Wave& wave, std::mt19937& random) {
  wave.mode |= 0xF0;
  if (random() % 2 == 0) wave.write_lane_mask(isa::scalar::kExec, {wave.every_lane(), 0});
}

bool is_fed(const isa::Dpp& dpp, int lane, std::uint64_t exec) {
  const bool masked = (dpp.row_mask >> lane / 16 & 1) == 0 || (dpp.bank_mask >> lane % 16 / 4 & 1) == 0;
  return !masked && (exec >> ((lane & ~3) + dpp.quad[std::size_t(lane & 3)]) & 1) != 0;
}

/// Empty when the machine and the twin agree on every lane.
std::string disagreement(OneWave& forms, std::size_t index, std::mt19937& random, bool usual,
                         std::uint32_t wrong = 0) {
  const isa::Instruction& i = forms.program().instructions[index];
  const auto& row = std::get<isa::VectorAlu>(i.semantics->operation);
  forms.reset();
  machine::Wave& wave = forms.wave();
  randomise(wave, random);
  if (usual) make_usual(wave, random);
  const std::uint64_t exec = wave.exec();
  std::array<std::optional<NaiveResult>, machine::kMaxLanes> expected;
  std::array<std::uint64_t, machine::kMaxLanes> before{};
  const isa::Operand* destination = row.destination != isa::Type::none ? &i.operands[0] : nullptr;
  const auto holds = [&](int lane) {
    std::uint64_t bits = 0;
    const int first = unified_register(wave, *destination);
    for (int d = 0; d < std::min<int>(destination->count, 2); ++d)
      bits |= std::uint64_t{wave.vector.read(first + d)[lane]} << (32 * d);
    return bits;
  };
  const int lanes = isa::lane_count(wave.width());
  for (int lane = 0; lane < lanes; ++lane) {
    if (destination != nullptr) before[std::size_t(lane)] = holds(lane);
    if ((exec >> lane & 1) != 0) expected[std::size_t(lane)] = naive_lane(wave, i, lane);
  }
  if (forms.go(index)) return "it stopped: " + i.text;
  for (int lane = 0; lane < lanes; ++lane) {
    const bool live = (exec >> lane & 1) != 0;
    if (live && !expected[std::size_t(lane)]) return {};  // beyond the twin
    if (destination != nullptr) {
      // A lane of DPP whose source lane is off, or whose row or bank of four is masked, keeps what it held.
      const bool fed = !i.modifiers.dpp || is_fed(*i.modifiers.dpp, lane, exec);
      const std::uint64_t wanted =
          live && fed ? *expected[std::size_t(lane)]->destination : before[std::size_t(lane)];
      if (holds(lane) != (wanted ^ (live ? wrong : 0)))
        return fmt::format("{}: lane {} holds {:#x}, not {:#x}, under MODE {:#x}", i.text, lane, holds(lane),
                           wanted, wave.mode);
    }
    if (const isa::Operand* mask = mask_of(i, row);
        mask != nullptr && mask->index != isa::scalar::kExec && !i.modifiers.dpp) {
      const bool bit = (wave.lane_mask(mask->index).value >> lane & 1) != 0;
      if (bit != (live && *expected[std::size_t(lane)]->mask))
        return fmt::format("{}: lane {} of the mask", i.text, lane);
    }
  }
  return {};
}

/// Whether the operand that is stored receives what was there, as the only one that has two roles.
bool returns_to_data(const isa::Instruction& i) {
  using Space = isa::Memory::Space;
  const auto* memory = std::get_if<isa::Memory>(&i.semantics->operation);
  if (memory == nullptr || memory->access != isa::Access::atomic || !i.modifiers.sc0) return false;
  return memory->space == Space::buffer || memory->space == Space::scalar ||
         memory->space == Space::scalar_buffer;
}

/// Empty when every operand of the line has a role, and only one.
std::string misplaced(const isa::Instruction& i) {
  std::vector<std::vector<isa::OperandRole>> roles(i.operands.size());
  for (std::size_t r = 0; r < isa::kOperandRoles; ++r)
    if (const auto role = isa::OperandRole(r); i.operand(role) != nullptr)
      roles[std::size_t(i.roles[role])].push_back(role);
  const std::vector returned{isa::OperandRole::destination, isa::OperandRole::data0};
  for (std::size_t o = 0; o < roles.size(); ++o) {
    const bool right = o == 0 && returns_to_data(i) ? roles[o] == returned : roles[o].size() == 1;
    if (!right) return fmt::format("{}: operand {} has {} roles", i.text, o, roles[o].size());
  }
  return {};
}

bool is_vector_alu(const isa::Instruction& i) {
  return i.semantics != nullptr && std::holds_alternative<isa::VectorAlu>(i.semantics->operation);
}

}  // namespace

TEST_CASE("every form of every mnemonic that kernels use is executed") {
  for (const char* arch : kArchs) {
    INFO(arch);
    OneWave& forms = forms_of(arch);
    CHECK(forms.program().instructions.size() > 2500);
    CHECK(unsupported(forms) == std::vector<std::string>{});
  }
}

TEST_CASE("every operand of every form has one role") {
  for (const char* arch : kArchs)
    for (const isa::Instruction& i : forms_of(arch).program().instructions) {
      CAPTURE(arch, i.text, i.unreadable);
      REQUIRE(i.unreadable.empty());
      REQUIRE(misplaced(i) == "");
    }
}

TEST_CASE("an operand that is forgotten, or that has two roles, is noticed") {
  int planted = 0;
  for (const isa::Instruction& i : forms_of("gfx950").program().instructions)
    for (std::size_t r = 0; r < isa::kOperandRoles; ++r) {
      const auto role = isa::OperandRole(r);
      if (i.operand(role) == nullptr) continue;
      isa::Instruction forgetful = i, doubled = i;
      forgetful.roles[role] = isa::Roles::kNone;
      REQUIRE(misplaced(forgetful) != "");
      doubled.roles[isa::OperandRole::index] = i.roles[role];
      REQUIRE((role == isa::OperandRole::index || misplaced(doubled) != ""));
      ++planted;
    }
  CHECK(planted > 5000);
}

TEST_CASE("the forms cover the mnemonics, and all of those have rows") {
  const isa::Census &cdna = isa::censuses()[0], &gfx1250 = isa::censuses()[1];
  CHECK(cdna.by_name.size() == 295);
  CHECK(gfx1250.by_name.size() == 274);
  CHECK(gfx1250.all_archs() == isa::kGfx1250);
  for (const isa::Census& census : isa::censuses())
    for (const char* name : {"gfx942", "gfx950", "gfx1250"}) {
      const arch::Set archs = arch::instructions_of(name);
      std::set<std::string> there;
      for (const isa::Instruction& i : forms_of(name).program().instructions) there.insert(i.mnemonic);
      for (const isa::UsedMnemonic& used : census.by_name) {
        INFO(name << " " << used.name);
        CHECK(census.find(used.name) == &used);
        if (!census.uses(used, archs)) continue;
        CHECK(isa::find(used.name, archs) != nullptr);
        CHECK(there.contains(std::string(used.name)));
      }
    }
  CHECK(cdna.find("v_add_f3") == nullptr);
  CHECK(std::ranges::all_of(gfx1250.by_name,
                            [&](const isa::UsedMnemonic& u) { return gfx1250.uses(u, isa::kGfx1250); }));
}

TEST_CASE("an instruction that is not executed is objected to") {
  OneWave strange("gfx950", words({0xd93b0000, 0x00000008}));  // ds_gws_barrier
  CHECK(unsupported(strange).size() == 1);
  // v_pk_add_u16 with neg_lo, v_pk_max_i16 with neg_hi: signs of integers
  OneWave signs("gfx950", words({0xd38a4008, 0x38025928, 0xd3874208, 0x18025928}));
  CHECK(unsupported(signs).size() == 2);
  OneWave wide_broadcast("gfx950",
                         words({0xd3cd0908, 0x04225128}));  // v_mfma_f32_16x16x16_f16 with cbsz:1: undefined
  CHECK(unsupported(wide_broadcast).size() == 1);
}

TEST_CASE("64 lanes under EXEC and modifiers are one lane after the other") {
  for (const char* arch : kArchs) {
    OneWave& forms = forms_of(arch);
    std::mt19937 random(20261121);
    int checked = 0;
    for (std::size_t index = 0; index < forms.program().instructions.size(); ++index) {
      if (!is_vector_alu(forms.program().instructions[index])) continue;
      for (int round = 0; round < 6; ++round) {
        const std::string complaint = disagreement(forms, index, random, round % 2 == 0);
        REQUIRE(complaint == "");
      }
      ++checked;
    }
    CHECK(checked > 1500);
  }
}

TEST_CASE("the twin objects to a wrong bit") {
  OneWave& forms = forms_of("gfx950");
  std::mt19937 random(1);
  for (std::size_t index = 0; index < forms.program().instructions.size(); ++index) {
    if (forms.program().instructions[index].mnemonic != "v_add_u32") continue;
    CHECK(disagreement(forms, index, random, false, 4) != "");
    CHECK(disagreement(forms, index, random, true, 4) != "");
    return;
  }
}

}  // namespace lockstep::tests
