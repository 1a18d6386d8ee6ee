#!/bin/sh
# Whether NVIDIA's assembler takes the PTX that is built for the tensor cores of sm_90:
#   assemble.sh FOLDER_OF_DEVICE_CODE
# 77, with a word, where there is no ptxas.
set -eu
if ! command -v ptxas >/dev/null; then
  echo "skipped: no ptxas on PATH; CUDA's compiler brings it"
  exit 77
fi
count=0
for ptx in "$1"/*.sm_90a.*.co; do
  ptxas -arch=sm_90a "$ptx" -o /dev/null
  count=$((count + 1))
done
echo "$count texts of PTX were assembled"
test "$count" -ge 4
# It can refuse.
sed 's/wgmma.mma_async/wgmma.mma_never/' "$1/grouped_gemm_masked.sm_90a.O3.co" >"${TMPDIR:-/tmp}/never.$$.ptx"
trap 'rm -f "${TMPDIR:-/tmp}/never.$$.ptx"' EXIT
! ptxas -arch=sm_90a "${TMPDIR:-/tmp}/never.$$.ptx" -o /dev/null 2>/dev/null
