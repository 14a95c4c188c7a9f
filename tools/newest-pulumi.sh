#!/usr/bin/env bash
# The stack and e2e tests with the newest SDK and CLI of the registry, in a copy of the tree: the checkout stays as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- | tar --extract --directory="$copy"
cp -R node_modules "$copy"
cd "$copy"
# A test asks git for the files of the tree.
git init --quiet
git add --all
pinned=$(node -p 'require("pulumi/package.json").version')
install() {
  npm install --silent --ignore-scripts --no-audit --save-dev --save-exact "$@"
}
install @pulumi/pulumi@latest pulumi@latest
newest=$(node -p 'require("pulumi/package.json").version')
# A build needs the Go module of this version. Pulumi does not publish one for each.
build_newest() {
  (cd tools/pulumi-cli/cli && go get -tool "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi@v$newest")
  node tools/ensure-pulumi.mjs > /dev/null
}
if ! node tools/ensure-pulumi.mjs > /dev/null 2>&1 && ! reason=$(build_newest 2>&1); then
  printf 'CLI %s skipped, because neither its download nor its build works:\n%s\n' "$newest" "$reason"
  install "pulumi@$pinned"
fi
# The SDK may need a newer Node than this package does.
needed=$(node -p 'require("@pulumi/pulumi/package.json").engines.node.match(/\d+/)[0]')
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt "$needed" ]; then
  npm install --silent --no-audit --no-save "node@$needed"
  PATH="$copy/node_modules/.bin:$PATH"
fi
printf '@pulumi/pulumi %s, CLI %s, Node %s\n' "$(node -p 'require("@pulumi/pulumi/package.json").version')" \
  "$(node -p 'require("pulumi/package.json").version')" "$(node --version)"
npm run --silent build
npx --no-install vitest run --project stack --project e2e "$@"
