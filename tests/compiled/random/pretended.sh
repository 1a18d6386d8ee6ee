# A machine that executes one mnemonic as another: the expressions must say so, with a line that repeats it.
set -u
for pair in v_pk_add_u16=v_pk_sub_u16 v_bfe_i32=v_bfe_u32 row_mirror=row_half_mirror; do
  out=$("${PYTHON:?}" "${COMMAND:?}" --lockstep "${LOCKSTEP:?}" --clang "${CLANG:?}" --arch gfx950 --level O2 --seed 1 --count 1500 --pretend $pair)
  case $? in
    1) ;;
    *) echo "$pair went unnoticed: $out"; exit 1 ;;
  esac
  grep --quiet '^reproduce: .* --seed 1 --batch [0-9]* --arch gfx950 --level O2' <<<"$out" &&
    grep --quiet 'on the emulator, 0x[0-9a-f]* on the host$' <<<"$out" || { echo "$pair: $out"; exit 1; }
done
