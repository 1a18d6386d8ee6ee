// Every row's mnemonic and archs, a line each, for archs.sh; with an argument, those of gfx1250.
#include <cstdio>

#include "emulator/isa/semantics.hpp"

int main(int count, char**) {
  if (count > 1) {
    for (const lockstep::isa::Semantics& row : lockstep::isa::gfx12_rows())
      std::printf("%.*s\n", int(row.mnemonic.size()), row.mnemonic.data());
    return 0;
  }
  for (const auto table : lockstep::isa::tables())
    for (const lockstep::isa::Semantics& row : table)
      std::printf("%.*s %s %s\n", int(row.mnemonic.size()), row.mnemonic.data(),
                  (row.archs & lockstep::isa::kGfx942) != 0 ? "gfx942" : "-",
                  (row.archs & lockstep::isa::kGfx950) != 0 ? "gfx950" : "-");
}
