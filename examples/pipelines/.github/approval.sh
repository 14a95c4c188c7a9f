# Finds what this run of main may apply: the reviews of the pull requests that its push has merged. Writes each into
# approved/NUMBER/. The output `pulls` has the numbers, and `otherwise` says why nothing is applied if a review is missing, or
# if the plan is another one by now.
set -euo pipefail
shopt -s inherit_errexit
otherwise() {
  echo "otherwise=$1" >> "$GITHUB_OUTPUT"
  exit
}
refuse() {
  echo "::error::$1"
  echo "**Nothing was applied.** $1" >> "$GITHUB_STEP_SUMMARY"
  exit 1
}
api() { gh api "repos/$GITHUB_REPOSITORY/$1"; }

rm -rf approved
[ "$GITHUB_REF" = refs/heads/main ] || refuse "This run is of $GITHUB_REF. Run the workflow on main."
# The first attempts come in the order of the merges. A later attempt would undo the commits after its own.
newest=$(git ls-remote origin refs/heads/main | cut -f 1)
[ "$GITHUB_RUN_ATTEMPT" = 1 ] || [ "$GITHUB_SHA" = "$newest" ] ||
  refuse "Main has newer commits, which this one would undo. Re-run the run of $newest."
[ "$GITHUB_EVENT_NAME" = push ] || otherwise "This is not the plan that was approved by hand."

# Number, last commit, its repository, and time of the merge.
merged_by() {
  api "commits/$1/pulls" | jq -r --arg commit "$1" '.[]
    | select(.merged_at != null and .base.ref == "main" and .merge_commit_sha == $commit)
    | "\(.number) \(.head.sha) \(.head.repo.full_name) \(.merged_at)"'
}
# A merge queue merges several pull requests with one push.
commits=$(git rev-list --first-parent "$BEFORE..$GITHUB_SHA" 2> /dev/null) || commits=$GITHUB_SHA
# It may take seconds until GitHub knows the pull request of a new commit.
for pause in 5 15 30 0; do
  pulls=$(for commit in $commits; do merged_by "$commit"; done)
  [ -z "$pulls" ] || break
  sleep "$pause"
done
[ -n "$pulls" ] || otherwise "This push is not the merge of a pull request."

# Downloads the review of a pull request, or says why there is none.
download() {
  local number=$1 head=$2 repository=$3 merged_at=$4 workflow run written
  [ "$repository" = "$GITHUB_REPOSITORY" ] ||
    { echo "Pull request #$number is from a fork, so it was not reviewed." && return; }
  workflow=$(basename "${GITHUB_WORKFLOW_REF%@*}")
  # The newest comes first. A run from a fork could have any artifact.
  run=$(api "actions/workflows/$workflow/runs?event=pull_request&status=success&head_sha=$head" |
    jq -r '[.workflow_runs[] | select(.head_repository.full_name == env.GITHUB_REPOSITORY)][0].id // empty')
  [ -n "$run" ] || { echo "The last commit of pull request #$number has no successful review." && return; }
  written=$(api "actions/runs/$run/artifacts?name=review" |
    jq -r '[.artifacts[] | select(.expired | not) | .created_at] | max // empty')
  [ -n "$written" ] || { echo "GitHub no longer has the review of pull request #$number." && return; }
  # Nobody has approved what it shows.
  [[ ! "$written" > "$merged_at" ]] ||
    { echo "The review of pull request #$number was written after the merge." && return; }
  gh run download "$run" --repo "$GITHUB_REPOSITORY" --name review --dir "approved/$number"
}
numbers=$(cut -d ' ' -f 1 <<< "$pulls" | sort -n | paste -sd ' ')
echo "pulls=$numbers" >> "$GITHUB_OUTPUT"
missing=$(while read -r number rest; do download "$number" $rest; done <<< "$pulls" | paste -sd ' ')
otherwise "${missing:-This is not the plan that was reviewed in pull request #${numbers// / #}.}"
