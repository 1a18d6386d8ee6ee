#!/usr/bin/env bash
#SBATCH --job-name=lockstep
#SBATCH --array=1-64
#SBATCH --cpus-per-task=1
#SBATCH --time=08:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
# A campaign on Slurm: each task of the array runs a shard; a job that depends on all of them merges.
#
#   FUZZ='small_m_gemv --seed 7 --cases 1000000' sbatch deploy/slurm.sh
#
# LOCKSTEP   the built command, on every node; by default `lockstep` of PATH
# CAMPAIGN   the folder for journals and the report, on a disk that all nodes share
# Submitted again with the same CAMPAIGN, FUZZ and --array, it goes on.
set -euo pipefail
lockstep=${LOCKSTEP:-lockstep}
campaign=${CAMPAIGN:-$SLURM_SUBMIT_DIR/campaign-$SLURM_ARRAY_JOB_ID}
mkdir -p "$campaign/journals"

if ((SLURM_ARRAY_TASK_ID == SLURM_ARRAY_TASK_MIN && ${SLURM_RESTART_COUNT:-0} == 0)); then
  sbatch --job-name=lockstep-merge --dependency="afterany:$SLURM_ARRAY_JOB_ID" --output="$campaign/report.txt" --error="$campaign/merge.log" \
    --wrap="'$lockstep' merge '$campaign/journals' --json '$campaign/report.json'"
fi

journal=$campaign/journals/$SLURM_ARRAY_TASK_ID.jsonl
read -ra words <<<"${FUZZ:?says what fuzz is asked for, as in FUZZ='small_m_gemv --seed 7 --cases 1000000'}"
exec "$lockstep" fuzz "${words[@]}" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" --journal "$journal" --resume "$journal" --corpus "$campaign/corpus"
