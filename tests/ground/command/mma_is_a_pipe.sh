# Lines of codes in, one result each out, the same from both implementations; a wrong line is named by its number, exit
# code 2, and the results of the lines before it stand. Every result here is worked out by hand.
. "${EXPECT:?}"
# N codes: the words given, then zeros.
row() {
  local n=$1
  shift
  while (($# < n)); do set -- "$@" 0; done
  echo "$*"
}
results() { diff <(printf '%s\n' "$@") out >diff || objection "other results: $(cat diff)"; }

# f16: 1 * 1 beside -2^-25, which is kept and cut toward zero, and -2^-26, which is not; 1 * 2 + 3 * 2 - 5; 2^24 + 1 + 1.
{
  echo "$(row 16 3c00 0c00) / $(row 16 3c00 8800) / 0"
  echo "$(row 16 3c00 0800) / $(row 16 3c00 8800) / 0"
  echo "$(row 16 0x3C00 4200)/$(row 16 0X4000 4000)/ c0a00000"
  echo "$(row 16 3c00 3c00) / $(row 16 3c00 3c00) / 4b800000"
} >lines
for slow in '' --slow; do
  run arith mma hopper_mma_f16_f32 $slow <lines
  expect_code 0
  results 3f7fffff 3f800000 40400000 4b800001
done

# Two steps of 8 where the other unit takes one of 16: 2^24 + 1 twice.
{
  echo "$(row 8 3c00) $(row 8 3c00) / $(row 8 3c00) $(row 8 3c00) / 4b800000"
} >lines
run arith mma hopper_mma_f16_k8_f32 <lines
results 4b800000
run arith mma hopper_mma_f16_f32 <lines
results 4b800001

# Scales: 1 * 1 in each block of 32, times 2 * 4 and 1/2 * 1; a NaN scale. Four bits: 1.5 * 6.
echo "$(row 32 38) $(row 32 38) / $(row 32 38) $(row 32 38) / 3f800000 / 80 7e / 81 7f" >lines
echo "$(row 32 38) $(row 32 38) / $(row 32 38) $(row 32 38) / 3f800000 / 80 ff / 81 7f" >>lines
for slow in '' --slow; do
  run arith mma cdna4_f8f6f4/exact $slow <lines
  expect_code 0
  results 41180000 7fc00000
done
echo "$(row 32 3) / $(row 32 7) / 0 / 7f / 7f" >lines
run arith mma cdna4_f8f6f4/gtr32_inexp --a e2m1 --b e2m1 <lines
results 41100000

# 64-bit codes: (1 + 2^-52)^2 - (1 + 2^-51).
echo "3ff0000000000001 / 3ff0000000000001 / bff0000000000002" >lines
for slow in '' --slow; do
  run arith mma cdna3_f64 $slow <lines
  expect_code 0
  results 3970000000000000
done

# No lines, no results.
run arith mma hopper_mma_f16_f32 </dev/null
expect_code 0
expect_no_out .

# What is wrong with the second line is said, and the first line's result is there.
wrong() {
  local message=$1
  {
    echo "$(row 64 38) / $(row 64 38) / 0 / 7f 7f / 7f 7f"
    echo "$2"
    echo 'never read'
  } >lines
  run arith mma cdna4_f8f6f4/exact <lines
  expect_code 2
  results 3f800000
  expect_err "^lockstep arith mma: line 2: $message"
}
ones=$(row 64 38)
wrong "'xyz' in a is not a hexadecimal code" "xyz $ones / $ones / 0 / 7f 7f / 7f 7f"
wrong "'138' in b has more bits than float8_e4m3fn" "$ones / $(row 63 38) 138 / 0 / 7f 7f / 7f 7f"
wrong "'123456789' in c has more bits than float32" "$ones / $ones / 123456789 / 7f 7f / 7f 7f"
wrong "'-1' in c is not a hexadecimal code" "$ones / $ones / -1 / 7f 7f / 7f 7f"
wrong "'100' in scales of b has more bits than float8_e8m0fnu" "$ones / $ones / 0 / 7f 7f / 100 7f"
wrong "3 fields between slashes, not 5" "$ones / $ones / 0"
wrong "1 fields between slashes, not 5" "$ones"
wrong "1 fields between slashes, not 5" ""
wrong "64 codes of a, but 63 of b" "$ones / $(row 63 38) / 0 / 7f 7f / 7f 7f"
wrong "63 codes of a, not a multiple of 32" "$(row 63 38) / $(row 63 38) / 0 / 7f 7f / 7f 7f"
wrong "2 codes of c, not one" "$ones / $ones / 0 0 / 7f 7f / 7f 7f"
wrong "3 and 2 scales, not 2 each" "$ones / $ones / 0 / 7f 7f 7f / 7f 7f"

# What is wrong with the words is said before anything is read.
run arith mma silicon <lines
expect_code 2
expect_err "no matrix unit 'silicon'"
run arith mma cdna3_f16 --a e4m3fn <lines
expect_code 2
expect_err "cdna3_f16 does not take float8_e4m3fn and float16"
expect_no_out .
