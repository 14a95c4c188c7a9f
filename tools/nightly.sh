#!/usr/bin/env bash
# `npm run test:nightly`: everything that takes longer than `npm test` may. Run it before an issue is called resolved.
# With arguments, only the slow tests that match: `npm run test:nightly -- adding-a-kind`.
set -uo pipefail
cd "$(dirname "$0")/.."
npm run --silent build && node tools/ensure-pulumi.mjs || exit 1
command -v initdb /usr/lib/postgresql/*/bin/initdb > /dev/null ||
  echo "PostgreSQL is not installed: the tests of many accounts are skipped"
[ "$#" -eq 0 ] || exec npx --no-install vitest run --config vitest.nightly.config.mts "$@"

failed=()
step() {
  printf '\n== %s\n' "$1"
  shift
  "$@" || failed+=("$*")
}
step "slow tests with the CLI" env CHAOS_FACTOR=5 npx --no-install vitest run --config vitest.nightly.config.mts
step "all cases" env ALL_CASES=true npx --no-install vitest run --project unit --project stack
step "random stacks" env CHAOS_FACTOR=10 npx --no-install vitest run --project chaos
step "newest SDK and CLI" bash tools/newest-pulumi.sh
step "benchmarks" node bench/main.mjs
if [ "${#failed[@]}" -gt 0 ]; then
  printf '\nfailed:\n'
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
