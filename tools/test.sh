#!/usr/bin/env bash
# `npm test`: all checks of CI, the fastest first.
set -euo pipefail
cd "$(dirname "$0")/.."
npm run --silent classes
npm run --silent lint
npm run --silent typecheck
npm run --silent build
node tools/ensure-pulumi.mjs
npx --no-install vitest run "$@"
