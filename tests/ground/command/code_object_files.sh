# A build may be a code object's file. What is no such file, or not for this kernel, is refused with its name.
. "${EXPECT:?}"
case='grouped_gemm_masked@gfx950 m_max=64 m=17 build='
refused() {
  run replay --law bits "$case$2"
  expect_code 2
  expect_err "$1"
}
cp "$DEVICE_CODE/grouped_gemm_masked.gfx950.O3.co" ./whole.co
cp "$DEVICE_CODE/grouped_gemm_contiguous.gfx950.O3.co" ./contiguous.co

# The control: the whole file holds, under both words.
run replay --law bits "${case}./whole.co"
expect_code 0
run fuzz grouped_gemm_masked --build whole.co --law bits --seed 1 --cases 2
expect_code 0

for bytes in 0 10 63 64 1000 $(($(stat --format %s whole.co) - 1)); do
  head -c "$bytes" whole.co >cut.co
  refused 'cut\.co' cut.co
done
cp whole.co foreign.co
printf '\x4c' | dd of=foreign.co bs=1 seek=48 conv=notrunc status=none # e_flags: the machine is gfx942
refused 'foreign\.co.*gfx942' foreign.co
refused 'contiguous\.co' contiguous.co
echo 'int main() {}' >source.co
refused 'source\.co' source.co
refused 'missing\.co: can.t be opened' missing.co
run fuzz grouped_gemm_masked --build missing.co --cases 1
expect_code 2
expect_err 'missing\.co'
