// Where the result of one instruction gets to in small programs.
#include "emulator/lint/influence.hpp"

#include "emulator/isa/disassembler.hpp"
#include "host/files.hpp"
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

using lint::Sink;

/// Of v_exp_f32 in a kernel of influence.s, as letters: control, address, output; "?" where nothing can be
/// said. `skipped`: instructions, as they begin, that were not executed.
std::string reaches(const std::string& kernel, const std::string& skipped = "-") {
  INFO(kernel);
  const auto bytes = host::read_file(std::string(LOCKSTEP_PROGRAMS) + "/lint_influence.co");
  REQUIRE(bytes.has_value());
  const auto object = code_object::parse("influence", *bytes);
  REQUIRE(object.has_value());
  const auto program = isa::disassemble(object->arch, object->text_address, object->text);
  REQUIRE(program.has_value());
  const code_object::Kernel* entry = object->find(kernel);
  REQUIRE(entry != nullptr);
  const auto& lines = program->instructions;
  const std::array start{std::uint32_t(program->at(entry->entry))};
  const lint::Influence found = lint::influence(
      *program, start, entry->descriptor.accum_offset,
      [&](std::uint32_t at) { return !lines[at].text.starts_with(skipped); },
      [&](std::uint32_t at) {
        return lines[at].mnemonic == "v_exp_f32" ? std::optional<std::uint32_t>(3) : std::nullopt;
      });
  if (!found.followed) return "?";
  std::string letters;
  for (const auto& [sink, letter] :
       {std::pair(Sink::control, 'c'), {Sink::address, 'a'}, {Sink::output, 'o'}}) {
    CHECK((found.reach[std::size_t(sink)] & ~lint::Sources{8}) == 0);
    if (found.reach[std::size_t(sink)] != 0) letters += letter;
  }
  return letters;
}

TEST_CASE("influence: stores, branches, EXEC and addresses are where a result may get to") {
  CHECK(reaches("to_output") == "o");
  CHECK(reaches("to_nothing").empty());
  CHECK(reaches("to_branch") == "c");
  CHECK(reaches("to_lanes") == "c");
  CHECK(reaches("to_address") == "a");
  CHECK(reaches("through_lds") == "o");
}

TEST_CASE("influence: a register that is overwritten holds it no more, but in the lanes that were off") {
  CHECK(reaches("overwritten").empty());
  CHECK(reaches("overwritten_in_some_lanes") == "o");
  CHECK(reaches("used_where_it_was_overwritten").empty());
}

TEST_CASE("influence: paths that were executed are followed") {
  CHECK(reaches("around_a_loop") == "o");
  CHECK(reaches("on_an_arm") == "o");
  CHECK(reaches("on_an_arm", "v_mov_b32_e32 v5, v4").empty());
}

TEST_CASE("influence: registers chosen by an index are not followed") {
  CHECK(reaches("chosen_by_an_index") == "?");
}

}  // namespace
}  // namespace lockstep::tests
