# Words, names, numbers and files that are wrong: exit code 2, nothing on standard output, and a message that names the
# culprit and the rule. Each row is a message and the words that must bring it about.
. "${EXPECT:?}"
refused() {
  local message=$1
  shift
  run "$@"
  expect_code 2
  expect_err "$message"
  expect_no_out .
}
contiguous=grouped_gemm_contiguous@gfx950 masked=grouped_gemm_masked@gfx950

refused "no kernel 'gemm'; there are grouped_gemm_contiguous, grouped_gemm_masked" fuzz gemm
refused "small_m_mfma@sm_90 runs on a GPU alone, as with --device cuda:0" fuzz small_m_mfma@sm_90 --cases 1
refused "no law 'speed'; there are bits, " fuzz --law speed
refused "no matrix model 'silicon'; there are exact, " fuzz --model silicon
refused "--time: soon unit not recognized. Allowed values: .h,m,s." fuzz --time soon
refused "--time: d unit not recognized" fuzz --time 5d
refused "--time: M unit not recognized" fuzz --time 5M
refused "--time: must be longer than 0" fuzz --time 0m
refused "--time: must be longer than 0" fuzz --time -5s
refused "cases" fuzz --cases many
refused "no list 'colours'; there are kernels, " list colours

refused "no option '--seed'; nearest: --" --seed 1

# Words that are nearly right, and files of another kind.
refused "no option '--cses'; nearest: --cases; lockstep fuzz --help lists them" fuzz --cses 3
refused "no option '-cases'; nearest: --cases" fuzz small_m_gemv -cases 3
refused "no option '--bloc'; nearest: --block; lockstep object info --help" object info k.co --bloc 3
refused "no option '--recrd'; nearest: --record" exec --recrd x -- ./prog
refused "no option '--recrd'; nearest: --record" exec --arch gfx950 --recrd=x -- ./prog --cses
refused "no option '-x'; lockstep lint --help lists them" lint -x
refused "no command 'inf'; nearest: info; lockstep object --help" object inf k.co
mkdir -p folder
refused "folder: is a folder; name its files: folder/\*.case" replay folder
refused "'nonexist' is neither a file nor a case: KERNEL@ARCH key=value" replay nonexist
refused "'nonexist' is neither a file nor a case" hunt nonexist
refused "no command 'nonexist'" nonexist
: > empty.json
printf '\177ELF\0\0' > object.co
refused "empty.json: is empty, where JSON is expected" run empty.json
refused "object.co: is a code object, expected a launch file; the object goes behind --object" run object.co
refused "object.co: is no text, expected lines of cases" replay object.co
refused "object.co: is no file of cases" trace object.co
echo '{' > half.json
refused "half.json: parse error at line 2, column 1" run half.json
expect_no_err exception
refused "x86-64, a program of the host: .lockstep exec -- PROGRAM. runs its kernels" object info "$LOCKSTEP"
refused "no law 'speed'" replay --law speed "$masked m_max=1 m=1"

refused "no kernel gemm@gfx950; there are grouped_gemm_contiguous@gfx950, " replay "gemm@gfx950 m=1"
refused "no kernel grouped_gemm_masked@gfx90a" replay "grouped_gemm_masked@gfx90a m=1 m_max=1"
refused "no matrix model 'silicon'" replay "$masked m_max=1 m=1 model=silicon"
refused "has no build 'O9'" replay "$masked m_max=1 m=1 build=O9"
refused "grouped_gemm_contiguous@gfx950 has no build 'dropped_dma_wait'" replay "$contiguous m=1 build=dropped_dma_wait"
refused "grouped_gemm_masked@gfx950 has no build 'O9'" check waits grouped_gemm_masked --build O9
refused "has no build 'O9'" check waits --build O9
refused "grouped_gemm_contiguous@gfx950 has no build 'dropped_dma_wait'" check waits grouped_gemm_contiguous grouped_gemm_masked --build dropped_dma_wait
refused "has no build 'O9'" check waits --case "$masked m_max=1 m=1 build=O9"
# Planted in this kernel, but not compiled: which one depends on how much the build has.
left_out=$("$LOCKSTEP" list mutants | awk '/^  [^ ]/ { name = $1; ours = 0 }
  /kernel +grouped_gemm_masked@gfx950/ { ours = 1 } ours && /built +no:/ { print name; exit }')
[[ -z $left_out ]] || refused "bug $left_out was not compiled; \./lockstep compiles one .*\./lockstep mutants" replay "$masked m_max=1 m=1 build=$left_out"
refused "field 2 'm' is not key=value" replay "$contiguous m"
refused "'m=1' is not KERNEL@ARCH" replay "m=1"
refused "unknown key 'colour'; besides the keys of every case there are m_max, " replay "$contiguous m=1 colour=red"
refused "key 'n' is given twice" replay "$contiguous m=1 n=128 n=256"
refused "n=12x: expected a number" replay "$contiguous m=1 n=12x"
refused "n=99999999999999999999: expected a number" replay "$contiguous m=1 n=99999999999999999999"
refused "data=pretty: expected one of full, " replay "$contiguous m=1 data=pretty"
refused "groups=3, but m lists 2 groups" replay "$contiguous groups=3 m=1,2"
refused "m is missing" replay "$contiguous n=128"
refused "is mm=3 meant?" replay "$contiguous n=128 mm=3"
refused "data=full goes only with scales=quantised" replay "$contiguous m=1 scales=unit"

refused "k = 100: must be a multiple of 128 that is not negative" replay "$contiguous m=1 k=100"
refused "n = 100: must be a multiple of 128 that is not negative" replay "$contiguous m=1 n=100"
refused "row_group\[100\] = 1: must be the only group of its aligned tile" replay "$contiguous pad=none m=100,100"
refused "m\[0\] = -1: must not be negative" replay "$contiguous m=-1"
refused "masked_m\[1\] = 65: must lie between 0 and m" replay "$masked m_max=64 m=64,65"
refused "masked_m\[0\] = -1: must lie between 0 and m" replay "$masked m_max=64 m=-1"
refused "m_max = 64: belongs to the masked kernels only" replay "$contiguous m_max=64 m=1"

refused "missing.case: can't be opened" replay missing.case
printf '# a comment\n\n%s m=1\nnot a case\n' "$contiguous" >broken.case
refused "broken.case:4: " replay broken.case
mkdir corpus && cp broken.case corpus/
run fuzz --cases 1 --corpus corpus
expect_code 2
expect_err "corpus/broken.case:4: "

# The control: the same words, put right, are no refusal.
run replay --law bits "$masked m_max=64 m=64,0"
expect_code 0
