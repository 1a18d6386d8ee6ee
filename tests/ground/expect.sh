# Sourced by the tests of the command: a scratch folder, one run at a time, and what is expected of it.
#
#   run WORD…            runs the command; its exit code, streams and duration are what the expectations look at
#   expect_code N        expect_out REGEX    expect_err REGEX    expect_no_out REGEX    expect_no_err REGEX
#   expect CONDITION…    any command that must succeed
set -uo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

run() {
  words=("$@")
  "$LOCKSTEP" "$@" >"$scratch/out" 2>"$scratch/err"
  code=$?
}

objection() {
  printf 'objection: %s\nto: lockstep %s\n-- exit code %s, standard output:\n%s\n-- standard error:\n%s\n' "$1" "${words[*]-}" \
    "${code-none}" "$(cat "$scratch/out" 2>/dev/null)" "$(cat "$scratch/err" 2>/dev/null)"
  exit 1
}

expect_code() { [[ $code == "$1" ]] || objection "exit code $code, not $1"; }
expect_out() { grep -qE -- "$1" "$scratch/out" || objection "standard output lacks '$1'"; }
expect_err() { grep -qE -- "$1" "$scratch/err" || objection "standard error lacks '$1'"; }
expect_no_out() { ! grep -qE -- "$1" "$scratch/out" || objection "standard output has '$1'"; }
expect_no_err() { ! grep -qE -- "$1" "$scratch/err" || objection "standard error has '$1'"; }
expect() { "$@" || objection "not so: $*"; }
