# Which arch has which mnemonic is LLVM's word: its assembler says of each whether the arch knows it.
set -u
rows=$("${ROWS:?}") || exit 1
test "$(wc --lines <<<"$rows")" -gt 500 || { echo "few rows"; exit 1; }
failed=0
for arch in gfx942 gfx950; do
  # The assembler objects to every line, for want of operands or because there is no such instruction.
  cut --delimiter=' ' --fields=1 <<<"$rows" | sort --unique >"mnemonics.$arch"
  "${CLANG:?}" -x assembler --target=amdgcn-amd-amdhsa -mcpu=$arch -c -o /dev/null "mnemonics.$arch" 2>&1 |
    sed --quiet 's/^mnemonics[^:]*:\([0-9]*\):.*\(not supported on this GPU\|invalid instruction\).*/\1/p' |
    sort --unique | while read -r line; do sed --quiet "${line}p" "mnemonics.$arch"; done | sort >"absent.$arch"
  awk -v arch=$arch '{ all[$1]; for (i = 2; i <= 3; ++i) if ($i == arch) has[$1] }
    END { for (m in all) if (!(m in has)) print m }' <<<"$rows" | sort >"claimed.$arch"
  diff "absent.$arch" "claimed.$arch" || { echo "LLVM's $arch (<) and the tables (>) differ"; failed=1; }
done
# gfx1250's rows are a selection: each is an instruction of it. Halves of pairs are none by themselves, and clang's
# assembler takes v_mov_b16 under real-true16 only. A name that ends in _e5m3 is an instruction with clamp.
{ "${ROWS:?}" gfx1250 | grep --invert-match '^v_dual_\|^v_mov_b16$\|_e5m3$'; echo v_add_u33; echo s_waitcnt; } | sort --unique >mnemonics.gfx1250
test "$(wc --lines <mnemonics.gfx1250)" -gt 500 || { echo "few rows of gfx1250"; exit 1; }
"${CLANG:?}" -x assembler --target=amdgcn-amd-amdhsa -mcpu=gfx1250 -c -o /dev/null mnemonics.gfx1250 2>&1 |
  sed --quiet 's/^mnemonics[^:]*:\([0-9]*\):.*\(not supported on this GPU\|invalid instruction\).*/\1/p' |
  sort --unique | while read -r line; do sed --quiet "${line}p" mnemonics.gfx1250; done | sort >absent.gfx1250
printf 's_waitcnt\nv_add_u33\n' | diff absent.gfx1250 - || { echo "LLVM's gfx1250 lacks these (<)"; failed=1; }
# The comparison can fail: gfx942 lacks some rows of gfx950 and the other way round.
grep --quiet v_permlane16_swap_b32 absent.gfx942 || { echo "gfx942 has everything?"; failed=1; }
grep --quiet v_mfma_f32_16x16x8_xf32 absent.gfx950 || { echo "gfx950 has everything?"; failed=1; }
exit $failed
