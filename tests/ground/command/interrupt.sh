# Control-C: exit code 130, a summary of what was done, a whole JSON file and no remains.
. "${EXPECT:?}"

# begun: what standard output has from the beginning on; then the words of a run that goes on for long.
interrupted_after() {
  local seconds=$1 begun=$2
  shift 2
  words=("$@" --json found.json)
  "$LOCKSTEP" "${words[@]}" >out 2>err &
  local pid=$!
  for _ in {1..200}; do
    grep -q "$begun" out && break
    sleep 0.05
  done
  sleep "$seconds"
  kill -INT "$pid"
  wait "$pid"
  code=$?
  expect_code 130
  expect test "$(tail -n 1 found.json)" = "}"
  expect test -z "$(find . -name '*.tmp')"
}

interrupted_after 1 '^seed' fuzz --seed 1 --time 60s
expect_out '^[0-9]+ cases: [0-9]+ hold, 0 falsified'
expect test "$(tail -n 1 out)" = "seed 0x1"

# What had a turn, of two seconds, is told.
interrupted_after 5 '^host' bench model/ --seconds 10
expect_out '^model/[a-z0-9_]+ +[0-9.]+ GMAC/s'
expect test "$(tail -n 1 out)" = "interrupted: of the turns that were left nothing is in the figures"
