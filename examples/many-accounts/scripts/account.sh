# Reviews one account, or applies what approved/ has of it: account.sh ACCOUNT review|apply [option of review…]
# Writes reviews/ACCOUNT.json, .log, .code (the exit code) and .addresses (of what it has created).
set -euo pipefail
account=$1 what=$2
shift 2
PATH=$PWD/node_modules/.bin:$PATH
mkdir -p reviews
exec 3>&1 > "reviews/$account.log" 2>&1
trap 'code=$?; echo "$code" > "reviews/$account.code"; echo "$account: exit code $code" >&3' EXIT
refuse() {
  echo "::error::$account: $1"
  exit 1
}
[ -z "${LINK_MANAGEMENT_API_KEY:-}" ] ||
  refuse "LINK_MANAGEMENT_API_KEY would take precedence over the key in Pulumi.$account.yaml. Remove the variable."
# A refresh has the key of the last update, unless it runs the program: then it has that of this commit.
export PULUMI_RUN_PROGRAM=true
grep -Eqs '^[^#]*\bexpect:' "accounts/$account/link-management.yaml" ||
  refuse "accounts/$account/link-management.yaml needs account.expect, so that no other account can be changed."

if [ "$what" = apply ]; then
  shopt -s nullglob
  for review in approved/*/"$account.json"; do set -- "$@" --approved "$review"; done
  # Without an approval, it is enough that there is nothing to apply.
  [ "$#" != 0 ] || set -- --fail-on changes
fi
pulumi-link-management review --stack "$account" --output "reviews/$account.json" "$@"
if [ "$what" = apply ] && [ "$1" = --approved ]; then
  code=0
  pulumi up --stack "$account" --yes --skip-preview --suppress-progress --suppress-outputs || code=$?
  bash .github/addresses.sh "$account" "reviews/$account.json" > "reviews/$account.addresses"
  exit "$code"
fi
