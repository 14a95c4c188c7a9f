#!/usr/bin/env bash
# `npm test`: everything that CI checks, in the order in which it fails fastest.
set -euo pipefail
cd "$(dirname "$0")/.."
npm run --silent lint
npm run --silent typecheck
npm run --silent build
node tools/ensure-pulumi.mjs
npx --no-install vitest run "$@"
