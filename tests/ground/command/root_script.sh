# The script at the root, with stand-ins for everything it calls: what it installs, configures, builds and runs, and when.
. "${EXPECT:?}"
mkdir -p bin clone/build clone/kernels/mutants elsewhere
printf '[{\n  "id": "a_bug"\n}, {\n  "id": "another"\n}]\n' >clone/kernels/mutants/mutants.json
cp "$ROOT_SCRIPT" clone/lockstep
export calls=$scratch/calls
stand_in() { printf '#!/bin/bash\necho "%s $*" >>"$calls"\n%s\n' "$1" "$2" >"bin/$1" && chmod +x "bin/$1"; }
stand_in dpkg-query 'shift 2; for p; do [[ $p == "${absent-}" ]] || echo -n "$p=installed "; done'
stand_in apt-get 'echo unpacking; [[ $* != *install* ]] || exit "${apt_code-0}"'
stand_in apt-cache 'shift; for p; do [[ " ${unknown-} " == *" $p "* ]] || echo "$p | 22.1 | a source"; done'
stand_in sudo '"$@"'
stand_in cmake 'exec >build.log; preset=release; [[ $* != *wheel* ]] || preset=wheel
  mkdir -p build/$preset/bin && touch build/$preset/build.ninja
  [[ $1 == --fresh ]] && echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >build/$preset/CMakeCache.txt || cd "$2"/../..
  for p; do [[ $p != -DLOCKSTEP_MUTANTS=* ]] || echo "LOCKSTEP_MUTANTS:STRING=${p#*=}" >planted; done
  for p; do [[ $p != -DLOCKSTEP_LEVELS=* ]] || echo "LOCKSTEP_LEVELS:STRING=${p#*=}" >levels; done
  sed -i /LOCKSTEP/d build/$preset/CMakeCache.txt; cat planted levels >>build/$preset/CMakeCache.txt'
stand_in ninja 'echo "ninja: no work to do."; [[ -z ${interrupt-} ]] || { kill -INT $PPID; exit 2; }
  [[ -z ${broken-} ]] || { echo error: broken; exit 1; }
  printf "#!/bin/bash\necho \"ran in \$PWD: \$*\"\nexit ${ends-3}\n" >"$2/bin/lockstep"; chmod +x "$2/bin/lockstep"'
stand_in ctest 'echo "ctest ran"; exit 8'
export PATH=$scratch/bin:$PATH
LOCKSTEP=clone/lockstep

called() { grep -qE -- "$1" "$calls"; }
not_called() { ! called "$1"; }
again() { : >"$calls" && run "$@"; }

# The first time: configures, builds the one target, and becomes the binary: its words, its folder, its exit code.
again fuzz --cases '1 2'
expect_code 3
expect_out "^ran in $scratch: fuzz --cases 1 2$"
expect_err 'configuring'
expect called '^cmake .*--preset release'
expect called '^ninja .* lockstep$'
expect not_called '^(apt-get|sudo) '

# The second time: neither installed nor configured, and not a word of its own.
again list
expect not_called '^(apt-get|cmake) '
expect_no_err .

# The HIP runtime is built for the command that puts it before programs.
again exec -- program
expect called '^ninja .* lockstep amdhip64$'
expect_out 'exec -- program$'

# From anywhere and through a link.
ln -s ../clone/lockstep elsewhere/link
: >"$calls"
(cd elsewhere && ./link list) >out 2>err
expect not_called '^cmake '
expect_out "^ran in $scratch/elsewhere: list$"

# A clone that was moved is configured anew.
mv clone moved
LOCKSTEP=moved/lockstep
again list
expect called '^cmake '

# A missing package, and only that, is installed.
absent=ninja-build
export absent
again list
expect_err 'installing ninja-build$'
expect called '^apt-get .*update'
expect called '^apt-get .*install .* ninja-build$'
expect not_called 'install .* g\+\+'
expect_no_out 'unpacking'

# What can't be installed is said, with what to do.
apt_code=100 again list
expect_code 2
expect_err 'sudo apt-get install ninja-build'
absent=clang-22 unknown=clang-22 again list
expect_code 2
expect_err "LLVM 22 is in none of this machine's apt sources; Debian 12 has it in its suite bookworm-security"
expect_err 'no apt source has clang-22\.'
expect not_called 'apt-get .*install'
absent=catch2 unknown=catch2 again list
expect_code 2
expect_err 'no apt source has catch2\.'
expect_no_err LLVM
expect not_called 'apt-get .*install'

