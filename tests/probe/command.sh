# The command's words, exit codes and files; hip:0 with and without a runtime.
. "${EXPECT:?}"

run probe --device emulated:gfx950 --model gtr32_inexp --json sent.json
expect_code 0
expect_out '^survives: gtr32_inexp$'
cp out direct
run probe --from sent.json
expect_code 0
expect cmp out direct

# One bit that fits no model.
sed 's/"v_mfma_f32_16x16x128_f8f6f4":"477FFFFF"/"v_mfma_f32_16x16x128_f8f6f4":"477FFFFE"/' sent.json >strange.json
expect test "$(cmp --verbose sent.json strange.json | wc --lines)" = 1
run probe --from strange.json
expect_code 1
expect_out '^survives: no model$'
expect_out 'for v_mfma_scale_f32_16x16x128_f8f6f4 alone: gtr32_inexp$'

# Too few probes to decide, or none.
grep --extended-regexp '^[{}]|^ "|^ \]|"name":"round.tie"' sent.json | sed 's/},$/}/; s/^\( "device".*\)}$/\1},/' >few.json
run probe --from few.json
expect_code 3
expect_out 'not told apart by these probes'
grep --extended-regexp '^[{}]|^ "|^ \]' sent.json >none.json
run probe --from none.json
expect_code 3

# gfx942: the measured model is the default; two of the published tails are one function.
run probe --device emulated:gfx942 --json cdna3.json
expect_code 0
expect_out '^v_mfma_f32_16x16x32_fp8_fp8$'
expect_out '^v_mfma_f32_32x32x4_xf32: the same bits as v_mfma_f32_16x16x8_xf32'
expect_out '^cdna3 and cdna3_v2a: one function'
expect_out '^survives: cdna3 cdna3_v2a$'
cp out direct
run probe --from cdna3.json
expect_code 0
expect cmp out direct
run probe --device emulated:gfx942 --model cdna3_v1
expect_code 0
expect_out '^survives: cdna3_v1 cdna3_khattak$'

refused() {
  local message=$1
  shift
  run probe "$@"
  expect_code 2
  expect_err "$message"
}
refused "missing.json: can't be opened" --from missing.json
refused "no matrix model 'silicon'" --model silicon
refused "no device 'metal:0'" --device metal:0
refused "no arch 'gfx90a'" --device emulated:gfx90a
refused "model exact is of gfx950" --device emulated:gfx942 --model exact
refused "--from" --from sent.json --model exact
refused "can't write" --from sent.json --json /dev/null/x.json

run arith probe --device emulated:gfx1250 --model wmma_nv_st
expect_code 0
expect_out '^survives: wmma_nv_st$'
run probe --device emulated:gfx1250
expect_code 0
expect_out '^survives: wmma_functional$'

export LD_LIBRARY_PATH=${FAKE:?}
FAKE_HIP_MODEL=fma_post run probe --device hip:0 --json gpu.json
expect_code 0
expect_out 'Imagined MI355X'
expect_out '^survives: fma_post$'
expect grep --quiet '"arch":"gfx950"' gpu.json
FAKE_HIP_ARCH=gfx942 FAKE_HIP_MODEL=cdna3 FAKE_HIP_NAME="Imagined MI300X" run probe --device hip:0
expect_code 0
expect_out 'Imagined MI300X'
expect_out '^survives: cdna3 cdna3_v2a$'
FAKE_HIP_ARCH=gfx1250 FAKE_HIP_MODEL=wmma_gtr32_post run probe --device hip:0 --json gfx1250.json
expect_code 0
expect_out '^survives: wmma_gtr32_post$'
run probe --from gfx1250.json
expect_code 0
expect_out '^survives: wmma_gtr32_post$'
FAKE_HIP_COUNT=0 run probe --device hip:0
expect_code 77
expect_err 'sees 0 GPUs'
FAKE_HIP_ARCH=gfx1100 run probe --device hip:0
expect_code 3
expect_err 'gfx1100'
FAKE_HIP_FAIL=hipDeviceSynchronize:719 run probe --device hip:0
expect_code 4
expect_err 'hipDeviceSynchronize'
expect_no_out .

unset LD_LIBRARY_PATH
ldconfig -p | grep --quiet libamdhip64 && exit
run probe --device hip:0
expect_code 77
expect_err 'no HIP runtime'
expect_no_out .
