# The compiler's waits against our rules, on a few random programs: what it emits holds, and what is removed is noticed; a
# compiler that leaves out wait states is found, with a line that repeats it.
. "${EXPECT:?}"
llc=$(command -v llc-22) || { echo "llc-22 is not installed"; exit 77; }

for target in "--arch gfx942" "--arch gfx950"; do
  run check compiler $target --programs 40
  expect_code 0
  expect_out ': 40 programs, 0 falsified'
done
for target in "--arch gfx1250" "--arch gfx1250 --mode expert"; do
  run check compiler $target --programs 20
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
