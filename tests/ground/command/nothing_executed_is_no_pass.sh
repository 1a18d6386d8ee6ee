. "${EXPECT:?}"
run fuzz --seed 1 --cases 0
expect_code 3
expect_out 'INCONCLUSIVE  no case was executed'
# The control: one case that holds is a pass.
run fuzz --seed 1 --cases 1
expect_code 0
expect_out '^1 cases: 1 hold, 0 falsified, 0 inconclusive'