# Packages that only some need are named by them; then nothing is configured.
absent=clang-tidy-22 again packages clang-tidy-22 catch2
expect_code 0
expect called '^apt-get .*install .* clang-tidy-22$'
expect not_called '^(cmake|ninja) '
absent=clang-tidy-22 unknown=clang-tidy-22 again packages clang-tidy-22
expect_code 2
expect_err 'no apt source has clang-tidy-22\.'
absent=

# The script names no package host and no line of an apt source: those are the distribution's to say.
hosts() { ! grep -nE 'https?://|[a-z0-9-]+\.(org|com|net|io)\b|sources\.list|^ *deb ' "$1"; }
expect hosts "$LOCKSTEP"
cp "$LOCKSTEP" named && echo '# https://packages.example' >>named
expect_objection() { ! "$@" >/dev/null || objection "not noticed: $*"; }
expect_objection hosts named

# A broken or interrupted build never runs an old binary.
broken=1 again list
expect_code 2
expect_err 'error: broken'
expect_no_out 'ran in'

interrupt=1 again list
expect_code 130
expect_no_err 'failed'
expect_no_out 'ran in'

# The test suite: everything is built, and ctest has the last word.
again test -R name
expect_code 8
expect called '^ninja .* all$'
expect called '^ctest .* -R name$'
expect test "$(tail -n 1 out)" = 'ctest ran'

# Planted bugs are compiled when something asks for them: the suite, a build, a case of one; then they stay.
expect called '^cmake .*MUTANTS=none;sample'
again list
expect not_called '^cmake '
again mutants
expect called '^cmake .*MUTANTS=none;sample;all'
again test
expect not_called '^cmake '
rm -rf moved/build/release
again list
touch mine.co
again fuzz --build no_bug
expect not_called '^cmake '
again fuzz --build ./mine.co --build mine.co --build=O2 --law build
expect not_called '^cmake '
printf '# build of mine\na_kernel m=1 build=O1\na_kernel m=2 build=./mine.co rebuild=a_bug\n' >mine.cases
printf '\0 build=a_bug' >mine.bin
again replay mine.cases mine.bin none.cases
expect not_called '^cmake '
printf 'a_kernel m=1 build=O1\na_kernel m=2 build=a_bug seed=1\n' >bug.cases
printf '{"case": "a_kernel build=a_bug"}\n' >bug.json
for asks in 'fuzz --build a_bug' 'fuzz --build=a_bug --seed 1' 'replay a_kernel build=a_bug' 'replay mine.cases bug.cases' \
  'replay bug.json' 'compare a_kernel a_kernel:a_bug' 'judges --bug a_bug'; do
  rm -rf moved/build/release
  again list
  expect called '^cmake .*MUTANTS=none( |$)'
  read -ra split <<<"$asks"
  again "${split[@]}"
  expect called '^cmake .*MUTANTS=none;a_bug( |$)'
  again "$asks"
  expect not_called '^cmake '
done
again fuzz --build another
expect called '^cmake .*MUTANTS=none;a_bug;another'
again test
expect called '^cmake .*MUTANTS=none;a_bug;another;sample'
again fuzz --build another
expect not_called '^cmake '

# What the root script's own words do is said without building.
for word in test mutants levels foreign wheel packages; do
  again "$word" --help
  expect_code 0
  expect_out "^  $word "
  expect not_called .
done

# Every level of optimisation: compiled when asked for, and no fewer then; each level under each schedule.
rm -rf moved/build/release
again list
expect called '^cmake .*LEVELS=some'
ends=0 again levels --cases 9
expect_code 0
expect called '^cmake .*LEVELS=all'
expect test "$(grep -cE 'fuzz --build O[0-3] --schedule (earliest|latest|random:[12]) --cases 9$' out)" = 16
again list
expect not_called '^cmake '
ends=1 again levels
expect_code 1
expect test "$(grep -c 'ran in' out)" = 16
ends=130 again levels
expect_code 130
expect test "$(grep -c 'ran in' out)" = 1

# Wheels: of a build of their own, one after another, each by its interpreter.
stand_in python9 '[[ $1 != -c ]] || echo python9.1'
again wheel python9 python9
expect_code 0
expect called '^cmake .*--preset wheel'
expect called '^ninja .*/build/wheel lockstep amdhip64 lockstep_llvm lockstep_python_session$'
expect test "$(grep -cE '^python9 .*venv.py .*/build/wheel/venv/python9.1 .*wheel.py' "$calls")" = 2
again wheel no_python
expect_code 2
expect_err "'no_python' is no Python of 3.11 or later"

# Two at once: the second waits for the first.
exec 8>moved/build/.lock
flock 8
run list &
sleep 0.5
expect_err 'waiting for it'
expect_no_out .
flock -u 8
wait
expect_out 'ran in'
