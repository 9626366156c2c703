/** The pipelines of the kit, step by step as they are written, from a change to the catalog. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, listenCatalog, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { FORGE_TOKEN, startForge } from "../support/project/forge.ts";
import { git, makeRepository } from "../support/project/git.ts";
import { describeProgram } from "../support/run/parts.ts";
import {
  plumblineOnPath,
  runGithubJob,
  runGitlabJob,
  type JobEnd,
  type Runner,
} from "../support/project/pipelines.ts";
import { slice, testInProof } from "../support/run/scale.ts";

const style = (name: string) =>
  `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`;
const project = "apiVersion: plumbline/v1\nkind: Project\nestate: maps\nprune: owned\n";

/** Sorts of estates: one server, named by the pipeline, or targets with values and overlays of their own. */
const sorts = ["targets", "one server"] as const;
type Sort = (typeof sorts)[number];

/** In a proof all of them; otherwise the one that has everything. */
const tried = slice(sorts, { test: 1 });

/** A project file with targets at these addresses; only the last has the overlay. */
function ofTargets(urls: readonly string[]): Readonly<Record<string, string>> {
  const targets = urls.map(
    (url, index) =>
      `  t${index}: { url: "${url}", variables: { host: host${index} }${index === urls.length - 1 ? ", overlays: [last]" : ""} }\n`,
  );
  return {
    "plumbline.yaml": `${project}variables: { host: {} }\ntargets:\n${targets.join("")}waves: [[t0], [t1]]\n`,
    "manifests/named.yaml":
      "apiVersion: plumbline/v1\nkind: Workspace\nmetadata:\n  name: named\nspec:\n  namespace: http://${{ var.host }}/named\n",
    "overlays/last/more.yaml":
      "$patch: add\napiVersion: plumbline/v1\nkind: Workspace\nmetadata:\n  name: more\nspec: {}\n",
  };
}

/** A store with a password, which only jobs of the branch hold that is protected. */
const store =
  "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: w }\nspec: {}\n---\n" +
  "apiVersion: plumbline/v1\nkind: DataStore\nmetadata: { workspace: w, name: db }\n" +
  "spec: { connectionParameters: { dbtype: postgis, passwd: { fromEnv: LAKES_DB } } }\n";
const LAKES_DB = "canary-of-the-lakes";

const mode =
  "apiVersion: plumbline/v1\nkind: CatalogMode\nmetadata: { name: catalog }\nspec: { mode: CHALLENGE }\n";

/** Dozens of processes take as long as the machine needs. */
const LONG = 1_800_000;

const PLAN_RUN = "41";
const MERGE_RUN = "42";

