# Results on standard output, the seed first and last; progress on standard error; no colour where there is no terminal.
. "${EXPECT:?}"
run fuzz grouped_gemm_contiguous --build first_row_decides --seed 0x1 --cases 100
expect_code 1
expect test "$(head -n 1 out)" = "seed 0x1"
expect test "$(tail -n 1 out)" = "seed 0x1"
expect_out '^FALSIFIED'
expect_err 'shrinking for at most [0-9]* tries'
expect_no_err 'FALSIFIED|seed 0x1'
expect_no_out 'shrinking|elapsed'
expect_no_out $'\e'
expect_no_err $'\e'

LOCKSTEP_SEED=5 run fuzz --cases 1
expect test "$(head -n 1 out)" = "seed 0x5"
