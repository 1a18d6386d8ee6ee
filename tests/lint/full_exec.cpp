// Which branches on an empty EXEC can't find one.
#include <map>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/disassembler.hpp"
#include "emulator/lint/exec_lanes.hpp"
#include "host/files.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

TEST_CASE("branches on EXEC that always find a lane") {
  const auto bytes = host::read_file(std::string(LOCKSTEP_PROGRAMS) + "/lint_lanes.co");
  REQUIRE(bytes.has_value());
  const auto object = code_object::parse("lint_lanes.co", *bytes);
  REQUIRE(object.has_value());
  const auto program = isa::disassemble(object->arch, object->text_address, object->text);
  REQUIRE(program.has_value());
  // Of brought_back, the first may be empty and the second not.
  const std::map<std::string, std::size_t> wanted{{"brought_back", 1},
                                                  {"kept_behind_branch", 1},
                                                  {"kept_no_longer", 0},
                                                  {"replaced_on_one_path", 0},
                                                  {"untouched", 1}};
  for (const code_object::Kernel& kernel : object->kernels) {
    INFO(kernel.name);
    const std::int32_t entry = program->at(kernel.entry);
    REQUIRE(entry >= 0);
    const std::uint32_t entries[] = {std::uint32_t(entry)};
    const std::set<std::uint32_t> found = lint::branches_with_lanes(*program, entries);
    CHECK(found.size() == wanted.at(kernel.name));
    for (const std::uint32_t i : found)
      CHECK(program->instructions[i].mnemonic.starts_with("s_cbranch_exec"));
    if (kernel.name.starts_with("brought_back") || kernel.name.starts_with("kept_behind"))
      CHECK(program->instructions[*found.begin() - 1].mnemonic == "s_or_b64");
  }
  CHECK(object->kernels.size() == wanted.size());
}

}  // namespace lockstep::tests
