#!/usr/bin/env bash
# shares_no_function.sh NM OBJECT…: of the objects of block_gemm_v3 and _v4 every function that other objects may have
# too lies in Eigen's other names; block_gemm's own, held to the same, is the proof that the question can be answered with no.
set -euo pipefail
readonly nm=$1
shift

# Weak functions of the object of this source that are not of an Eigen by another name.
shared() {
  local object
  for object in "${@:2}"; do
    [[ $object == */$1.cpp.o ]] && "$nm" --demangle --defined-only "$object" && return
  done | grep ' W ' | grep --invert-match 'EigenV[34]' || true
}

[[ -n $(shared block_gemm "$@") ]] || { echo "block_gemm.cpp.o has no weak function: nothing is asked here"; exit 1; }
for level in v3 v4; do
  [[ -n $("$nm" "${@}" 2>/dev/null | grep "Eigen${level^^}") ]] || { echo "no object of block_gemm_$level"; exit 1; }
  leaked=$(shared block_gemm_$level "$@")
  [[ -z $leaked ]] || { printf 'compiled for x86-64-%s, and visible to every other object:\n%s\n' "$level" "$leaked"; exit 1; }
done
