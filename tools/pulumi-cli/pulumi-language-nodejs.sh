#!/bin/sh
# Starts the language host that was built with Go. The last one to be had as a Go module is too old to be told about
# runtime.options, and would always load TypeScript; this passes on what Pulumi.yaml says, as the current one does.
dir=$PWD
while [ -n "$dir" ] && [ ! -f "$dir/Pulumi.yaml" ]; do dir=${dir%/*}; done
case " $* " in
  *" -typescript"* | *" --typescript"*) ;;
  *) grep -Eqs "^[^#]*typescript[\"']? *: *[\"']?false" "$dir/Pulumi.yaml" && set -- -typescript=false "$@" ;;
esac
nodeargs=$(sed -En "s/^[^#]*nodeargs[\"']? *: *(\"([^\"]*)\"|'([^']*)'|([^,}#]*[^,}# ])).*/\2\3\4/p" "$dir/Pulumi.yaml" 2>/dev/null)
[ -z "$nodeargs" ] || set -- "-nodeargs=$nodeargs" "$@"
exec "${0%/*}/../libexec/pulumi-language-nodejs" "$@"
