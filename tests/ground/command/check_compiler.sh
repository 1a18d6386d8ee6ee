# The compiler's waits against our rules, on a few random programs: what it emits holds, and what is removed is noticed; a
# compiler that leaves out wait states is found, with a line that repeats it.
. "${EXPECT:?}"
llc=$(command -v llc-22) || { echo "llc-22 is not installed"; exit 77; }

# Seeds and numbers of programs in which some removal is noticed by each rule that `list wait-states` says is checked so.
programs="gfx942 5 20
gfx942 73 20
gfx942 100 1
gfx942 109 1
gfx942 168 1
gfx942 212 1
gfx942 501 1
gfx950 273 20
gfx950 145 20
gfx950 717 20
gfx950 130 1"
while read -r arch seed count; do
  run check compiler --arch "$arch" --seed "$seed" --programs "$count"
  expect_code 0
  expect_out ": $count programs, 0 falsified"
  cat out >>"noticed.$arch"
done <<<"$programs"

rules() { # ARCH TEXT
  awk -v arch="$1" -v text="$2" '/^  [^ ]/ { name = substr($0, 3) } $1 == "archs" { on = index($0, arch) }
    $1 == "check_compiler" && on && index($0, text) { print name }' out
}
run list wait-states
for arch in gfx942 gfx950; do
  expect [ "$(rules $arch 'one less is noticed' | wc -l)" -gt 40 ]
  while read -r rule; do
    expect grep -qF "nop ($rule)" "noticed.$arch"
  done < <(rules $arch 'one less is noticed')
  while read -r rule; do
    expect [ -z "$(grep -F "nop ($rule)" "noticed.$arch")" ]
  done < <(rules $arch 'no: ')
done

run list wait-states
cp out rules
for target in "--arch gfx1250" "--arch gfx1250 --mode expert"; do
  run check compiler $target --programs 20
  while read -r rule; do # each that a removal breaks has a row
    expect grep -qxF "  $rule" rules
  done < <(sed -n 's/.*; nop (\(.*\))$/\1/p' out)
  expect grep -qF 'nop (wmma-to-wmma)' out
  expect_out ': 20 programs, [0-9]+ falsified'
  expect_out '^[0-9]{3,} waits and wait states removed or weakened: [0-9]{3,} falsified'
done

# Drops every s_nop that the compiler inserts.
mkdir bin
cat >bin/llc-22 <<END
#!/usr/bin/env bash
words=()
while ((\$#)); do
  case \$1 in
    -o) out=\$2; shift ;;
    -filetype=obj) object=yes ;;
    *) words+=("\$1") ;;
  esac
  shift
done
"$llc" "\${words[@]}" -o - | sed '/^\ts_nop/d' >"\$out.s" || exit
[[ -n \${object-} ]] || exec mv "\$out.s" "\$out"
llvm-mc-22 -triple=amdgcn-amd-amdhsa -mcpu=gfx950 -filetype=obj "\$out.s" -o "\$out"
END
chmod +x bin/llc-22
PATH=$PWD/bin:$PATH run check compiler --arch gfx950 --programs 10
expect_code 1
expect_out 'falsified +[0-9]+ x lint: nop \('
expect_out 'reproduce: lockstep check compiler --arch gfx950 --seed [0-9]+ --programs 1$'
line=$(sed -n 's/.*reproduce: lockstep \(.*\)/\1/p' out | head -n 1)
PATH=$PWD/bin:$PATH run $line --save found
expect_code 1
expect_out '1 programs, 1 falsified'
expect grep -q s_endpgm found/*.s

PATH=/nowhere run check compiler --arch gfx950 --programs 1
expect_code 77
expect_err 'llc-22 is not in PATH: install LLVM 22 \(Debian: llvm-22\)'
run check compiler --arch gfx950 --mode expert
expect_code 2
expect_err 'gfx950 has no expert mode'
