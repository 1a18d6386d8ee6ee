// The kernels of the probe as they were compiled: the instruction that each is named for, on the formats
// asked for, once, and no other.
#include <cstdlib>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/disassembler.hpp"
#include "kernels/images.hpp"
#include "properties/probe/probe.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

const kernels::Image& image(std::string_view arch, std::string_view build) {
  for (const kernels::Image& i : kernels::images())
    if (i.name == "matrix_probe" && i.arch == arch && i.build == build) return i;
  FAIL("no image for " << arch);
  std::abort();
}

// What the disassembler must say behind the operands; in any order.
std::vector<std::string> modifiers(const probe::Instruction& i, const formats::Format& format) {
  const bool bf8 = format == formats::float8_e5m2, fp4 = format == formats::float4_e2m1fn;
  std::vector<std::string> all;
  if (i.row->a.bits == 0 && i.arch == "gfx950" && (bf8 || fp4))
    for (const char* operand : {"cbsz:", "blgp:"}) all.push_back(operand + std::string(bf8 ? "1" : "4"));
  if (i.row->a.bits == 0 && i.arch == "gfx1250" && (bf8 || fp4))
    for (const char* operand : {"matrix_a_fmt:", "matrix_b_fmt:"})
      all.push_back(operand + std::string(bf8 ? "MATRIX_FMT_BF8" : "MATRIX_FMT_FP4"));
  if (const auto space = i.name.find(' '); space != std::string_view::npos)
    for (const char* operand : {"matrix_a_scale_fmt:", "matrix_b_scale_fmt:"})
      all.push_back(operand + ("MATRIX_SCALE_FMT_" + std::string(i.name.substr(space + 1))));
  return all;
}

// The words with a colon that choose a format.
int choices(const std::string& text) {
  int count = 0;
  for (const char* word : {"cbsz:", "blgp:", "_fmt:"})
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("every kernel of the probe issues its instruction") {
  for (const char* arch : {"gfx950", "gfx942", "gfx1250"})
    for (const char* build : {"O3", "O2"}) {
      const auto object = code_object::parse("matrix_probe", image(arch, build).bytes);
      REQUIRE(object);
      CHECK(object->arch == arch);
      const auto program = isa::disassemble(arch, object->text_address, object->text);
      REQUIRE(program);
      std::size_t kernels = 0;
      for (const probe::Instruction& i : probe::instructions(arch))
        for (const formats::Format* format : formats::kFormats) {
          if (!has_kernel(i, *format)) continue;
          const std::string name = symbol(i, *format);
          CAPTURE(build, name);
          ++kernels;
          const code_object::Kernel* kernel = object->find(name);
          REQUIRE(kernel);
          CHECK(kernel->descriptor.wavefront_size32 == (i.row->lanes() == 32));
          std::vector<std::string> found;
          for (auto at = std::size_t(program->at(kernel->entry)); at < program->instructions.size(); ++at) {
            const isa::Instruction& instruction = program->instructions[at];
            if (instruction.mnemonic == "s_endpgm") break;
            if (instruction.text.find("mfma") != std::string::npos ||
                instruction.text.find("wmma") != std::string::npos)
              found.push_back(instruction.text);
          }
          REQUIRE(found.size() == 1);
          CHECK_THAT(found[0], Catch::StartsWith(std::string(i.row->name) + " "));
          const auto expected = modifiers(i, *format);
          for (const std::string& modifier : expected) CHECK_THAT(found[0], Catch::Contains(modifier));
          CHECK(choices(found[0]) == int(expected.size()));
        }
      CHECK(kernels == object->kernels.size());
    }
}
