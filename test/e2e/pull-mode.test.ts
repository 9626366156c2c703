/** The executable following a branch: endpoints that show the truth through an outage, and notifications. */
import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, PASSWORD, startCatalog } from "../support/servers/catalog.ts";
import { runCli, type Ran } from "../support/commands/cli.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { makeRepository } from "../support/project/git.ts";
import { runHere } from "../support/commands/run-here.ts";
import { listen } from "../support/watch/webhooks.ts";
import { project, style } from "./support.ts";

/** A catalog at one address that can go away and come back with everything in it. */
async function restartable() {
  const folder = temporaryFolder();
  let port = 0;
  let running: Awaited<ReturnType<typeof startCatalog>> | undefined;
  const start = async () => {
    running = await startCatalog({ folder });
    const url = await running.app.listen({ host: "127.0.0.1", port });
    port = Number(new URL(url).port);
    return url;
  };
  return { url: await start(), start, stop: async () => running?.close() };
}

/** Starts a watch, which is ended with the test. */
function watching(args: readonly string[], env: Readonly<Record<string, string>>, url: string) {
  let child: ChildProcess | undefined;
  let stderr = "";
  const ended: Promise<Ran> = runCli(["watch", ...args], {
    url,
    env,
    onStart: (started) => {
      child = started;
      started.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    },
  });
  onTestFinished(() => void child?.kill("SIGKILL"));
  return { ended, stderr: () => stderr, end: () => child?.kill("SIGTERM") };
}

interface Status {
  readonly ready: boolean;
  readonly state: string;
  readonly reasons: readonly string[];
  readonly last_pass: { readonly commit: string; readonly result: string; readonly writes: number };
}

const SLOW = { timeout: 40_000, interval: 100 };

test("a branch is followed, an outage and a broken commit are reported, and nothing else", async () => {
  const server = await restartable();
  const receiver = await listen();
  const repository = makeRepository();
  const notifications = "notifications: [{ name: ops, url: { fromEnv: HOOK_URL } }]";
  const first = repository.push({
    "plumbline.yaml": project(`estate: pulled\nprune: owned\n${notifications}`),
    "manifests/a.yaml": style("pulled_a"),
    "manifests/pulled_a.sld": sld(),
  });
  // Others that run beside this follow branches, too, and leave theirs in the usual place.
  const temporary = temporaryFolder();
  const watch = watching(
    [
      "--git",
      repository.url,
      "--path",
      "manifests",
      "--git-interval",
      "100ms",
      "--poll",
      "200ms",
      "--endpoints",
      "127.0.0.1:0",
    ],
    { HOOK_URL: receiver.url, TMPDIR: temporary },
    server.url,
  );
  const at = async () => {
    await expect.poll(watch.stderr, SLOW).toMatch(/endpoints http/);
    return /endpoints (\S+)/.exec(watch.stderr())?.[1] ?? "";
  };
  const base = await at();
  const ask = async (path: string, method = "GET") => {
    const response = await fetch(`${base}${path}`, { method });
    return { status: response.status, text: await response.text() };
  };
  const status = async () => JSON.parse((await ask("/status.json")).text) as Status;
  const ready = async () => (await ask("/readyz")).status;
  const inForce = async (commit: string) => {
    await expect.poll(status, SLOW).toMatchObject({ ready: true, last_pass: { commit } });
  };
  const there = (name: string) =>
    fetch(`${server.url}/rest/styles/${name}.sld`, {
      headers: { authorization: AUTHORIZATION },
    }).then(({ status: code }) => code);

  const clones = () => readdirSync(temporary).filter((name) => name.startsWith("plumbline-git-"));
  await inForce(first);
  expect(clones()).toHaveLength(1);
  expect(await there("pulled_a")).toBe(200);
  const second = repository.push({
    "manifests/b.yaml": style("pulled_b"),
    "manifests/pulled_b.sld": sld(),
  });
  await inForce(second);
  expect(await there("pulled_b")).toBe(200);

  await server.stop();
  await expect.poll(ready, SLOW).toBe(503);
  expect((await ask("/readyz")).text).toContain("out of reach");
  expect((await ask("/livez")).status).toBe(200);
  await server.start();
  expect((await ask("/reconcile", "POST")).status).toBe(202);
  await expect.poll(ready, SLOW).toBe(200);

  repository.push({ "manifests/a.yaml": "kind: [" });
  await expect.poll(ready, SLOW).toBe(503);
  expect((await ask("/readyz")).text).toMatch(/broken/);
  expect([await there("pulled_a"), await there("pulled_b")]).toEqual([200, 200]);
  const last = repository.push({ "manifests/a.yaml": style("pulled_a") });
  await inForce(last);
  const metrics = (await ask("/metrics")).text;
  expect(metrics).toMatch(/^plumbline_reconcile_total\{result="applied"\} 2$/m);
  expect(metrics).toMatch(/^plumbline_http_requests_total\{method="POST",code="201"\} \d+$/m);

  watch.end();
  const ended = await watch.ended;
  expect(ended.code, ended.stderr).toBe(0);
  const told = receiver.messages().map(({ events, commit }) => [events, commit]);
  expect(told[0]).toEqual([["applied"], first]);
  expect(told[1]).toEqual([["applied"], second]);
  expect(told.filter(([events]) => JSON.stringify(events) === '["applied"]')).toHaveLength(2);
  expect(told.slice(2).map(([events]) => events)).toContainEqual(["failed"]);
  const ids = receiver.messages().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const said = `${ended.stdout}${ended.stderr}${metrics}${receiver.sent.map(({ body }) => body).join("")}`;
  for (const secret of ["canary-token", PASSWORD]) expect(said).not.toContain(secret);
  expect(clones()).toEqual([]);
});

test("who may push may not run commands by that, unless it is allowed where the watch runs", async () => {
  const repository = makeRepository();
  const marker = `${temporaryFolder()}/ran`;
  const command = `[sh, -c, "touch '${marker}'; exit 1"]`;
  repository.push({
    "plumbline.yaml": project(
      `estate: pushed\nurl: http://127.0.0.1:9\nallowExec: true\ncredentials: { user: admin, password: { fromExec: ${command} } }`,
    ),
    "manifests/a.yaml": style("pushed_a"),
    "manifests/pushed_a.sld": sld(),
  });
  const args = ["watch", "--git", repository.url, "--path", "manifests"];
  const refused = await runHere(args);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /allowExec does not count in a project file that comes with a branch/,
    ),
  });
  expect(existsSync(marker)).toBe(false);
  const allowed = await runHere([...args, "--allow-exec"]);
  expect(allowed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/The command sh failed/),
  });
  expect(existsSync(marker)).toBe(true);
});
