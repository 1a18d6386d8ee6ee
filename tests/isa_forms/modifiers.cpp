// Every modifier of every vector instruction does something: of an encoding of each, every bit that changes
// neither operands nor mnemonic is set or cleared, and the machine's result must change on some operands, or
// the machine must refuse it. What changes nothing is in idle_modifiers.hpp, with the reason.
#include <map>
#include <random>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "emulator/isa/disassembler.hpp"
#include "tests/catch.hpp"
#include "tests/isa_forms/idle_modifiers.hpp"
#include "tests/isa_forms/one_wave.hpp"

namespace lockstep::tests {
namespace {

constexpr int kRegistersInUse = 90;
constexpr std::uint32_t kDword = 4;

bool is_vector(const isa::Instruction& i) {
  if (i.semantics == nullptr || !i.unreadable.empty() || i.continues || i.text.ends_with("::")) return false;
  return std::holds_alternative<isa::VectorAlu>(i.semantics->operation) ||
         std::holds_alternative<isa::BlockConvert>(i.semantics->operation) ||
         std::holds_alternative<isa::CrossLane>(i.semantics->operation);
}

bool has_constants(const isa::Instruction& i) {
  return std::ranges::any_of(i.operands,
                             [](const isa::Operand& o) { return o.kind == isa::Operand::Kind::constant; });
}

/// Without what modifiers say of operands.
std::vector<isa::Operand> plain_operands(const isa::Instruction& i) {
  std::vector<isa::Operand> all = i.operands;
  for (isa::Operand& o : all) {
    o.negate = o.absolute = o.sign_extend = false;
    o.half = isa::Operand::Half::none;
  }
  return all;
}

bool only_modifiers_differ(const isa::Instruction& a, const isa::Instruction& b) {
  return a.mnemonic == b.mnemonic && a.encoding == b.encoding && a.size == b.size && a.text != b.text &&
         plain_operands(a) == plain_operands(b);
}

/// The words that the second line has and the first has not.
std::string added(const std::string& before, const std::string& after) {
  std::set<std::string> had;
  const auto each = [](const std::string& text, const auto& visit) {
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
      end = std::min(text.find(' ', at), text.size());
      visit(text.substr(at, end - at));
    }
  };
  each(before, [&](const std::string& word) { had.insert(word); });
  std::string more;
  each(after, [&](const std::string& word) {
    if (!had.contains(word)) more += (more.empty() ? "" : " ") + word;
  });
  return more.empty() ? "less" : more;
}

struct Variant {
  std::size_t bit, index;  ///< of the encoding, and into the program
};

/// One form, and what each of its bits makes of it.
struct Family {
  isa::Program program;           ///< the form first
  std::vector<Variant> variants;  ///< those that differ in modifiers alone
};

class Families {
 public:
  explicit Families(const std::string& arch)
      : arch_(arch), text_(bytes_of(fmt::format("{}/forms.{}", LOCKSTEP_FORMS, arch))) {
    program_ = isa::disassemble(arch, 0, text_).value();
    // Constants suit few modifiers: only where an encoding has no other form.
    std::map<std::tuple<std::string, isa::Encoding, std::uint32_t>,
             std::array<std::vector<const isa::Instruction*>, 2>>
        all;
    for (const isa::Instruction& i : program_.instructions)
      if (is_vector(i)) all[{i.mnemonic, i.encoding, i.size}][has_constants(i) ? 1 : 0].push_back(&i);
    for (const auto& [key, forms] : all)
      for (const isa::Instruction* i : forms[forms[0].empty() ? 1 : 0]) forms_.push_back(i);
  }
  std::size_t size() const { return forms_.size(); }
  Family family(std::size_t n) const {
    const isa::Instruction& form = *forms_[n];
    const std::span<const std::byte> bytes(text_.data() + form.address, form.size);
    std::vector<std::byte> all(bytes.begin(), bytes.end());
    std::vector<std::uint64_t> at;
    for (std::size_t bit = 0; bit < std::size_t{form.size} * 8; ++bit) {
      pad(all);
      at.push_back(all.size());
      all.insert(all.end(), bytes.begin(), bytes.end());
      all[at.back() + bit / 8] ^= std::byte(1u << bit % 8);
    }
    pad(all);
    Family family{isa::disassemble(arch_, 0, all).value(), {}};
    for (std::size_t bit = 0; bit < at.size(); ++bit) {
      const std::int32_t index = family.program.at(at[bit]);
      if (index >= 0 && only_modifiers_differ(family.program.instructions[0],
                                              family.program.instructions[std::size_t(index)]))
        family.variants.push_back({bit, std::size_t(index)});
    }
    return family;
  }

