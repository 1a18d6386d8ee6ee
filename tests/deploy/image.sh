#!/usr/bin/env bash
# Builds the image of deploy/Containerfile with the wheel of `./lockstep wheel` and runs a campaign of its pods: image.sh FOLDER. By
# hand, as root; minutes. Needs buildah and debootstrap of Debian; neither a daemon nor a registry: the base image is made from the
# apt sources of this machine.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mkdir -p "$1" && cd -- "$1" && pwd)
readonly root folder shards=3 limit=300 words=(small_m_gemv --seed 7 --cases 60)
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
  # As Debian's own slim image: without manuals and translations, and nothing stays of what apt has read.
  printf 'path-exclude /usr/share/%s/*\n' doc man locale >"$folder/base/etc/dpkg/dpkg.cfg.d/docker"
  printf '%s\n' 'Dir::Cache::pkgcache "";' 'Dir::Cache::srcpkgcache "";' 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };' \
    >"$folder/base/etc/apt/apt.conf.d/docker-clean"
  rm -rf "$folder"/base/{usr/share/{doc,man,locale},var/cache/apt,var/lib/apt/lists}/*
  base=$(b from scratch)
  b add --quiet "$base" "$folder/base" / >/dev/null
  b commit --quiet "$base" docker.io/library/debian:bookworm >/dev/null
  b tag docker.io/library/debian:bookworm docker.io/library/debian:bookworm-slim
  b rm "$base" >/dev/null
  rm -rf "$folder/base"
fi

wheel=$(compgen -G "$root/build/wheels/lockstep-*-cp311-cp311-*.whl") ||
  { echo "image.sh: no wheel for Python 3.11: ./lockstep wheel python3.11" >&2 && exit 2; }
rm -rf "$folder/tree" && mkdir -p "$folder/tree/build/wheels" && cp -r "$root/deploy" "$folder/tree" && cp "$wheel" "$folder/tree/build/wheels"
python3 -m pip download --quiet --only-binary :all: --python-version 3.11 --dest "$folder/tree/build/wheels" numpy ml_dtypes
b bud --pull=never --build-arg PIP_NO_INDEX=1 --file "$folder/tree/deploy/Containerfile" --tag lockstep "$folder/tree" \
  >"$folder/build.log" 2>&1 || { tail -n 20 "$folder/build.log" >&2 && exit 1; }

pod=$(b from --pull=never localhost/lockstep)
trap 'b rm "$pod" >/dev/null' EXIT
version=$(b run "$pod" -- lockstep --version)
size=$(du --summarize --block-size=1M "$(b mount "$pod")" | cut --fields=1)
b umount "$pod" >/dev/null
((size < limit)) || { echo "image.sh: the image has $size MB, more than $limit" >&2 && exit 1; }

rm -rf "$folder/campaign" && mkdir "$folder/campaign"
for ((index = 0; index < shards; ++index)); do
  b run --env "JOB_COMPLETION_INDEX=$index" --env "SHARDS=$shards" --volume "$folder/campaign:/campaign" "$pod" -- \
    shard.sh run "${words[@]}" >/dev/null 2>"$folder/pod.log" || { cat "$folder/pod.log" >&2 && exit 1; }
done
b run --volume "$folder/campaign:/campaign" "$pod" -- shard.sh merge >"$folder/merged.txt"
b run "$pod" -- lockstep fuzz "${words[@]}" --stats --corpus /nowhere >"$folder/one.txt"
diff "$folder/one.txt" "$folder/merged.txt"
echo "holds: the image of $version, $size MB, says of $shards pods what one run says"
