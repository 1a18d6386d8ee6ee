#!/bin/sh
# What docs/silicon.md says of kernels, on a machine with a GPU of compute capability 9.0, in less than eight minutes:
#   on_gpu.sh OUT WHEEL...      the wheel of Lockstep, and one with DeepGEMM; PyTorch and Triton are there
# Nothing is compiled but by Triton and DeepGEMM themselves. OUT receives what every command printed.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
out=$1
shift
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
python3 -m pip install --quiet --no-deps --no-index --target "$site" "$@"
export PYTHONPATH="$site" PATH="$site/bin:$PATH" LOCKSTEP_PYTHON="$(command -v python3)"
mkdir -p "$out"
lockstep --version | tee "$out/version.txt"
failed=0
# NAME COMMAND...: its last lines; whether it ended well.
say() {
  name=$1
  shift
  "$@" >"$out/$name.txt" 2>&1 || failed=1
  printf '== %s\n' "$name"
  tail -n 6 "$out/$name.txt"
}
for kernel in grouped_gemm_contiguous grouped_gemm_masked small_m_mfma tensorwise_nt; do
  say "$kernel" lockstep fuzz "$kernel@sm_90" --device cuda:0 --time 20s --seed 20261129 --jobs 16 --no-wide-offsets --law bits \
    --law untouched --law exact_grid --law bound
  say "order_of_$kernel" lockstep order "$kernel@sm_90,device=cuda:0" --json "$out/order_of_$kernel.json"
done
say dense python3 "$here/dense.py" "$out" 90
say deepgemm python3 "$here/deepgemm.py" "$out" 60
exit $failed
