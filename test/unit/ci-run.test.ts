/** Who started a job, and where it is shown: what each CI system shows by its variables. */
import { describe, expect, test } from "vitest";
import { ciRun, ciSystems } from "../../src/reconciler/lock/ci-run.ts";
import { textOf } from "../support/project/sources.ts";

const github = {
  GITHUB_ACTIONS: "true",
  GITHUB_ACTOR: "ann",
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_REPOSITORY: "city/maps",
  GITHUB_RUN_ID: "7123",
  GITHUB_RUN_NUMBER: "12",
};

const jobs: readonly (readonly [Readonly<Record<string, string>>, object])[] = [
  [
    github,
    { system: "GitHub Actions", who: "ann", url: "https://github.com/city/maps/actions/runs/7123" },
  ],
  [
    { ...github, GITEA_ACTIONS: "true", GITHUB_SERVER_URL: "https://git.example.org/" },
    {
      system: "Gitea or Forgejo Actions",
      who: "ann",
      url: "https://git.example.org/city/maps/actions/runs/12",
    },
  ],
  [
    {
      GITLAB_CI: "true",
      GITLAB_USER_LOGIN: "ann",
      CI_JOB_URL: "https://gitlab.example.org/city/maps/-/jobs/5",
    },
    {
      system: "GitLab CI",
      who: "ann",
      url: "https://gitlab.example.org/city/maps/-/jobs/5",
    },
  ],
  [
    {
      TF_BUILD: "True",
      BUILD_REQUESTEDFOR: "Ann Miller",
      SYSTEM_COLLECTIONURI: "https://dev.azure.com/city/",
      SYSTEM_TEAMPROJECT: "our maps",
      BUILD_BUILDID: "9",
    },
    {
      system: "Azure Pipelines",
      who: "Ann Miller",
      url: "https://dev.azure.com/city/our%20maps/_build/results?buildId=9",
    },
  ],
  [
    {
      BITBUCKET_BUILD_NUMBER: "4",
      BITBUCKET_WORKSPACE: "city",
      BITBUCKET_REPO_SLUG: "maps",
    },
    {
      system: "Bitbucket Pipelines",
      who: undefined,
      url: "https://bitbucket.org/city/maps/pipelines/results/4",
    },
  ],
  [
    {
      JENKINS_URL: "https://ci.example.org/",
      BUILD_USER_ID: "ann",
      BUILD_URL: "https://ci.example.org/job/maps/3/",
    },
    { system: "Jenkins", who: "ann", url: "https://ci.example.org/job/maps/3/" },
  ],
  [
    {
      CIRCLECI: "true",
      CIRCLE_USERNAME: "ann",
      CIRCLE_BUILD_URL: "https://circleci.com/gh/city/maps/3",
    },
    { system: "CircleCI", who: "ann", url: "https://circleci.com/gh/city/maps/3" },
  ],
  [
    {
      BUILDKITE: "true",
      BUILDKITE_BUILD_CREATOR: "Ann Miller",
      BUILDKITE_BUILD_URL: "https://buildkite.com/city/maps/builds/3",
    },
    { system: "Buildkite", who: "Ann Miller", url: "https://buildkite.com/city/maps/builds/3" },
  ],
  [
    {
      CI: "woodpecker",
      CI_PIPELINE_AUTHOR: "ann",
      CI_PIPELINE_URL: "https://ci.example.org/repos/1/pipeline/3",
    },
    { system: "Woodpecker", who: "ann", url: "https://ci.example.org/repos/1/pipeline/3" },
  ],
  [
    {
      DRONE: "true",
      DRONE_COMMIT_AUTHOR: "ann",
      DRONE_BUILD_LINK: "https://ci.example.org/city/maps/3",
    },
    { system: "Drone", who: "ann", url: "https://ci.example.org/city/maps/3" },
  ],
];

describe("who started a job", () => {
  test.each(jobs)("%o", (env, told) => {
    expect(ciRun(env)).toEqual(told);
  });

  test("every system is tried here, and named in the page on pipelines", () => {
    const tried = jobs.map(([, told]) => (told as { readonly system: string }).system);
    expect(tried.toSorted()).toEqual(ciSystems.toSorted());
    const page = textOf("docs/how-to/pipelines.md");
    expect(ciSystems.filter((name) => !page.includes(`| ${name} |`))).toEqual([]);
  });

  test("nowhere, nobody; a name in its bounds and without control characters", () => {
    expect(ciRun({})).toBeUndefined();
    expect(ciRun({ CI: "true" })).toBeUndefined();
    const { who = "" } =
      ciRun({ ...github, GITHUB_ACTOR: `a\u001b[31m\n${"b".repeat(1_000)}` }) ?? {};
    expect(who).toMatch(/^a\?\[31m\?b+$/);
    expect(who.length).toBeLessThan(200);
    expect(ciRun({ ...github, GITHUB_ACTOR: " " })).toMatchObject({ who: undefined });
  });

  test.each([
    ["no address", "nowhere"],
    ["another scheme", "javascript:alert(1)"],
    ["too long", `https://ci.example.org/${"x".repeat(3_000)}`],
  ])("%s is no link", (_what, BUILD_URL) => {
    expect(ciRun({ JENKINS_URL: "x", BUILD_URL })).toEqual({
      system: "Jenkins",
      who: undefined,
      url: undefined,
    });
  });

  test("a link shows no credentials, and one of parts needs all of them", () => {
    const BUILD_URL = "https://ann:pw@ci.example.org/job/1/";
    expect(ciRun({ JENKINS_URL: "x", BUILD_URL })?.url).toBe("https://ci.example.org/job/1/");
    expect(ciRun({ ...github, GITHUB_RUN_ID: "" })?.url).toBeUndefined();
  });
});
