# The control of all the others: every expectation objects when it is not met.
. "${EXPECT:?}"
run list laws
objects() { ! ("$@") >/dev/null || { echo "no objection from: $*"; exit 1; }; }
objects expect_code 1
objects expect_out 'no such words'
objects expect_err 'no such words'
objects expect_no_out '^laws'
run list nothing
objects expect_no_err 'no list'
objects expect test -e missing
objects expect_code 0
