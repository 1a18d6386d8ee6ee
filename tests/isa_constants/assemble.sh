# Assembles the lines that LLVM takes, each an instruction; in the place of one that it does not take stands s_nop 15.
# usage: assemble.sh LISTER ARCH CLANG OBJCOPY OUTPUT
set -u
lister=$1 arch=$2 clang=$3 objcopy=$4 output=$5
"$lister" "$arch" >"$output.s" || exit 1
"$clang" -x assembler --target=amdgcn-amd-amdhsa -mcpu="$arch" -c -o /dev/null "$output.s" 2>&1 |
  sed --quiet 's/^[^:]*:\([0-9]*\):[0-9]*: error:.*/\1/p' | sort --numeric-sort --unique >"$output.rejected"
awk 'NR == FNR { rejected[$1]; next } FNR in rejected { print "s_nop 15"; next } { print }' \
  "$output.rejected" "$output.s" >"$output.taken.s"
"$clang" -x assembler --target=amdgcn-amd-amdhsa -mcpu="$arch" -c -o "$output.elf" "$output.taken.s" || exit 1
"$objcopy" -O binary -j .text "$output.elf" "$output"
