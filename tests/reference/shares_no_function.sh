#!/usr/bin/env bash
# shares_no_function.sh NM OBJECT…: of block_gemm_wide's object every function that other objects may have too lies in
# Eigen's other name; block_gemm's own, held to the same, is the proof that the question can be answered with no.
set -euo pipefail
readonly nm=$1
shift

# Weak functions of the object of this source that are not of WideEigen.
shared() {
  local object
  for object in "${@:2}"; do
    [[ $object == */$1.cpp.o ]] && "$nm" --demangle --defined-only "$object" && return
  done | grep ' W ' | grep --invert-match WideEigen || true
}

[[ -n $(shared block_gemm "$@") ]] || { echo "block_gemm.cpp.o has no weak function: nothing is asked here"; exit 1; }
leaked=$(shared block_gemm_wide "$@")
[[ -z $leaked ]] || { printf 'compiled for AVX2, and visible to every other object:\n%s\n' "$leaked"; exit 1; }
