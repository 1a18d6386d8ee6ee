#!/usr/bin/env bash
# Builds the image of deploy/Containerfile and runs a campaign of its pods: image.sh FOLDER. By hand, as root; a quarter of an
# hour. Needs buildah and debootstrap of Debian; neither a daemon nor a registry: the base image is made from the apt sources of this
# machine, and what is built is the commit that is checked out.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mkdir -p "$1" && cd -- "$1" && pwd)
readonly root folder shards=3 words=(small_m_gemv --seed 7 --cases 60)
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot

b() { buildah --root "$folder/store" --runroot "$folder/run" "$@"; }

for tool in buildah debootstrap; do
  command -v "$tool" >/dev/null || { echo "image.sh: $tool is missing: ./lockstep packages buildah debootstrap" >&2 && exit 2; }
done

if ! b inspect --type image debian:bookworm >/dev/null 2>&1; then
  rm -rf "$folder/base"
  debootstrap --variant=minbase bookworm "$folder/base" >"$folder/base.log"
  rm -f "$folder/base/etc/apt/sources.list"
  cat >"$folder/base/etc/apt/sources.list.d/debian.sources" <<'SOURCES'
Types: deb
URIs: http://deb.debian.org/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://deb.debian.org/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
  base=$(b from scratch)
  b add --quiet "$base" "$folder/base" / >/dev/null
  b commit --quiet "$base" docker.io/library/debian:bookworm >/dev/null
  b tag docker.io/library/debian:bookworm docker.io/library/debian:bookworm-slim
  b rm "$base" >/dev/null
  rm -rf "$folder/base"
fi

rm -rf "$folder/tree"
git clone --quiet "$root" "$folder/tree"
b bud --pull=never --file "$folder/tree/deploy/Containerfile" --tag lockstep "$folder/tree" >"$folder/build.log" 2>&1 ||
  { tail -n 20 "$folder/build.log" >&2 && exit 1; }

pod=$(b from --pull=never localhost/lockstep)
trap 'b rm "$pod" >/dev/null' EXIT
version=$(b run "$pod" -- lockstep --version)
commit=$(git -C "$folder/tree" rev-parse --short HEAD)
[[ $version == *"($commit)"* ]] || { echo "image.sh: the image's command is '$version', not of commit $commit" >&2 && exit 1; }

rm -rf "$folder/campaign" && mkdir "$folder/campaign"
for ((index = 0; index < shards; ++index)); do
  b run --env "JOB_COMPLETION_INDEX=$index" --env "SHARDS=$shards" --volume "$folder/campaign:/campaign" "$pod" -- \
    shard.sh run "${words[@]}" >/dev/null
done
b run --volume "$folder/campaign:/campaign" "$pod" -- shard.sh merge >"$folder/merged.txt"
b run "$pod" -- lockstep fuzz "${words[@]}" --corpus /nowhere >"$folder/one.txt"
diff "$folder/one.txt" "$folder/merged.txt"
echo "holds: the image of $version says of $shards pods what one run says"
