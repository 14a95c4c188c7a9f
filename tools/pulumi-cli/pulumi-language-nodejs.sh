#!/bin/sh
# Starts the language host that was built with Go. The last version available as a Go module ignores runtime.options and
# always loads TypeScript. This script passes on typescript and nodeargs of Pulumi.yaml, as the current version does.
# After a change of it, remove the installed CLI (`node tools/ensure-pulumi.mjs` prints its folder) to build it again.
dir=$PWD
while [ -n "$dir" ] && [ ! -f "$dir/Pulumi.yaml" ]; do dir=${dir%/*}; done
case " $* " in
  *" -typescript"* | *" --typescript"*) ;;
  *) grep -Eqs "^[^#]*typescript[\"']? *: *[\"']?false" "$dir/Pulumi.yaml" && set -- -typescript=false "$@" ;;
esac
nodeargs=$(sed -En "s/^[^#]*nodeargs[\"']? *: *(\"([^\"]*)\"|'([^']*)'|([^,}#]*[^,}# ])).*/\2\3\4/p" "$dir/Pulumi.yaml" 2>/dev/null)
[ -z "$nodeargs" ] || set -- "-nodeargs=$nodeargs" "$@"
exec "${0%/*}/../libexec/pulumi-language-nodejs" "$@"
