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

# While measuring: what had a turn is printed, and written.
"$LOCKSTEP" bench model/ --seconds 10 --json rates.json >out 2>err &
pid=$!
for _ in {1..200}; do
  grep -q '^host' out && break
  sleep 0.05
done
sleep 5
kill -INT "$pid"
wait "$pid"
code=$?
expect_code 130
expect_out '^model/[a-z0-9_]+ +[0-9.]+ GMAC/s'
expect test "$(tail -n 1 out)" = "interrupted: of the turns that were left nothing is in the figures"
expect test "$(tail -n 1 rates.json)" = "}"
