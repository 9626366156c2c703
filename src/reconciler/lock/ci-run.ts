/**
 * The job of a CI system that this process runs in: who started it and where it is shown, as the system's
 * own variables show. It informs, and decides nothing: anyone who can set variables can say anything.
 */
import type { Environment } from "../../model/environment.ts";
import { history as limits } from "../../model/limits.ts";

/** A job of a CI system. */
export interface CiRun {
  readonly system: string;
  /** The account that started it; undefined where the system shows none. */
  readonly who: string | undefined;
  /** Where it is shown, http or https and without credentials. */
  readonly url: string | undefined;
}

/** How one system shows it. */
interface CiSystem {
  readonly name: string;
  /** Variable that says that this is the system, and its value where there are others. */
  readonly mark: readonly [name: string, value?: string];
  readonly who: string | undefined;
  /** A variable with the address, or the address with variables in braces. */
  readonly url: string;
}

/** The first that fits is it: those that take over variables of others stand before them. */
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

/** Names of the systems that are known. */
export const ciSystems: readonly string[] = systems.map(({ name }) => name);

/** The job that a process with these variables runs in; undefined outside of one. */
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

/** The address with its variables filled in; undefined when one is missing, or when it is none. */
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
