#!/usr/bin/env bash
# `prepublishOnly`, which `npm publish` and its dry run begin with: is this a commit to release, and does it pass CI?
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(node -p 'require("./package.json").version')
status=0
require() {
  "${@:2}" > /dev/null || { echo "release: $1" >&2; status=1; }
}
is_set() {
  node -e 'process.exit(require("./package.json")[process.argv[1]] ? 0 : 1)' "$1"
}
require "commit all changes" test -z "$(git status --porcelain)"
require "switch to main" test "$(git branch --show-current)" = main
require "CHANGELOG.md has no section $version" grep -qxF "## $version" CHANGELOG.md
require "the tag v$version exists: choose another version" test -z "$(git tag --list "v$version")"
require "README.md says that the package is not published" test -z "$(grep "not published yet" README.md)"
require "set repository in package.json: npmjs.com finds the picture of the README there" is_set repository
require "set homepage in package.json: npmjs.com links it" is_set homepage
require "set bugs in package.json: there users report defects" is_set bugs
require "set OWNER in tools/generate/owner.ts and run npm run generate: it is part of the imports of every SDK" \
  test -z "$(grep your-organization plugin/schema.json)"
[ "$status" -eq 0 ] || exit 1
# A dry run of `npm ci` and `npm pack` would test nothing.
env -u npm_config_dry_run bash .ci/run
