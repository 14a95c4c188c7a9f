#!/usr/bin/env bash
# The stack and e2e tests with the newest @pulumi/pulumi of the registry, in a copy of the tree: the checkout stays as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- | tar --extract --directory="$copy"
cp -R node_modules "$copy"
cd "$copy"
npm install --silent --ignore-scripts --no-audit --save-dev --save-exact @pulumi/pulumi@latest
# It may need a newer Node than this package does.
needed=$(node -p 'require("@pulumi/pulumi/package.json").engines.node.match(/\d+/)[0]')
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt "$needed" ]; then
  npm install --silent --no-audit --no-save "node@$needed"
  PATH="$copy/node_modules/.bin:$PATH"
fi
printf '@pulumi/pulumi %s, Node %s\n' "$(node -p 'require("@pulumi/pulumi/package.json").version')" "$(node --version)"
npm run --silent build
npx --no-install vitest run --project stack --project e2e
