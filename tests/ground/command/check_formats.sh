# Conversions agree with a search of the table of values, another rule put in its place is found, and Control-C ends
# the check with 130 and no claim.
. "${EXPECT:?}"
run check formats --jobs 2
expect_code 0
expect_out '^holds$'
expect_out '^[0-9]+ formats, [0-9]+ conversions, [0-9]+ numbers converted twice$'
run check formats --format e2m1 --conversion all
expect_code 0
expect_out "^1 formats, $("$LOCKSTEP" list conversions --json | grep -c '"name"') conversions, "

# 464 is the middle between 448 and what would be 480: a tie that torch before 2.13 rounds to 448 and HIP's host code
# calls an overflow.
run check formats --format e4m3fn --conversion torch_before_2_13 --against hip_host_nonsaturate
expect_code 1
expect_no_out '^holds'
expect_out '^falsified: (convert|the vector loop) of 0x[0-9a-f]{8} \([-+.e0-9]+\) to float8_e4m3fn gives 0x[0-9a-f]+, the search gives 0x[0-9a-f]+ \(torch_before_2_13\)$'
number=$(sed -n 's/^falsified: .* (\([-+.e0-9]*\)) to .*/\1/p' out)
expect test "$(LC_ALL=C awk -v x="$number" 'BEGIN { x = x < 0 ? -x : x; print (x > 448 && x <= 464) }')" = 1

run check formats --format e9m9
expect_code 2
expect_err "no format 'e9m9'"
run check formats --conversion loudly
expect_code 2
expect_err "no conversion 'loudly'"
run check formats --format e8m0
expect_code 2
expect_err 'float8_e8m0fnu has no conversion to check'

words=(check formats --exhaustive --conversion all --jobs 2)
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
expect_err '^\[#* *\] +[0-9.]+ % +[0-9]+ s, [0-9]+ s left +float8_e4m3fn ocp_saturate'
expect_out '^interrupted: nothing is proven about the rest$'
expect_no_out '%|^holds'
