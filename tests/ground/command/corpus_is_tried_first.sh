# A failing case is shrunk, saved, and the first thing tried the next time; for other builds it does not count.
. "${EXPECT:?}"
run fuzz grouped_gemm_masked --build rows_to_capacity --seed 1 --cases 100 --corpus kept
expect_code 1
expect_out '^FALSIFIED  grouped_gemm_masked / untouched'
expect_out '^  again      ./lockstep replay '
expect_out '^  saved      kept/grouped_gemm_masked-untouched-[0-9a-f]{8}\.case$'
expect test "$(find kept -type f | wc -l)" = 1

run fuzz grouped_gemm_masked --build rows_to_capacity --seed 2 --cases 0 --corpus kept
expect_code 1
expect_out 'corpus case 1 '
expect_no_out '^  saved '

run fuzz grouped_gemm_masked --build O3 --seed 2 --cases 1 --corpus kept
expect_code 0
