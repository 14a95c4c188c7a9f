# Finds what this run of main may apply: the review of the pull request that its commit has merged. Writes it into approved/.
# The output `otherwise` says why nothing is applied if there is no such review, or if the plan is another one by now.
set -euo pipefail
otherwise() {
  echo "otherwise=$1" >> "$GITHUB_OUTPUT"
  exit
}
refuse() {
  echo "::error::$1"
  echo "**Nothing was applied.** $1" >> "$GITHUB_STEP_SUMMARY"
  exit 1
}

rm -rf approved
[ "$GITHUB_REF" = refs/heads/main ] || refuse "This run is of $GITHUB_REF. Run the workflow on main."
# The first attempts come in the order of the merges. A later attempt would undo the commits after its own.
newest=$(git ls-remote origin refs/heads/main | cut -f 1)
[ "$GITHUB_RUN_ATTEMPT" = 1 ] || [ "$GITHUB_SHA" = "$newest" ] ||
  refuse "Main has newer commits, which this one would undo. Re-run the run of $newest."
[ "$GITHUB_EVENT_NAME" = push ] || otherwise "This is not the plan that was approved by hand."

pull=$(gh api "repos/$GITHUB_REPOSITORY/commits/$GITHUB_SHA/pulls" | jq -r '.[]
  | select(.merged_at != null and .base.ref == "main" and .merge_commit_sha == env.GITHUB_SHA)
  | "\(.number) \(.head.sha) \(.head.repo.full_name)"')
[ -n "$pull" ] || otherwise "This commit is not the merge of a pull request."
read -r number head repository <<< "$pull"
[ "$repository" = "$GITHUB_REPOSITORY" ] || otherwise "Pull request #$number is from a fork, so it was not reviewed."
workflow=$(basename "${GITHUB_WORKFLOW_REF%@*}")
# The newest comes first. A run from a fork could have any artifact.
run=$(gh api "repos/$GITHUB_REPOSITORY/actions/workflows/$workflow/runs?event=pull_request&status=success&head_sha=$head" |
  jq -r '[.workflow_runs[] | select(.head_repository.full_name == env.GITHUB_REPOSITORY)][0].id // empty')
[ -n "$run" ] || otherwise "The last commit of pull request #$number has no successful review."
gh run download "$run" --repo "$GITHUB_REPOSITORY" --name review --dir approved ||
  otherwise "GitHub no longer has the review of pull request #$number."
otherwise "This is not the plan that was reviewed in pull request #$number."
