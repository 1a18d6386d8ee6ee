#include <array>

#include "properties/wait_mutation/code_mutant.hpp"

namespace lockstep::wait_mutation {

namespace {

struct Row {
  std::string_view mnemonic;
  std::array<WaitField, 2> fields;  // a field without bits is none
};

// gfx9: CDNA3 ISA, "S_WAITCNT"; expcnt in 6:4 counts nothing that kernels of these archs do. gfx1250: LLVM
// 22, SIInsertWaitcnts and AMDGPUBaseInfo; of s_wait_alu those that the checks know. What has no field here
// can be dropped.
constexpr Row kRows[] = {
    {"s_waitcnt", {{{"vmcnt", 0, 4, 14, 2}, {"lgkmcnt", 8, 4}}}},
    {"s_wait_loadcnt", {{{"loadcnt", 0, 6}}}},
    {"s_wait_storecnt", {{{"storecnt", 0, 6}}}},
    {"s_wait_dscnt", {{{"dscnt", 0, 6}}}},
    {"s_wait_kmcnt", {{{"kmcnt", 0, 5}}}},
    {"s_wait_asynccnt", {{{"asynccnt", 0, 6}}}},
    {"s_wait_tensorcnt", {{{"tensorcnt", 0, 6}}}},
    {"s_wait_loadcnt_dscnt", {{{"loadcnt", 8, 6}, {"dscnt", 0, 6}}}},
    {"s_wait_storecnt_dscnt", {{{"storecnt", 8, 6}, {"dscnt", 0, 6}}}},
    {"s_wait_alu", {{{"va_vdst", 12, 4}, {"vm_vsrc", 2, 3}}}},
    {"s_wait_xcnt", {}},
    {"s_wait_idle", {}},
};

constexpr std::uint32_t ones(int first, int bits) {
  return ((1u << bits) - 1) << first;
}

}  // namespace

std::uint32_t WaitField::of(std::uint32_t word) const {
  return (word & ones(first, bits)) >> first | (word & ones(more_first, more_bits)) >> more_first << bits;
}

std::uint32_t WaitField::with(std::uint32_t word, std::uint32_t value) const {
  word &= ~(ones(first, bits) | ones(more_first, more_bits));
  return word | (value << first & ones(first, bits)) |
         (value >> bits << more_first & ones(more_first, more_bits));
}

std::optional<std::vector<WaitField>> wait_fields(std::string_view mnemonic) {
  for (const Row& row : kRows) {
    if (row.mnemonic != mnemonic) continue;
    std::vector<WaitField> fields;
    for (const WaitField& f : row.fields)
      if (f.bits != 0) fields.push_back(f);
    return fields;
  }
  return std::nullopt;
}

}  // namespace lockstep::wait_mutation
