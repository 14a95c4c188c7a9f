# Writes what the exit codes say and the dangers and plans of all reviews into comment.md and report.txt, and new addresses
# into addresses.md. Prints the logs. OTHERWISE says why something was not approved.
set -euo pipefail
shopt -s nullglob
PATH=$PWD/node_modules/.bin:$PATH
# The accounts whose exit code fits.
ended() { grep -lxE "$1" reviews/*.code | sed -E 's,reviews/(.*)\.code,\1,' | paste -sd ' ' || true; }

failed=$(ended '[^037].*') refused=$(ended '[37]')
{
  [ -z "$failed" ] || printf '**Failed** (see the log): %s\n\n' "$failed"
  [ -z "$refused" ] || printf '**Not applied**: %s\n\n%s To apply exactly these plans, %s `%s`.\n\n' "$refused" \
    "${OTHERWISE:-}" 'run this workflow on main with these accounts and the hash' "$(bash scripts/hash.sh $refused)"
} > comment.md
plans=(reviews/*.json)
if [ ${#plans[@]} != 0 ]; then
  pulumi-link-management review --merge "${plans[@]}" --output report.txt --output report.md > report.log
  cat report.md >> comment.md
fi
for file in reviews/*.addresses; do sed "s/^/$(basename "$file" .addresses): /" "$file"; done > addresses.txt
[ ! -s addresses.txt ] ||
  { printf '**New addresses**\n\n' && bash .github/as-code.sh addresses.txt 59000; } > addresses.md
for log in reviews/*.log; do printf '::group::%s\n%s\n::endgroup::\n' "$log" "$(cat "$log")"; done
