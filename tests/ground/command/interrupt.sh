# Control-C while fuzzing: exit code 130, a summary of what was done, a whole JSON file and no remains.
. "${EXPECT:?}"
words=(fuzz --seed 1 --time 60s --json found.json)
"$LOCKSTEP" "${words[@]}" >out 2>err &
pid=$!
for _ in {1..100}; do
  grep -q '^seed' out && break
  sleep 0.05
done
sleep 1
kill -INT "$pid"
wait "$pid"
code=$?
expect_code 130
expect_out '^[0-9]+ cases: [0-9]+ hold, 0 falsified'
expect test "$(tail -n 1 out)" = "seed 0x1"
expect test "$(tail -n 1 found.json)" = "}"
expect test -z "$(find . -name '*.tmp')"
