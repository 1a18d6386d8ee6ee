# The units' two implementations agree, an error planted into one is found and can be had again from its line, and
# Control-C ends the check with 130 and no claim.
. "${EXPECT:?}"
run check matrix --cases 1000 --jobs 2
expect_code 0
expect_out '^holds$'
expect_out '^[0-9]+ units, [0-9]+000 dot products computed twice, seed 1$'
units=$(sed -n 's/^\([0-9]*\) units, .*/\1/p' out)
expect test "$units" -gt 180
run list models --json
expect test "$(grep -c '"operands"' out)" = "$units"

# Exact arithmetic computes another unit: steps of 8 instead of 16. The line it prints tells the two apart.
differ=(check matrix --unit hopper_mma_f16_f32 --cases 100000 --seed 7 --jobs 2)
run "${differ[@]}" --against hopper_mma_f16_k8_f32
expect_code 1
expect_no_out '^holds'
expect_out '^falsified: hopper_mma_f16_f32 \(float16 x float16\) gives [0-9a-f]+, in exact arithmetic [0-9a-f]+$'
fast=$(sed -n 's/^falsified: .* gives \([0-9a-f]*\),.*/\1/p' out)
slow=$(sed -n 's/^falsified: .* arithmetic \([0-9a-f]*\)$/\1/p' out)
again=$(sed -n 's/^  again      //p' out)
expect_out "^  again      echo '.*' \| ./lockstep arith mma hopper_mma_f16_f32$"
line=$(sed "s/^echo '\(.*\)' |.*/\1/" <<<"$again")
same() { [[ $((16#$1)) == "$((16#$2))" ]]; }
run mma hopper_mma_f16_f32 <<<"$line"
expect same "$(cat out)" "$fast"
run mma hopper_mma_f16_k8_f32 --slow <<<"$line"
expect same "$(cat out)" "$slow"
# The control.
run "${differ[@]}"
expect_code 0

# Where a unit takes several formats the line names them; 64-bit codes.
run check matrix --unit cdna4_f8f6f4/tr8_inexp --against cdna4_f8f6f4/tr16_inexp --cases 100000
expect_code 1
expect_out "^  again .* \| ./lockstep arith mma cdna4_f8f6f4/tr8_inexp --a float[468]_[a-z0-9]+ --b float[468]_[a-z0-9]+$"
run check matrix --unit cdna3_f64 --unit hopper_mma_f64 --cases 10000
expect_code 0
expect_out '^2 units, 20000 dot products'

run check matrix --unit silicon
expect_code 2
expect_err "no matrix unit 'silicon'"
run check matrix --unit cdna3_f64 --against cdna3_f32
expect_code 2
expect_err 'cdna3_f64 and cdna3_f32 do not take the same inputs'

# Control-C; meanwhile the progress is on standard error.
words=(check matrix --cases 1000000000 --jobs 2)
"$LOCKSTEP" "${words[@]}" >out 2>err &
pid=$!
for _ in {1..200}; do
  grep -q '%' err && break
  sleep 0.05
done
kill -INT "$pid"
wait "$pid"
code=$?
expect_code 130
expect_err '^\[#* *\] +[0-9.]+ % +[0-9]+ s, [0-9]+ s left +[a-z0-9_]+'
expect_out '^interrupted: nothing is proven about the rest$'
expect_no_out '%|^holds'
