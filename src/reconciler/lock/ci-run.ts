/**
 * The CI job of this process, by its environment. For information only: variables can be forged.
 */
import type { Environment } from "../../model/environment.ts";
import { history as limits } from "../../model/limits.ts";

export interface CiRun {
  readonly system: string;
  /** The account that started it, where known. */
  readonly who: string | undefined;
  /** http or https, without credentials. */
  readonly url: string | undefined;
}

interface CiSystem {
  readonly name: string;
  /** The variable that identifies the system, with its value if ambiguous. */
  readonly mark: readonly [name: string, value?: string];
  readonly who: string | undefined;
  /** A URL with variables in braces. */
  readonly url: string;
}

/** Systems that adopt variables of others come first. */
const systems: readonly CiSystem[] = [
  {
    name: "Gitea or Forgejo Actions",
    mark: ["GITEA_ACTIONS"],
    who: "GITHUB_ACTOR",
    url: "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_NUMBER}",
  },
  {
    name: "GitHub Actions",
    mark: ["GITHUB_ACTIONS"],
    who: "GITHUB_ACTOR",
    url: "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}",
  },
  {
    name: "GitLab CI",
    mark: ["GITLAB_CI"],
    who: "GITLAB_USER_LOGIN",
    url: "{CI_JOB_URL}",
  },
  {
    name: "Azure Pipelines",
    mark: ["TF_BUILD"],
    who: "BUILD_REQUESTEDFOR",
    url: "{SYSTEM_COLLECTIONURI}/{SYSTEM_TEAMPROJECT}/_build/results?buildId={BUILD_BUILDID}",
  },
  {
    name: "Bitbucket Pipelines",
    mark: ["BITBUCKET_BUILD_NUMBER"],
    who: undefined,
    url: "https://bitbucket.org/{BITBUCKET_WORKSPACE}/{BITBUCKET_REPO_SLUG}/pipelines/results/{BITBUCKET_BUILD_NUMBER}",
  },
  { name: "Jenkins", mark: ["JENKINS_URL"], who: "BUILD_USER_ID", url: "{BUILD_URL}" },
  { name: "CircleCI", mark: ["CIRCLECI"], who: "CIRCLE_USERNAME", url: "{CIRCLE_BUILD_URL}" },
  {
    name: "Buildkite",
    mark: ["BUILDKITE"],
    who: "BUILDKITE_BUILD_CREATOR",
    url: "{BUILDKITE_BUILD_URL}",
  },
  {
    name: "Woodpecker",
    mark: ["CI", "woodpecker"],
    who: "CI_PIPELINE_AUTHOR",
    url: "{CI_PIPELINE_URL}",
  },
  { name: "Drone", mark: ["DRONE"], who: "DRONE_COMMIT_AUTHOR", url: "{DRONE_BUILD_LINK}" },
];

export const ciSystems: readonly string[] = systems.map(({ name }) => name);

/** The CI job of a process, if any. */
export function ciRun(environment: Environment): CiRun | undefined {
  const system = systems.find(({ mark: [name, value] }) => {
    const found = environment[name];
    return value === undefined ? Boolean(found) : found === value;
  });
  if (system === undefined) return undefined;
  const { name, who, url } = system;
  return {
    system: name,
    who: who === undefined ? undefined : nameOf(environment[who]),
    url: addressOf(url, environment),
  };
}

function nameOf(value = ""): string | undefined {
  const text = value.trim().slice(0, limits.nameCharacters);
  return text === "" ? undefined : text.replaceAll(/\p{Cc}/gu, "?");
}

/** Undefined when a variable is missing, or the result is no URL. */
function addressOf(pattern: string, environment: Environment): string | undefined {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.some((name) => !environment[name])) return undefined;
  // A variable may end with the slash that follows it.
  const text = pattern.replaceAll(/\{(\w+)\}(?=(\/?))/g, (_all, name: string, slash: string) => {
    const value = environment[name] ?? "";
    return slash === "" ? value : value.replace(/\/$/, "");
  });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  url.username = "";
  url.password = "";
  return url.href.length > limits.addressCharacters ? undefined : url.href;
}
