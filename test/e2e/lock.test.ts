/** Several processes on one estate: one writes at a time, the others say who does. */
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderLease } from "../../src/reconciler/lock/lease.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { runCli, type Ran } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { isCatalogWrite, startProxy, type Passing } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { scale, testInProof } from "../support/run/scale.ts";
import { estate, leaseOf, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();

const isTaking = ({ method, path }: Passing) => method === "PUT" && path.endsWith("/lock.json");

/** Something to wait for, and how it comes about. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

interface Change {
  readonly id: number;
  readonly path: string;
}

async function changesAfter(id: number): Promise<readonly Change[]> {
  const headers = { authorization: AUTHORIZATION };
  const page = `${url()}/rest/plumbline/audit?after=${id}&limit=1000`;
  const changes = (await (await fetch(page, { headers })).json()) as readonly Change[];
  return changes.length < 1_000
    ? changes
    : [...changes, ...(await changesAfter(changes.at(-1)?.id ?? 0))];
}

const last = async () => (await changesAfter(0)).at(-1)?.id ?? 0;

/** A lease of somebody on another machine, as the catalog keeps it. */
async function lockElsewhere(name: string, text?: string): Promise<void> {
  const at = new Date().toISOString();
  const whose = {
    who: "jane",
    host: "build-7",
    machine: "elsewhere",
    pid: 4_711,
    id: "lock-of-jane",
  };
  const times = { number: 3, started: at, renewed: at, ttlMs: 600_000, released: false };
  const answer = await fetch(`${url()}/rest/resource/plumbline/${name}/lock.json`, {
    method: "PUT",
    headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
    body: text ?? renderLease({ ...whose, ...times }, name),
  });
  expect(answer.status).toBe(201);
}

/** Three styles of each of several processes, all of one estate. */
function folderOf(name: string, own: string): string {
  const names = [1, 2, 3].map((number) => `${own}-${number}`);
  const files = names.flatMap((style_) => [
    [`${style_}.yaml`, style(style_)],
    [`${style_}.sld`, sld()],
  ]);
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project(`estate: ${name}`),
    ...Object.fromEntries(files),
  });
  return folder;
}

/** All take the lock at once, and the one who gets it writes only when the others have ended. */
async function race(name: string, processes: number): Promise<readonly Ran[]> {
  const [allTake, othersEnded] = [gate(), gate()];
  let [takers, ended] = [0, 0];
  const proxy = await startProxy(url(), async (request) => {
    if (isTaking(request) && takers < processes) {
      if (++takers === processes) allTake.open();
      await allTake.opened;
    }
    if (isCatalogWrite(request)) await othersEnded.opened;
  });
  return Promise.all(
    Array.from({ length: processes }, async (_unused, index) => {
      const folder = folderOf(name, `${name}-p${index}`);
      const ran = await runCli(["apply", folder, "--yes"], { url: proxy });
      if (++ended === processes - 1) othersEnded.open();
      return ran;
    }),
  );
}

test("of several that start at once one writes, and the others end with code 5", async () => {
  const rounds = scale({ test: 1, proof: 25 });
  for (let round = 0; round < rounds; round++) {
    const [name, processes] = [`race${round}`, round % 2 === 0 ? scale({ test: 3, proof: 4 }) : 2];
    const before = await last();
    const ran = await race(name, processes);
    expect(ran.map(({ code }) => code).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      0,
      ...Array(processes - 1).fill(5),
    ]);
    for (const { stderr } of ran.filter(({ code }) => code === 5))
      expect(stderr).toMatch(
        /The estate is locked by \S+ on \S+ \(process \d+, since 2\S+\); lock (\S+) \[locked\]\n.*plumbline unlock --force \1\n/,
      );
    const winner = ran.findIndex(({ code }) => code === 0);
    const state = `/rest/resource/plumbline/${name}`;
    expect((await changesAfter(before)).map(({ path }) => path)).toEqual([
      `${state}/lock.json`,
      "/rest/resource/plumbline/claims.json",
      ...Array(3).fill("/rest/styles"),
      `${state}/inventory.json`,
      `${state}/history.json`,
      "/rest/resource/plumbline/claims.json",
      `${state}/lock.json`,
    ]);
    expect(await leaseOf(url(), name)).toMatchObject({ number: 1, released: true });
    const made = await run("plan", folderOf(name, `${name}-p${winner}`), "--detailed-exitcode");
    expect(made).toMatchObject({ code: 0 });
  }
}, 900_000);

