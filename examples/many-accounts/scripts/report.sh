# Writes one report of all reviews into report.md, shortened into comment.md, and new addresses into addresses.md. Prints the
# logs. OTHERWISE says why something was not approved. Everything from the accounts is indented: as code, it means nothing in
# Markdown.
set -euo pipefail
shopt -s nullglob
# The accounts whose exit code fits.
ended() { grep -lxE "$1" reviews/*.code | sed -E 's,reviews/(.*)\.code,\1,' | paste -sd ' ' || true; }
# Whole lines up to so many bytes.
limited() { awk -v max="$1" -v rest="… $2" '(size += length($0) + 1) < max { print; next } !cut++ { print ""; print rest }'; }

failed=$(ended '[^037].*') refused=$(ended '[37]')
dangers=$(jq -r '.stack as $stack | .rows[] | select(.danger) | "\($stack): \(.key) \(.danger)" | gsub("\\s"; " ")' \
  reviews/*.json < /dev/null)
addresses=$(for file in reviews/*.addresses; do sed "s/^/    $(basename "$file" .addresses): /" "$file"; done)
{
  echo "### $(wc -w <<< "$(ended '.*')") accounts: $(grep -c . <<< "$dangers") dangers, $(wc -w <<< "$failed") failed"
  [ -z "$failed" ] || printf '\n**Failed** (see the log): %s\n' "$failed"
  [ -z "$refused" ] || printf '\n**Not applied**: %s\n\n%s To apply exactly these plans, %s `%s`.\n' "$refused" "${OTHERWISE:-}" \
    'run this workflow on main with these accounts and the hash' "$(bash scripts/hash.sh $refused)"
  [ -z "$addresses" ] || printf '\n**New addresses**\n\n%s\n' "$addresses"
  [ -z "$dangers" ] || printf '\n**Dangers**\n\n%s\n' "$(sed 's/^/    /' <<< "$dangers")"
  # Accounts with equal rows are one section, whatever the ids and addresses.
  jq -rs 'def plan: del(.stack, .account, .headline, .fingerprint) | .rows |= map(del(.urn, .id, .place, .danger));
    group_by(plan) | sort_by(-length)[] | map(.stack) | join(" ")' reviews/*.json < /dev/null |
    while read -r first others; do
      headline=$(head -n 1 "reviews/$first.txt")
      printf '\n**%s**: %s\n\n' "$first${others:+ $others}" "${headline##*: }"
      tail -n +3 "reviews/$first.txt" | sed '/^Fingerprint$/,$d; s/^/    /'
    done
} | limited 1000000 "The log has the rest." > report.md
limited 59000 "The summary of the run has the rest." < report.md > comment.md
[ -z "$addresses" ] || printf '**New addresses**\n\n%s\n' "$addresses" |
  limited 59000 "The summary of the run has the rest." > addresses.md
for log in reviews/*.log; do printf '::group::%s\n%s\n::endgroup::\n' "$log" "$(cat "$log")"; done
