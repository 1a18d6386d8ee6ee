# format_pairs.sh PYTHON FORMAT_PAIRS OBJCOPY CLANG FLAG...: the pairs of formats that format_pairs.py derives are what
# clang makes of them: the same machine code, descriptors and metadata.
set -euo pipefail
python=$1 script=$2 objcopy=$3
shift 3
clang=("$@" -O3 --offload-arch=gfx950)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=$(dirname -- "$(readlink -f -- "$0")")/format_pairs.hip
cd "$work"
objection() { echo "objection: $*" && exit 1; }

assemble() { "$1" -x assembler --target=amdgcn-amd-amdhsa -mcpu=gfx950 "$2.s" -o "$2.co"; }
sections() {
  for section in .text .rodata .note; do "$objcopy" --dump-section "$section=$1$section" "$1.co" /dev/null; done
}
same() { for section in .text .rodata .note; do cmp "$1$section" "$2$section" || return 1; done; }

"${clang[@]}" "$source" -o whole.co
"${clang[@]}" -S -DLOCKSTEP_ONE_PAIR "$source" -o one.s
"$python" "$script" one.s derived.s
assemble "$1" derived
sections whole
sections derived
same whole derived || objection "clang makes another code object"

# The controls: one field of one instruction; an assembly that has more than the pair.
awk '!done && /_e5m2_e5m2:/ { in_it = 1 } in_it && !done && sub(/blgp:1/, "blgp:0") { done = 1 } 1' derived.s >planted.s
assemble "$1" planted
sections planted
! same whole planted >said || objection "another format was not noticed"
! "$python" "$script" derived.s again.s 2>said || objection "derived from more than one pair"
grep -q 'not the kernels of e4m3_e5m2 alone' said || grep -q 'matrix instructions' said || objection "it says: $(cat said)"