test("a holder that is killed is followed by the next, with a higher number", async () => {
  const folder = estate("killed", { "b.yaml": style("killed2"), "killed2.sld": sld() });
  const dead = gate();
  const proxy = await startProxy(url(), async (request) => {
    if (!isCatalogWrite(request)) return;
    child?.kill("SIGKILL");
    await dead.opened;
  });
  let child: ChildProcess | undefined;
  const onStart = (started: ChildProcess) => (child = started);
  const killed = await runCli(["apply", folder, "--yes"], { url: proxy, onStart });
  expect(killed.code).toBeNull();
  expect(await leaseOf(url(), "killed")).toMatchObject({ number: 1, released: false });
  const next = await run("apply", folder, "--yes");
  expect(next).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^The lock of .* was taken over: that process is gone\.\n/),
  });
  expect(await leaseOf(url(), "killed")).toMatchObject({ number: 2, released: true });
  expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  dead.open();
});

test("somebody's lock: code 5 until it is ended by its id; reading needs none", async () => {
  const folder = estate("foreign");
  await lockElsewhere("foreign");
  const before = await last();
  const says = /locked by jane on build-7 \(process 4711, since 2\S+\); lock lock-of-jane/;
  expect(await run("apply", folder, "--yes")).toMatchObject({
    code: 5,
    stdout: "",
    stderr: expect.stringMatching(says),
  });
  expect(await run("apply", folder, "--yes", "--lock-timeout", "1s")).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/^Waiting for the lock of jane on build-7/),
  });
  for (const command of ["plan", "drift"])
    expect(await run(command, folder)).toMatchObject({ code: 0 });
  expect(await run("unlock", folder, "--force", "another")).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(says),
  });
  expect(await last()).toBe(before);
  const ended = await run("unlock", folder, "--force", "lock-of-jane", "-o", "json");
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.stdout)).toEqual({
    format_version: "1.0",
    estate: "foreign",
    unlocked: "lock-of-jane",
  });
  expect(await run("unlock", folder, "--force", "lock-of-jane")).toMatchObject({
    code: 0,
    stdout: "The estate foreign is not locked.\n",
  });
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  expect(await leaseOf(url(), "foreign")).toMatchObject({ number: 5, released: true });
});

testInProof(
  "a lock that cannot be read: code 5, and nothing is written",
  async () => {
    const folder = estate("broken");
    await lockElsewhere("broken", "no lease");
    const before = await last();
    const { code, stdout } = await run("apply", folder, "--yes", "-o", "json");
    expect(code).toBe(5);
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({
      complete: false,
      diagnostics: [{ code: "lock-unreachable", severity: "error" }],
    });
    expect(await last()).toBe(before);
  },
  120_000,
);

testInProof(
  "who waits finds the work of the other done",
  async () => {
    const folder = estate("patient");
    const waiting = gate();
    const proxy = await startProxy(url(), async (request) => {
      if (!isCatalogWrite(request)) return;
      second ??= runCli(["apply", folder, "--yes", "--lock-timeout", "2m"], {
        url: url(),
        onStart: ({ stderr }) => stderr?.once("data", () => waiting.open()),
      });
      await waiting.opened;
    });
    let second: Promise<Ran> | undefined;
    expect(await runHere(["apply", folder, "--yes"], { url: proxy })).toMatchObject({ code: 0 });
    expect(await second).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No changes\./m),
      stderr: expect.stringMatching(/^Waiting for the lock of /),
    });
  },
  120_000,
);

const terms = [
  ["--yes", 0, /^[\s\S]*Plan: 1 create[\s\S]*No changes\./],
  ["--plan", 4, /^[\s\S]*Plan: 1 create/],
] as const;

test.for(terms)(
  "a run between planning and the lock is noticed, %s",
  async ([flag, code, stdout]) => {
    const name = `between${flag}`;
    const folder = estate(name);
    const file = join(temporaryFolder(), "plan.json");
    let first: Promise<Ran> | undefined;
    const proxy = await startProxy(url(), async (request) => {
      if (!isTaking(request)) return;
      first ??= run("apply", folder, "--yes");
      expect(await first).toMatchObject({ code: 0 });
    });
    const planned = await runHere(["plan", folder, "--out", file], { url: proxy });
    expect(planned.code).toBe(0);
    const args = flag === "--plan" ? [flag, file] : [flag];
    expect(await runHere(["apply", folder, ...args], { url: proxy })).toMatchObject({
      code,
      stdout: expect.stringMatching(stdout),
    });
    expect(await leaseOf(url(), name)).toMatchObject({ number: 2, released: true });
  },
);

testInProof(
  "a local inventory has its lock beside it",
  async () => {
    const folder = estate("nearby", {
      "plumbline.yaml": project("estate: nearby\ninventory: local"),
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    const file = join(folder, ".plumbline/nearby/lock.1.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ number: 1, released: true });
    writeFiles(folder, { "nearby.sld": sld({ colour: "#000001" }) });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
    await expect(leaseOf(url(), "nearby")).rejects.toThrow(/JSON/);
  },
  120_000,
);
