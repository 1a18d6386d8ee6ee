#!/bin/sh
# What a pod of kubernetes.yaml runs: the shard of its index, and merging in the end.
#
#   shard.sh run WORDS…    of fuzz; JOB_COMPLETION_INDEX counts from 0, SHARDS is the number of pods
#   shard.sh merge WORDS…  of merge
# CAMPAIGN is the folder of the campaign, on a volume that all pods share. A pod that is started again goes on.
set -eu
: "${CAMPAIGN:=/campaign}" "${LOCKSTEP:=lockstep}"
what=$1
shift
case $what in
  run)
    mkdir -p "$CAMPAIGN/journals"
    journal=$CAMPAIGN/journals/$JOB_COMPLETION_INDEX.jsonl
    "$LOCKSTEP" selftest >&2
    code=0
    "$LOCKSTEP" fuzz "$@" --shard "$((JOB_COMPLETION_INDEX + 1))/$SHARDS" --jobs "${JOBS:-1}" --journal "$journal" \
      --resume "$journal" --corpus "$CAMPAIGN/corpus" || code=$?
    # A law that is falsified is a result: the pod has done its work. Only what is worth another try is a failure.
    case $code in 0 | 1 | 3 | 4) exit 0 ;; *) exit "$code" ;; esac
    ;;
  merge)
    exec "$LOCKSTEP" merge "$CAMPAIGN/journals" "$@"
    ;;
  *)
    echo "shard.sh $what: expected run or merge" >&2
    exit 2
    ;;
esac