 private:
  /// What a bit has made longer ends in here.
  static void pad(std::vector<std::byte>& to) {
    constexpr std::array kNop{std::byte{0}, std::byte{0}, std::byte{0x80}, std::byte{0xBF}};  // s_nop 0
    for (int i = 0; i < 4; ++i) to.insert(to.end(), kNop.begin(), kNop.end());
  }

  std::string arch_;
  std::vector<std::byte> text_;
  isa::Program program_;
  std::vector<const isa::Instruction*> forms_;
};

/// Numbers of moderate size, of every width that floats have, any bits; or few, so that some are alike.
std::uint32_t operand_bits(std::mt19937& random, bool few) {
  constexpr std::uint32_t kFew[] = {0x3F800000, 0xBF800000, 0x3C003C00, 0xBC00BC00, 0x3F803F80, 0xBF80BF80,
                                    0x00000001, 0xFFFFFFFF, 0x00000000, 0x7FC00000, 0x3FF00000, 0x00400040};
  const auto bits = std::uint32_t(random());
  if (few) return kFew[bits % std::size(kFew)];
  switch (random() % 4) {
    case 0:
      return (bits & 0x807FFFFF) | (120 + bits / 0x1000000 % 16) << 23;  // floats around 1
    case 1:
      return (bits & 0x83FF83FF) | 0x34003400 | (bits & 0x0C000C00);  // halves around 1
    case 2:
      return bits % 64;
    default:
      return bits;
  }
}

std::uint32_t mode_bits(std::mt19937& random, bool gfx1250) {
  constexpr std::uint32_t kDenormals = 0xF0, kDx10 = 1u << 8, kOverflow = 1u << 23;
  const auto bits = std::uint32_t(random());
  return (bits & (kDenormals | kOverflow)) | (gfx1250 ? kDx10 : bits & kDx10);
}

/// What a wave begins with, drawn once of each seed.
struct Beginning {
  std::vector<machine::Lanes> vectors{};
  std::vector<std::uint32_t> scalars{};
  std::uint64_t exec = 0;
  std::uint32_t mode = 0;
};

Beginning drawn(std::uint32_t seed, bool gfx1250) {
  std::mt19937 random(seed);
  const bool few = seed % 2 == 0;
  Beginning b;
  b.vectors.resize(kRegistersInUse);
  for (machine::Lanes& lanes : b.vectors)
    for (std::uint32_t& x : lanes) x = operand_bits(random, few);
  for (int r = 0; r < isa::scalar::kExec; ++r) b.scalars.push_back(operand_bits(random, few));
  b.exec = std::uint64_t{random()} << 32 | random() | 0xF0F;
  b.mode = mode_bits(random, gfx1250);
  return b;
}

void fill(machine::Wave& wave, const Beginning& from) {
  const machine::Lanes all = machine::spread(~std::uint64_t{0});
  for (int r = 0; r < kRegistersInUse; ++r)
    wave.vector.write(r, ~std::uint64_t{0}, all, from.vectors[std::size_t(r)].data(), nullptr);
  for (int r = 0; r < isa::scalar::kExec; ++r) wave.scalar.write32(r, {from.scalars[std::size_t(r)], 0});
  wave.write_lane_mask(isa::scalar::kExec, {from.exec, 0});
  wave.mode = from.mode;
}

/// What an instruction leaves; none: the machine refuses it.
using Left = std::optional<std::vector<std::uint32_t>>;

/// One arch's machine, and what its waves begin with.
struct Trials {
  static constexpr std::uint32_t kDraws = 12;

