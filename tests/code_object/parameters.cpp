#include "emulator/code_object/parameters.hpp"

#include "tests/catch.hpp"

using namespace lockstep::code_object;

namespace {

using Types = std::vector<std::string>;

/// As metadata has it: a pointer for each 'p', a value for each 'v', and a hidden argument.
Types types(const char* name, const std::string& arguments) {
  Kernel k;
  k.name = name;
  for (const char c : arguments) k.arguments.push_back({"", 0, 8, c == 'p' ? "global_buffer" : "by_value"});
  k.arguments.push_back({"", 0, 4, "hidden_block_count_x"});
  return parameter_types(k);
}

}  // namespace

TEST_CASE("a mangled name has the types of the parameters") {
  CHECK(types("_Z1kPfif", "pvv") == Types{"float*", "int", "float"});
  CHECK(types("_Z1kv", "").empty());
  // A template's has its return type, too; commas and parentheses within types separate nothing.
  CHECK(types("_Z1kIfEvPT_1WIiS0_EPFvifEPA4_f", "pvpp") ==
        Types{"float*", "W<int, float>", "void (*)(int, float)", "float (*) [4]"});
  CHECK(types("_ZN12_GLOBAL__N_11kENS_1SEm", "vv") == Types{"(anonymous namespace)::S", "unsigned long"});
}

TEST_CASE("a name that says other parameters than the metadata, or none, says nothing") {
  CHECK(types("k", "pv") == Types{"", ""});
  CHECK(types("_Z1kPfif", "pv") == Types{"", ""});
  CHECK(types("_Z1kPf1Sif", "pvv") == Types{"", "", ""});  // S is empty, and takes no place
  CHECK(types("_Z1kPfif", "vpv") == Types{"", "", ""});
}
