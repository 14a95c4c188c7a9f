# Prints a text as code of Markdown: as-code.sh FILE BYTES. What is beyond so many bytes is only in the artifact of the run.
set -euo pipefail
sed 's/^/    /' "$1" | LC_ALL=C awk -v max="$2" '
  (size += length($0) + 1) < max { print; next }
  !cut++ { print "\n… The artifact of this run has the rest." }'
