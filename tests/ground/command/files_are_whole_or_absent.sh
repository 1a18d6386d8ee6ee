# A result file that can't be written is a complaint and exit code 2, never a silent pass; nothing half-written stays.
. "${EXPECT:?}"
run fuzz --seed 1 --cases 1 --json /dev/full
expect_code 2
expect_err "can't write /dev/full: No space left on device"
expect_out '^1 cases: 1 hold'

run replay --law bits 'grouped_gemm_masked@gfx950 m_max=1 m=1' --json /dev/full
expect_code 2
run bench model/exact --seconds 0.001 --json /dev/full
expect_code 2

# The control: the same run with room to write, and JUnit beside it.
run fuzz --seed 1 --cases 1 --json results/found.json --junit results/found.xml
expect_code 0
expect grep -q '"schema": 1' results/found.json
expect grep -q '<testsuite name="lockstep" tests="8" failures="0"' results/found.xml
expect test "$(find results -type f | wc -l)" = 2