/** Catalogs, a repository with a change in it, and a forge that knows them. */
async function begin(sort: Sort, more: Readonly<Record<string, string>> = {}) {
  const url = await listenCatalog();
  const urls = sort === "targets" ? [url, await listenCatalog()] : [url];
  const repository = makeRepository();
  const commit = repository.push({
    "plumbline.yaml": project,
    "manifests/lakes.yaml": style("lakes"),
    "manifests/lakes.sld": sld(),
    "manifests/store.yaml": store,
    // Neither a plan nor a report.
    "planets.json": "{}",
    "plans.md": "of the team",
    ...(sort === "targets" ? ofTargets(urls) : {}),
    ...more,
  });
  const artifacts = temporaryFolder();
  const forge = await startForge({ headSha: commit, run: PLAN_RUN, artifacts });
  const folder = join(temporaryFolder(), "copy");
  const path = plumblineOnPath();
  /** Every job has a fresh copy; those of a request for a change hold no secrets of manifests. */
  const runner = (holds: "secrets" | "nothing" = "nothing"): Runner => {
    const copy = join(temporaryFolder(), "copy");
    git(repository.folder, "clone", "--quiet", repository.url, copy);
    const env = holds === "secrets" ? { LAKES_DB } : {};
    return { folder: copy, artifacts, path, api: forge.url, env };
  };
  /** Asks each server; the statuses are alike. */
  const call = async (method: string, at: string, body?: string) => {
    const answers = urls.map((server) =>
      fetch(`${server}/rest${at}`, {
        method,
        headers: { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" },
        ...(body === undefined ? {} : { body }),
      }).then(({ status }) => status),
    );
    const [status = 0, ...others] = await Promise.all(answers);
    for (const other of others) expect(other).toBe(status);
    return status;
  };
  const names = sort === "targets" ? urls.map((_url, index) => `.t${index}`) : [""];
  return { url, commit, forge, folder, runner, artifacts, call, names };
}

type Scene = Awaited<ReturnType<typeof begin>>;

/** What no log, summary or comment may hold. */
function expectNoSecrets(...texts: readonly string[]): void {
  for (const secret of [PASSWORD, FORGE_TOKEN, LAKES_DB])
    expect(texts.join("\n")).not.toContain(secret);
}

function github({ url, commit }: Scene, run: string, needs: object = {}) {
  return {
    github: {
      repository: "team/maps",
      sha: commit,
      run_id: run,
      token: FORGE_TOKEN,
      event: { pull_request: { number: 7, head: { repo: { full_name: "team/maps" } } } },
    },
    secrets: { PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD },
    // A target's own address counts, whatever the pipeline says.
    vars: { PLUMBLINE_URL: url },
    needs,
  };
}

async function githubJob(
  scene: Scene,
  file: string,
  job: string,
  more: { run: string; needs?: object; only?: readonly string[]; runner?: Runner },
): Promise<JobEnd | undefined> {
  const holds = file === "merge.yaml" ? "secrets" : "nothing";
  const { run, needs, only, runner = scene.runner(holds) } = more;
  const contexts = github(scene, run, needs);
  const end = await runGithubJob(`examples/gitops/github/${file}`, job, {
    runner,
    contexts,
    ...(only === undefined ? {} : { only }),
  });
  if (end !== undefined) expectNoSecrets(end.log, end.summary);
  return end;
}

const GITLAB = "examples/gitops/gitlab/plumbline.gitlab-ci.yml";

function gitlab({ url, commit }: Scene): Readonly<Record<string, string>> {
  return {
    PLUMBLINE_URL: url,
    PLUMBLINE_USER: USER,
    PLUMBLINE_PASSWORD: PASSWORD,
    PLUMBLINE_GITLAB_TOKEN: FORGE_TOKEN,
    CI_PROJECT_ID: "3",
    CI_MERGE_REQUEST_IID: "7",
    CI_COMMIT_SHA: commit,
  };
}

/** A pull request: it is planned, and the plan is a comment and an artifact. */
async function planOnGithub(scene: Scene): Promise<void> {
  const runner = scene.runner();
  const planned = await githubJob(scene, "pull-request.yaml", "plan", { run: PLAN_RUN, runner });
  expect(planned?.failed, planned?.log).toBe(false);
  const artifact = join(scene.artifacts, PLAN_RUN, "plumbline-plan");
  const kept = scene.names.flatMap((name) => [`plan${name}.html`, `plan${name}.json`]);
  expect(readdirSync(artifact).toSorted()).toEqual(kept.toSorted());
  expect(scene.forge.comments).toHaveLength(scene.names.length);
  for (const { body } of scene.forge.comments) {
    expect(body).toMatch(/^<!-- plumbline:plan:maps:[\s\S]*lakes/);
    expect(body).toContain("passwd is needed to apply this");
  }
  if (scene.names.length > 1) expect(scene.forge.comments[1]?.body).toContain("Workspace/more");
  expect(await scene.call("GET", "/styles/lakes.sld")).toBe(404);
  // The next push of the request writes the same comment anew, among however many others.
  for (let id = 2; id < 150; id++) scene.forge.comments.unshift({ id: 1_000 + id, body: "+1" });
  await githubJob(scene, "pull-request.yaml", "plan", { run: PLAN_RUN, runner, only: ["comment"] });
  expect(scene.forge.comments).toHaveLength(148 + scene.names.length);
  expectNoSecrets(...scene.forge.comments.map(({ body }) => body));
  expect(scene.forge.strange).toEqual([]);
}

async function mergeOnGithub(scene: Scene): Promise<Readonly<Record<string, string>>> {
  const applied = await githubJob(scene, "merge.yaml", "apply", { run: MERGE_RUN });
  expect(applied?.failed, applied?.log).toBe(false);
  return applied?.outputs ?? {};
}

describeProgram("jq", "pipelines", () => {
  test.for(tried)(
    "GitHub Actions, %s: a plan that has gone stale is recreated, and applied when it is approved",
    async (sort) => {
      const scene = await begin(sort);
      await planOnGithub(scene);
      // Somebody else makes the style meanwhile.
      expect(
        await scene.call("POST", "/styles?name=lakes", sld({ colour: "#123456" })),
      ).toBeLessThan(300);
      const needs = { apply: { outputs: await mergeOnGithub(scene) } };
      expect(needs.apply.outputs).toEqual({ stale: "true" });
      const replanned = await githubJob(scene, "merge.yaml", "replan", { run: MERGE_RUN, needs });
      expect(replanned, replanned?.log).toMatchObject({
        failed: false,
        outputs: { changes: "true" },
      });
      expect(replanned?.summary).toContain("lakes");
      const again = await githubJob(scene, "merge.yaml", "apply-again", {
        run: MERGE_RUN,
        needs: { replan: replanned },
      });
      expect(again?.failed, again?.log).toBe(false);
      expect(again?.log).toMatch(/Applied: /);
      if (sort === "targets") expect(await scene.call("GET", "/workspaces/named.json")).toBe(200);
    },
  );

  testInProof(
    "GitHub Actions: an approved plan is applied as it is",
    async () => {
      for (const sort of sorts) {
        const scene = await begin(sort);
        await planOnGithub(scene);
        const outputs = await mergeOnGithub(scene);
        expect(outputs).toEqual({ stale: "false" });
        expect(await scene.call("GET", "/styles/lakes.sld")).toBe(200);
        const needs = { apply: { outputs } };
        expect(
          await githubJob(scene, "merge.yaml", "replan", { run: MERGE_RUN, needs }),
        ).toBeUndefined();
        const drift = await githubJob(scene, "drift.yaml", "drift", { run: "43" });
        expect(drift?.failed, drift?.log).toBe(false);
        await scene.call("DELETE", "/styles/lakes?purge=true");
        const later = await githubJob(scene, "drift.yaml", "drift", { run: "44" });
        expect(later).toMatchObject({ failed: true, summary: expect.stringContaining("lakes") });
      }
    },
    LONG,
  );

  testInProof(
    "a plan that a guard stops fails the request, and is its comment",
    async () => {
      const onGithub = await begin("targets", { "manifests/mode.yaml": mode });
      const planned = await githubJob(onGithub, "pull-request.yaml", "plan", { run: PLAN_RUN });
      expect(planned, planned?.log).toMatchObject({ failed: true });
      expect(onGithub.forge.comments[0]?.body).toMatch(/\*\*Stopped:\*\*[\s\S]*lakes/);
      expect(existsSync(join(onGithub.artifacts, PLAN_RUN))).toBe(false);
      const onGitlab = await begin("targets", { "manifests/mode.yaml": mode });
      const end = await runGitlabJob(GITLAB, "plumbline plan", {
        runner: onGitlab.runner(),
        run: PLAN_RUN,
        variables: gitlab(onGitlab),
      });
      expect(end, end.log).toMatchObject({ failed: true });
      expect(onGitlab.forge.comments[0]?.body).toMatch(/\*\*Stopped:\*\*[\s\S]*lakes/);
    },
    LONG,
  );

  testInProof(
    "a password that changed is planned anew where it is held, and applied",
    async () => {
      const scene = await begin("one server");
      await planOnGithub(scene);
      await mergeOnGithub(scene);
      const changed = (): Runner => ({ ...scene.runner(), env: { LAKES_DB: `${LAKES_DB}-2` } });
      await githubJob(scene, "pull-request.yaml", "plan", { run: PLAN_RUN });
      const applied = await githubJob(scene, "merge.yaml", "apply", {
        run: MERGE_RUN,
        runner: changed(),
      });
      expect(applied?.outputs).toEqual({ stale: "true" });
      const needs = { apply: applied };
      const run = { run: MERGE_RUN, needs, runner: changed() };
      const replanned = await githubJob(scene, "merge.yaml", "replan", run);
      expect(replanned?.outputs, replanned?.log).toEqual({ changes: "true" });
      const again = await githubJob(scene, "merge.yaml", "apply-again", {
        run: MERGE_RUN,
        needs: { replan: replanned },
        runner: changed(),
      });
      expect(again?.log).toMatch(/Applied: /);
    },
    LONG,
  );

  testInProof(
    "GitHub Actions: broken manifests fail the request, and nothing is said to be a plan",
    async () => {
      const scene = await begin("one server");
      const runner = scene.runner();
      git(runner.folder, "rm", "--quiet", "manifests/lakes.sld");
      const planned = await githubJob(scene, "pull-request.yaml", "plan", {
        run: PLAN_RUN,
        runner,
      });
      expect(planned).toMatchObject({
        failed: true,
        log: expect.stringContaining("artefact-missing"),
      });
      expect(scene.forge.comments).toEqual([]);
    },
    LONG,
  );

  testInProof(
    "GitLab CI: an approved plan is applied, a stale one is made anew",
    async () => {
      for (const [sort, isStale] of [
        ["one server", false],
        ["one server", true],
        ["targets", false],
        ["targets", true],
      ] as const) {
        const scene = await begin(sort);
        const job = async (name: string, run: string) => {
          const variables = gitlab(scene);
          const runner = scene.runner(name === "plumbline plan" ? "nothing" : "secrets");
          const end = await runGitlabJob(GITLAB, name, {
            runner,
            run,
            variables,
          });
          expectNoSecrets(end.log);
          expect(end.failed, end.log).toBe(false);
          return end;
        };
        await job("plumbline plan", PLAN_RUN);
        await job("plumbline plan", PLAN_RUN);
        expect(scene.forge.comments).toHaveLength(scene.names.length);
        for (const { body } of scene.forge.comments) expect(body).toContain("lakes");
        if (isStale) await scene.call("POST", "/styles?name=lakes", sld({ colour: "#123456" }));
        const applied = await job("plumbline apply", MERGE_RUN);
        expect(applied.log.includes("is stale")).toBe(isStale);
        const again = await job("plumbline apply again", MERGE_RUN);
        expect(again.log).toMatch(isStale ? /Applied: / : /Nothing waits/);
        expect(await scene.call("GET", "/styles/lakes.sld")).toBe(200);
        expect(scene.forge.strange).toEqual([]);
        for (const name of scene.names) {
          const kept = join(scene.artifacts, PLAN_RUN, "plumbline plan", `plan${name}.md`);
          expect(readFileSync(kept, "utf8")).toContain("lakes");
        }
      }
    },
    LONG,
  );
});
