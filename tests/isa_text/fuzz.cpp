#include <string>
#include <vector>

#include "emulator/isa/line_parser.hpp"
#include "tests/property.hpp"

using namespace lockstep::isa;
using lockstep::tests::check_property;

TEST_CASE("any text is read or refused") {
  check_property("any text", [](const std::string& text) {
    const Instruction i = read_line(text, 0, 4);
    RC_ASSERT(i.size == 4u);
  });
}

TEST_CASE("any text of the language's own pieces is read or refused") {
  const std::vector<std::string> pieces{"v_mov_b32",
                                        "_e64",
                                        "_dpp",
                                        " ",
                                        ", ",
                                        ",",
                                        "v",
                                        "s",
                                        "a",
                                        "[",
                                        "]",
                                        "0",
                                        "1",
                                        "31",
                                        "0x",
                                        "ff",
                                        ":",
                                        "-",
                                        "|",
                                        "neg(",
                                        "sext(",
                                        ")",
                                        "hwreg(",
                                        "vmcnt(",
                                        "op_sel:",
                                        "row_shl:",
                                        "offset:",
                                        "swizzle(",
                                        "QUAD_PERM,",
                                        "\"",
                                        "1.0",
                                        "vcc",
                                        "off",
                                        "lds",
                                        "dst_sel:",
                                        "BYTE_0",
                                        "99999999999999999999",
                                        "HW_REG_MODE",
                                        "clamp",
                                        "mul:",
                                        "\t",
                                        "quad_perm:",
                                        "ttmp"};
  check_property("pieces", [&](const std::vector<std::uint8_t>& picks) {
    std::string line;
    for (const std::uint8_t pick : picks) line += pieces[pick % pieces.size()];
    const Instruction i = read_line(line, 0, 4);
    for (const Operand& operand : i.operands) {
      RC_ASSERT(operand.count >= 1);
      RC_ASSERT(operand.index + operand.count <= 1024);
    }
  });
}
