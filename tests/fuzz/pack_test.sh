# pack_test.sh PYTHON CMAKE SOURCES CORPUS: what pack.py packs is what the build unpacks, to the byte, whatever the
# times and the order of the files; and a lost input is noticed.
set -euo pipefail
python=$1 cmake=$2 sources=$3 corpus=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
objection() { echo "objection: $*" && exit 1; }
number=$(find "$corpus" -type f | wc -l)
count() { "$cmake" -D "FOLDER=$work/$1" -D "INPUTS=$(sed -n 's/^fuzz_target(code_object INPUTS \([0-9]*\).*/\1/p' CMakeLists.txt)" \
  -P "$sources/count.cmake" 2>&1; }

printf 'fuzz_target(code_object INPUTS 7 MUTATIONS 1)\nfuzz_target(other INPUTS 8)\n' >CMakeLists.txt
"$python" "$sources/pack.py" code_object "$corpus" "$work" >said
[[ $(cat said) == "code_object: $number inputs" ]] || objection "it says: $(cat said)"
grep -qx "fuzz_target(code_object INPUTS $number MUTATIONS 1)" CMakeLists.txt || objection "the number is not kept"
grep -qx 'fuzz_target(other INPUTS 8)' CMakeLists.txt || objection "another target has changed"

mkdir unpacked
(cd unpacked && "$cmake" -E tar xf ../corpus/code_object.tar.xz)
diff -r "$corpus" unpacked || objection "other inputs came back"
count unpacked || objection "whole, and not so counted"

# The same files, made anew in another order at another time.
mkdir anew
for file in $(find unpacked -type f | sort -r); do cat "$file" >"anew/${file##*/}"; done
mv corpus/code_object.tar.xz first
"$python" "$sources/pack.py" code_object anew "$work" >said
cmp first corpus/code_object.tar.xz || objection "the same inputs, another archive"
# In the tree is what pack.py makes: names, times and owners too.
cmp <("$python" -c 'import lzma, sys; sys.stdout.buffer.write(lzma.open(sys.argv[1]).read())' first) \
  <("$python" -c 'import lzma, sys; sys.stdout.buffer.write(lzma.open(sys.argv[1]).read())' "$sources/corpus/code_object.tar.xz") ||
  objection "the corpus in the tree was packed by something else"

lost=$(find unpacked -type f | head -n 1)
rm "$lost"
! count unpacked >said || objection "a lost input was not noticed"
grep -q "has $((number - 1)) inputs, not $number" said || objection "it says: $(cat said)"

! "$python" "$sources/pack.py" missing unpacked "$work" 2>said || objection "packed for no target"
grep -q 'no target missing' said || objection "it says: $(cat said)"
mkdir empty
! "$python" "$sources/pack.py" code_object empty "$work" 2>said || objection "an empty corpus was packed"
