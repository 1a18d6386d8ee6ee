// Which instructions are not known as the manual has them, against the sources that their rows name.
#include "emulator/isa/fidelity.hpp"

#include <algorithm>
#include <set>

#include "emulator/isa/semantics.hpp"
#include "tests/catch.hpp"

using namespace lockstep::isa;

namespace {

std::optional<Fidelity> of(std::string_view mnemonic, lockstep::arch::Set arch) {
  const Semantics* row = find(mnemonic, arch);
  INFO(mnemonic);
  REQUIRE(row != nullptr);
  const FidelityRow* known = find_fidelity(*row, arch);
  return known == nullptr ? Fidelity::documented : known->fidelity;
}

}  // namespace

TEST_CASE("fidelity: rows whose source says inferred, or that bits are not public, are labelled so") {
  for (const auto table : tables())
    for (const Semantics& row : table)
      for (const lockstep::arch::Set arch : {kGfx942, kGfx950}) {
        if ((row.archs & arch) == 0 || std::holds_alternative<Matrix>(row.operation)) continue;
        INFO(row.mnemonic << " on " << lockstep::arch::names(arch));
        const FidelityRow* known = find_fidelity(row, arch);
        const bool approximate = row.source.find("bits not public") != row.source.npos ||
                                 row.source.find("is approximate") != row.source.npos;
        const bool inferred = row.source.find("inferred") != row.source.npos;
        const bool hypothesis = row.source.find("hypothesis") != row.source.npos;
        if (approximate) CHECK((known != nullptr && known->fidelity == Fidelity::approximate));
        if (inferred) CHECK((known != nullptr && known->fidelity == Fidelity::inferred));
        if (hypothesis) CHECK((known != nullptr && known->fidelity == Fidelity::hypothesis));
        if (!approximate && !inferred && !hypothesis)
          CHECK((known == nullptr || known->fidelity == Fidelity::measured));
      }
}

TEST_CASE("fidelity: every row of the table is of some instruction") {
  for (const FidelityRow& row : fidelity_rows()) {
    INFO(row.mnemonics);
    CHECK((!row.source.empty() && row.archs != 0));
    bool used = false;
    for (const lockstep::arch::Set arch : {kGfx942, kGfx950, kGfx1250})
      for (const auto table : tables(arch))
        for (const Semantics& s : table)
          used |= find(s.mnemonic, arch) != nullptr && find_fidelity(s, arch) == &row;
    CHECK(used);
  }
}

TEST_CASE("fidelity: matrix instructions are as their model, but for integers and f64") {
  CHECK(of("v_mfma_f32_16x16x32_fp8_fp8", kGfx942) == std::nullopt);
  CHECK(of("v_mfma_scale_f32_16x16x128_f8f6f4", kGfx950) == std::nullopt);
  CHECK(of("v_mfma_i32_16x16x32_i8", kGfx950) == Fidelity::documented);
  CHECK(of("v_mfma_f64_16x16x4_f64", kGfx942) == Fidelity::measured);
  CHECK(of("v_mfma_f64_16x16x4_f64", kGfx950) == Fidelity::hypothesis);
  CHECK(of("v_add_f32", kGfx950) == Fidelity::documented);
}
