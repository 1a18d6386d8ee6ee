# The project's sources hold, and a header that is taken out of one is missed: standard_headers.sh PYTHON SCRIPT ROOT
set -euo pipefail
python=$1 script=$2 root=$3
"$python" "$script" "$root"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/layer/part"
printf '#include <span>\n#include <string>\n' >"$work/layer/other.hpp"
# complains LINE… <<<SOURCE: of this source, these and nothing else.
complains() {
  cat >"$work/layer/part/one.cpp"
  local said wanted=""
  said=$("$python" "$script" "$work" "$work/layer/part/one.cpp" | grep ' needs ' || true)
  for line; do wanted+="layer/part/one.cpp: $line, which nothing includes that it includes"$'\n'; done
  [[ $said == "${wanted%$'\n'}" ]] || { printf 'said:\n%s\nwanted:\n%s\n' "$said" "$wanted" && exit 1; }
}
complains 'std::vector needs <vector>' <<<'std::vector<int> all;'
complains <<<$'#include <vector>\nstd::vector<int> all;'
complains <<<$'#include "layer/other.hpp"\nstd::string name; std::span<int> all; std::string_view part; std::size_t n;'
complains 'fmt needs <fmt>' 'std::ranges::sort needs <algorithm>' <<<$'#include "layer/other.hpp"\nvoid f() { std::ranges::sort(fmt::format("{}", 1)); }'
complains <<<$'// std::map\n/* std::vector */ const char* word = "std::deque";'
complains 'std::memcpy needs <cstring>' <<<$'#include <string>\nvoid f() { std::memcpy(a, b, 1); }'
