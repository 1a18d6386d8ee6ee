#!/bin/sh
# Builds the capture on a machine with a Hopper GPU, nvcc and g++, and runs it: from the root of the repository,
#   tests/hardware/capture.sh FOLDER [capture's options]
# Leaves capture.txt (the tables), capture.log (counts per candidate and regime, disagreements) and vectors.tar in FOLDER.
set -eu
out=$1
shift
build=${LOCKSTEP_CAPTURE_BUILD:-/tmp/lockstep_capture}
mkdir -p "$out" "$build/vectors"

flags="-std=c++20 -O3 -ffp-contract=off -Wno-psabi -I."
units=$(ls emulator/arithmetic/matrix/*.cpp | grep -v /layout) # layouts compute nothing, and need a library
objects=
for source in tests/hardware/capture.cpp tests/hardware/candidates.cpp tests/hardware/survey.cpp \
  tests/hardware/vectors.cpp tests/hardware/project_model.cpp tests/hardware/silicon_rehearsal.cpp \
  $units; do
  object=$build/$(basename "$source" .cpp).o
  g++ $flags -c "$source" -o "$object" &
  objects="$objects $object"
done
nvcc -std=c++20 -O3 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a -I. \
  -c tests/hardware/silicon_cuda.cu -o "$build/silicon_cuda.o"
wait
nvcc -gencode=arch=compute_90a,code=sm_90a $objects "$build/silicon_cuda.o" -o "$build/capture" -lpthread

{
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader || true
  nvcc --version | tail -2
  cuobjdump -sass "$build/silicon_cuda.o" 2>/dev/null |
    grep -oE '(HGMMA|QGMMA|HMMA|DMMA)[.0-9A-Zx]*' | sort | uniq -c || true
} | tee "$out/machine.txt"
status=0
"$build/capture" --log "$out/capture.log" --record "$build/vectors" "$@" >"$out/capture.txt" 2>&1 || status=$?
cat "$out/capture.txt"
tar -C "$build/vectors" -cf "$out/vectors.tar" .
exit $status
