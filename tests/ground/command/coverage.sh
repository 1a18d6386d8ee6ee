# What a campaign did not reach is counted, and listed with --coverage: two other ways to the same numbers.
. "${EXPECT:?}"
run fuzz grouped_gemm_masked@gfx950 --build O3 --seed 1 --cases 2 --stats --coverage left.txt --json found.json
expect_code 0
expect_out '^  reached +grouped_gemm_masked@gfx950 O3: [0-9]+ of [0-9]+ instructions, [0-9]+ of [0-9]+ branch directions, '

counts=$(sed -nE '1s/^grouped_gemm_masked@gfx950 O3: ([0-9]+) of ([0-9]+) instructions, ([0-9]+) of ([0-9]+) branch directions$/\1 \2 \3 \4/p' left.txt)
read -r reached instructions directions all_directions <<<"$counts"
for field in "\"reached\": $reached" "\"instructions\": $instructions" "\"branch_ways_reached\": $directions" "\"branch_ways\": $all_directions"; do
  expect grep -q "$field" found.json
done

# Of both output formats there is a kernel; two cases leave much of them. What is listed lies within what is left, and
# each branch that always took one direction leaves one.
expect grep -qE '^  grouped_gemm_masked_(bf16|f16)$' left.txt
listed=$(sed -nE 's/^    @0x[0-9a-f]+ to @0x[0-9a-f]+: ([0-9]+) not reached, from .*/\1/p' left.txt | awk '{ n += $1 } END { print n + 0 }')
expect test "$listed" -gt 0
expect test "$listed" -le "$((instructions - reached))"
one_way=$(grep -cE '^    @0x[0-9a-f]+: (always|never) jumped: +s_cbranch' left.txt)
expect test "$one_way" -gt 0
expect test "$one_way" -le "$((all_directions - directions))"

# More cases never reach less.
run fuzz grouped_gemm_masked@gfx950 --build O3 --seed 1 --cases 12 --coverage more.txt
expect_code 0
more=$(sed -nE '1s/.*: ([0-9]+) of .*/\1/p' more.txt)
expect test "$more" -ge "$reached"

run fuzz grouped_gemm_masked@gfx950 --seed 1 --cases 1 --coverage /dev/full
expect_code 2
