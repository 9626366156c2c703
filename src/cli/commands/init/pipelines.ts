/** Pipelines of a new estate: each change is planned, and what lands is applied. */
import type { Answers } from "./answers.ts";

/** The pipeline file by its path. */
export function pipeline(ci: NonNullable<Answers["ci"]>): readonly [string, string] {
  return ci === "github"
    ? [".github/workflows/plumbline.yaml", GITHUB]
    : [".gitlab-ci.yml", GITLAB];
}

const GITHUB = `# Plans every pull request and applies what lands on main. It needs the variables IMAGE_OF_PLUMBLINE (an
# image that holds plumbline) and PLUMBLINE_URL, and the secrets PLUMBLINE_USER and PLUMBLINE_PASSWORD.
# Only the step that applies needs the secrets that manifests refer to.
name: plumbline
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
# One apply after the other; plans may run beside each other.
concurrency:
  group: plumbline-\${{ github.event_name }}-\${{ github.ref }}
jobs:
  plumbline:
    runs-on: ubuntu-latest
    container: \${{ vars.IMAGE_OF_PLUMBLINE }}
    env:
      PLUMBLINE_URL: \${{ vars.PLUMBLINE_URL }}
      PLUMBLINE_USER: \${{ secrets.PLUMBLINE_USER }}
      PLUMBLINE_PASSWORD: \${{ secrets.PLUMBLINE_PASSWORD }}
    steps:
      - uses: actions/checkout@v4
      - run: plumbline validate manifests/
      # 2 is something to do; a plan that a guard stops ends with 3 and fails here, not after the merge.
      - if: github.event_name == 'pull_request'
        run: plumbline plan manifests/ --all-targets --detailed-exitcode || test $? -eq 2
      - if: github.event_name == 'push'
        # Under env: the secrets of manifests, such as ROADS_DB: \${{ secrets.ROADS_DB }}
        run: plumbline apply manifests/ --all-targets --yes --lock-timeout 5m
`;

const GITLAB = `# Plans every merge request and applies what lands on the default branch. It needs the variables
# IMAGE_OF_PLUMBLINE (an image that holds plumbline), PLUMBLINE_URL, PLUMBLINE_USER and PLUMBLINE_PASSWORD.
# The secrets that manifests refer to are variables too, protected: only what applies needs them.
default:
  image:
    name: $IMAGE_OF_PLUMBLINE
    entrypoint: [""]

plan:
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
    - plumbline validate manifests/
    # 2 is something to do; a plan that a guard stops ends with 3 and fails here, not after the merge.
    - plumbline plan manifests/ --all-targets --detailed-exitcode || test $? -eq 2

apply:
  # One apply after the other.
  resource_group: plumbline
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE == "push"
  script:
    - plumbline validate manifests/
    - plumbline apply manifests/ --all-targets --yes --lock-timeout 5m
`;
