# Every case a run reports, replayed from its line, gives the verdicts that the run gave; so does a falsified one.
. "${EXPECT:?}"
# Without what a replay says besides.
cases_of() {
  python3 -c 'import json, sys
for case in json.load(open(sys.argv[1]))["cases"]:
    case.pop("fidelity", None)
    print(json.dumps(case, indent=1, sort_keys=True))' "$1"
}
lines_of() { sed -n 's/^ *"case": "\(.*\)",$/\1/p' "$1"; }

run fuzz --seed 3 --cases 6 --json found.json
expect_code 0
lines_of found.json >lines
expect test "$(wc -l <lines)" = 6
run replay lines --sample-laws --json again.json
expect_code 0
expect diff <(cases_of found.json) <(cases_of again.json)

run fuzz grouped_gemm_masked --build permuted_k_chunks --seed 1 --cases 20 --shrink-time 0 --json found.json
expect_code 1
lines_of found.json | tail -n 1 >lines
run replay lines --sample-laws --json again.json
expect_code 1
expect_out '^FALSIFIED'
of_the_last() { cases_of "$1" | tail -n 30 | grep '"bits"'; }
expect diff <(of_the_last found.json) <(of_the_last again.json)