  explicit Trials(const std::string& arch) : machine(arch, {}) {
    machine.reset();
    const bool gfx1250 = machine.wave().has(arch::Feature::vgpr_banks);
    for (std::uint32_t seed = 1; seed <= kDraws; ++seed) beginnings.push_back(drawn(seed, gfx1250));
  }

  Left left_by(std::size_t index, std::size_t draw) {
    machine.reset();
    machine::Wave& wave = machine.wave();
    fill(wave, beginnings[draw]);
    if (machine.go(index)) return std::nullopt;
    std::vector<std::uint32_t> all;
    for (int r = 0; r < kRegistersInUse; ++r) {
      const auto* const lanes = &wave.vector.read(r)[0];
      all.insert(all.end(), lanes, lanes + isa::lane_count(wave.width()));
    }
    for (int r = 0; r < isa::scalar::kExec; ++r) all.push_back(wave.scalar.read32(r).value);
    all.push_back(std::uint32_t(wave.exec()));
    all.push_back(std::uint32_t(wave.exec() >> 32));
    return all;
  }

  /// `plain`: what the form leaves of the first draws, as far as it was asked for.
  bool does_something(std::size_t variant, std::vector<Left>& plain) {
    for (std::size_t draw = 0; draw < kDraws; ++draw) {
      const Left with = left_by(variant, draw);
      if (!with) return true;
      if (plain.size() == draw) plain.push_back(left_by(0, draw));
      if (with != plain[draw]) return true;
    }
    return false;
  }

  OneWave machine;
  std::vector<Beginning> beginnings;
};

/// A bit of an encoding, and the lines that differ in it.
struct Tried {
  bool acts = false;
  std::string what;  ///< "v_mov_b32_dpp: bound_ctrl:1"
};

/// What changes nothing in any form of its encoding.
std::set<std::string> idle(const std::string& arch, std::size_t& tried) {
  const Families families(arch);
  std::map<std::pair<std::string, std::size_t>, Tried> all;
  Trials trials(arch);
  for (std::size_t n = 0; n < families.size(); ++n) {
    Family family = families.family(n);
    const std::vector<Variant> variants = family.variants;
    trials.machine.load(std::move(family.program));
    const auto& instructions = trials.machine.program().instructions;
    const std::string name = instructions[0].text.substr(0, instructions[0].text.find(' '));
    if (variants.empty()) continue;
    std::vector<Left> plain{trials.left_by(0, 0)};
    if (!plain[0]) continue;
    for (const Variant& v : variants) {
      Tried& t = all[{fmt::format("{} of {} bytes", name, instructions[0].size), v.bit}];
      if (t.what.empty())
        t.what = fmt::format("{}: {}", name, added(instructions[0].text, instructions[v.index].text));
      t.acts = t.acts || trials.does_something(v.index, plain);
    }
  }
  std::set<std::string> still;
  for (const auto& [bit, t] : all)
    if (!t.acts) still.insert(t.what);
  tried = all.size();
  return still;
}

}  // namespace

TEST_CASE("every modifier of every vector instruction does something, is refused, or is known to be idle") {
  for (const char* arch : {"gfx942", "gfx950", "gfx1250"}) {
    std::size_t tried = 0;
    std::string unknown;
    for (const std::string& one : idle(arch, tried))
      if (!is_known_to_be_idle(one)) unknown += "\n" + one;
    INFO(arch << ": " << tried << " modifiers");
    CHECK(unknown == "");
    CHECK(tried > 900);
  }
}

}  // namespace lockstep::tests
