# The same seed gives the same bytes of JSON for any number of threads, another seed other ones.
. "${EXPECT:?}"
for jobs in 1 2 3; do
  run fuzz --seed 7 --cases 12 --jobs $jobs --json $jobs.json
  expect_code 0
done
expect cmp 1.json 2.json
expect cmp 1.json 3.json
run fuzz --seed 8 --cases 12 --jobs 2 --json other.json
differ() { ! cmp -s "$1" "$2"; }
expect differ 1.json other.json
