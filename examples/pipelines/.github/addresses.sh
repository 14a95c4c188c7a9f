# Prints the addresses of the codes, links and campaigns that an apply has created: addresses.sh STACK REVIEW
# REVIEW is the review.json of its plan. Needs no secret but the login to the backend.
set -euo pipefail
PATH=$PWD/node_modules/.bin:$PATH
pulumi stack export --stack "$1" | jq -r --slurpfile review "$2" '
  INDEX($review[0].rows[] | select(.operation == "create" or .operation == "replace"); .urn) as $rows
  | .deployment.resources[] | select(.delete != true) | $rows[.urn] as $row
  # Also of an apply that failed: what it has not replaced still has its id.
  | select($row and .id != $row.id) | .outputs | (.link // .rotator | strings) as $address
  | "\($row.key): \($address)" | gsub("[\\p{Cc}\\p{Cf}]"; " ")'
