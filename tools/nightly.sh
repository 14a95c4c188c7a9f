#!/usr/bin/env bash
# `npm run test:nightly`: everything that takes longer than `npm test` may. Run it before an issue is called resolved.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=()
step() {
  printf '\n== %s\n' "$1"
  shift
  "$@" || failed+=("$*")
}
npm run --silent build && node tools/ensure-pulumi.mjs || exit 1
step "slow tests with the CLI" npx --no-install vitest run --config vitest.nightly.config.mts
step "2,000 random stacks" node tools/chaos.mjs
step "2,000 pairs of stacks on one account" node tools/chaos.mjs --shared
step "the CLI under faults" node tools/chaos.mjs --cli
step "the CLI, killed at random moments" node tools/chaos.mjs --killed
step "benchmarks" node bench/main.mjs
if [ "${#failed[@]}" -gt 0 ]; then
  printf '\nfailed:\n'
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
