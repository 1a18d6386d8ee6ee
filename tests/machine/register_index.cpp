// Every kind of operand in every encoding, while s_set_gpr_idx moves source 0, 1, 2 or the destination:
// vector and accumulation registers move, scalar ones and constants do not (CDNA3 ISA, S_SET_GPR_IDX_ON).
#include <bit>

#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

constexpr std::uint32_t kIndex = 3;
constexpr int kDestination = 3;

struct Source {
  char file;  ///< v, a, s, or c: a constant
  std::uint32_t number;

  std::uint32_t value(bool moved) const {
    const std::uint32_t at = number + (moved ? kIndex : 0);
    return file == 'v' ? 80 + at : file == 'a' ? 200 + at : file == 's' ? 260 + number : number;
  }
};

/// A form whose result is the sum of these, in the order of the program's lines.
struct Form {
  const char* text;
  char destination;
  std::vector<Source> sources;
};

const std::vector<Form> kForms{{"v_mov v", 'v', {{'v', 20}}},
                               {"v_mov s", 'v', {{'s', 40}}},
                               {"v_mov constant", 'v', {{'c', 7}}},
                               {"VOP2 v, v", 'v', {{'v', 20}, {'v', 21}}},
                               {"VOP2 s, v", 'v', {{'s', 40}, {'v', 21}}},
                               {"VOP3 v, s", 'v', {{'v', 20}, {'s', 41}}},
                               {"VOP3 v, v, v", 'v', {{'v', 20}, {'v', 21}, {'v', 22}}},
                               {"VOP3 s, v, constant", 'v', {{'s', 40}, {'v', 21}, {'c', 5}}},
                               {"VOP3P v, v", 'v', {{'v', 20}, {'v', 21}}},
                               {"VOP3P v, 1, v", 'v', {{'v', 20}, {'c', 0}, {'v', 22}}},  // times 1
                               {"SDWA v", 'v', {{'v', 20}}},
                               {"SDWA v, v", 'v', {{'v', 20}, {'v', 21}}},
                               {"DPP v", 'v', {{'v', 20}}},
                               {"DPP v, v", 'v', {{'v', 20}, {'v', 21}}},
                               {"v_accvgpr_read", 'v', {{'a', 0}}},
                               {"v_accvgpr_write v", 'a', {{'v', 20}}},
                               {"v_accvgpr_write s", 'a', {{'s', 40}}},
                               {"v_accvgpr_write constant", 'a', {{'c', 7}}},
                               {"v_accvgpr_mov", 'a', {{'a', 1}}}};

/// What is stored of a form: its destination, and the register three behind it.
using Stored = std::array<std::uint32_t, 2>;

Stored expected(const Form& form, int moved) {
  std::uint32_t sum = 0;
  for (int s = 0; s < int(form.sources.size()); ++s) sum += form.sources[std::size_t(s)].value(s == moved);
  return moved == kDestination ? Stored{0, sum} : Stored{sum, 0};
}

// D[0] = A * B + C[0], and D[3] likewise, of four registers each.
Stored expected_product(int moved) {
  const float a = moved == 0 ? 2 : 1, b = moved == 1 ? 3 : 1;
  const bool c = moved == 2;
  const float first = a * b + (c ? 5.0f : 0.0f), last = a * b + (c ? 6.0f : 5.0f);
  return moved == kDestination
             ? Stored{0, std::bit_cast<std::uint32_t>(first)}
             : Stored{std::bit_cast<std::uint32_t>(first), std::bit_cast<std::uint32_t>(last)};
}

TEST_CASE("an index moves vector and accumulation registers of the operand that it names") {
  constexpr const char* kKernels[] = {"index_source_0", "index_source_1", "index_source_2",
                                      "index_destination"};
  for (int moved = 0; moved < 4; ++moved) {
    Setup setup;
    setup.output_dwords = (kForms.size() + 2) * 4 * kRow;
    const Ran ran = run("register_index", kKernels[moved], setup);
    INFO(kKernels[moved] << ": " << ran.complaints());
    REQUIRE(ran.clean());
    int row = 0;
    const auto check = [&](const char* text, char destination, Stored right) {
      CAPTURE(text);
      const int at = row + (destination == 'v' ? 0 : 2), other = row + (destination == 'v' ? 2 : 0);
      CHECK(ran.at(at, 5) == right[0]);
      CHECK(ran.at(at + 1, 5) == right[1]);
      CHECK(ran.at(other, 5) == 0);
      CHECK(ran.at(other + 1, 5) == 0);
      row += 4;
    };
    for (const Form& form : kForms) check(form.text, form.destination, expected(form, moved));
    check("v_mfma of VGPRs", 'v', expected_product(moved));
    check("v_mfma of AGPRs", 'a', expected_product(moved));
  }
}

}  // namespace
}  // namespace lockstep::tests
