/** The history of an estate: which runs are kept, what is reported of them, and who reads it. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { history as limits } from "../../src/model/limits.ts";
import {
  loadHistory,
  parseHistory,
  recordRun,
  renderHistory,
  runRecord,
} from "../../src/reconciler/inventory/history.ts";
import {
  StateError,
  type StateDocument,
  type StateStore,
} from "../../src/reconciler/inventory/state-store.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { estateOf } from "../support/estates/estate.ts";
import { writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();
const here = (...args: string[]) => runHere(args, { url: url() });

interface Run {
  readonly id: string;
  readonly command: string;
  readonly result: string;
  readonly commit: string | null;
  readonly modified: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly requests: object;
  readonly changes: readonly object[];
  readonly changes_omitted: number;
  readonly failures: readonly { readonly summary: string; readonly message: string }[];
}

async function runsOf(folder: string): Promise<readonly Run[]> {
  const { stdout } = await here("history", "-p", folder, "-o", "json");
  return (JSON.parse(stdout) as { readonly runs: readonly Run[] }).runs;
}

function git(folder: string, ...args: string[]): string {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  return execFileSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" }).trim();
}

describe("history", () => {
  test("who did what, when and from where", async () => {
    const folder = estate("told", { "b.yaml": style("b"), "b.sld": sld() });
    expect(await here("history", "-p", folder)).toMatchObject({
      code: 0,
      stdout: "No run of the estate told is recorded.\n",
    });
    git(folder, "init", "-q");
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "one");
    const commit = git(folder, "rev-parse", "HEAD");
    await here("apply", folder, "--yes");
    rmSync(join(folder, "b.yaml"));
    await here("apply", folder, "--yes", "--prune", "owned");
    await here("apply", folder, "--yes", "--prune", "owned");
    const listed = await run("history", "-p", folder);
    expect(listed.code).toBe(0);
    const [head, second, first, ...others] = listed.stdout.trimEnd().split("\n");
    expect(others).toEqual([
      "",
      "To go back to what a run applied: git checkout COMMIT && plumbline apply",
    ]);
    expect(head).toMatch(/^Id +Started +Command +Result +By +Commit +Changes$/);
    expect(second).toMatch(/ apply .*  Style\/b deleted$/);
    expect(first).toMatch(
      new RegExp(
        `^[0-9a-f]{12}  \\S+Z  apply    applied  \\S+@${hostname()}  ${commit.slice(0, 12)}  Style 2 created$`,
      ),
    );
    const [newest, oldest] = await runsOf(folder);
    expect(newest).toMatchObject({ commit, modified: true, counts: { delete: 1, create: 0 } });
    expect(oldest).toMatchObject({
      command: "apply",
      result: "applied",
      commit,
      modified: false,
      requests: { failed: 0 },
      changes: [
        { address: "Style/b", action: "create", done: true },
        { address: "Style/told", action: "create", done: true },
      ],
      failures: [],
    });
    const one = await here("history", "last", "-p", folder);
    expect(one.stdout).toContain(`Run ${newest?.id}: apply, applied\n`);
    expect(one.stdout).toContain(`commit     ${commit} and what was not committed\n`);
    expect(one.stdout).toMatch(/\n {2}- Style\/b\n$/);
    expect(one.stdout).not.toContain("git checkout");
    const id = String(oldest?.id).slice(0, 8);
    const back = `git checkout ${commit} && plumbline apply`;
    expect((await here("history", id, "-p", folder)).stdout).toMatch(
      new RegExp(`\n\nBack to what it applied: ${back}\n$`),
    );
    const json = await here("history", id, "-p", folder, "-o", "json");
    expect(JSON.parse(json.stdout)).toEqual({ format_version: "1.0", ...oldest, back });
  });

  test("what changed, by kind and what became of it; in a pipeline who started it, and where", async () => {
    const folder = estate("piped", { "p.yaml": style("p"), "p.sld": sld() });
    const env = {
      GITEA_ACTIONS: "",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTOR: "ann",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "city/maps",
      GITHUB_RUN_ID: "7123",
    };
    await runHere(["apply", folder, "--yes"], { url: url(), env });
    writeFiles(folder, {
      "p.sld": sld({ colour: "#445566" }),
      "q.yaml": style("q"),
      "q.sld": sld(),
    });
    await runHere(["apply", folder, "--yes"], { url: url(), env });
    const listed = (await here("history", "-p", folder)).stdout.trimEnd().split("\n");
    expect(listed[1]).toMatch(
      new RegExp(`ann@${hostname()} .*  Style/p updated, Style/q created$`),
    );
    expect(listed[2]).toMatch(/ Style 2 created$/);
    const link = "https://github.com/city/maps/actions/runs/7123";
    const one = await here("history", "last", "-p", folder);
    expect(one.stdout).toContain(`by         ann on ${hostname()}, GitHub Actions\n`);
    expect(one.stdout).toContain(`run        ${link}\n`);
    expect(one.stdout).toContain("changes    Style/p updated, Style/q created\n");
    const [newest] = await runsOf(folder);
    expect(newest).toMatchObject({ who: "ann", ci: { system: "GitHub Actions", url: link } });
  });

  test("a run that is not there, a limit that is none, a server that is not there", async () => {
    const folder = estate("asked");
    expect(await here("history", "zz", "-p", folder)).toMatchObject({ code: 1, stdout: "" });
    expect(await here("history", "-p", folder, "--limit", "0")).toMatchObject({ code: 64 });
    const nowhere = await runHere(["history", "-p", folder], { url: `${url()}/nowhere` });
    expect(nowhere).toMatchObject({ code: 1, stdout: "" });
  });

  test("adoptions and ends are runs, passes with nothing to do are none", async () => {
    const folder = estate("adopts");
    await here("apply", folder, "--yes");
    writeFiles(folder, { "plumbline.yaml": project("estate: adopts2") });
    const owned = await here("apply", folder, "--yes", "--allow", "takeover");
    expect(owned.code).toBe(0);
    await here("destroy", folder, "--confirm", "adopts2");
    const [destroyed, adopted] = await runsOf(folder);
    expect(destroyed).toMatchObject({ command: "destroy", counts: { delete: 1 } });
    expect(adopted).toMatchObject({ command: "apply", counts: { adopt: 1, create: 0 } });
  });

  test("beside a local inventory, and nobody else's", async () => {
    const folder = estate("local", {
      "plumbline.yaml": project("estate: local\ninventory: local"),
      "s.yaml": `apiVersion: plumbline/v1\nkind: Style\nmetadata: { workspace: gone, name: s }\nspec: { source: ./local.sld }\n`,
      "w.yaml": "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: gone }\nspec: {}\n",
    });
    await here("apply", folder, "--yes");
    const document = join(folder, ".plumbline", "local", "history.json");
    expect(existsSync(document)).toBe(true);
    expect(parseHistory(readFileSync(document, "utf8"), "local")).toHaveLength(1);
    expect(() => parseHistory(readFileSync(document, "utf8"), "other")).toThrow(
      /belongs to the estate local/,
    );
  });

  test("of a run that failed: which requests, and what is not done", async () => {
    const { app } = await startCatalog();
    const folder = estate("fails", { "x.yaml": style("x"), "x.sld": sld() });
    const connection = await connectTo(app, "fails", (real) => async (request) => {
      const isStyle = request.method !== "GET" && request.path.startsWith("/styles");
      const body = new TextEncoder().encode("no room");
      return isStyle ? { status: 507, headers: {}, body } : real(request);
    });
    const planned = await planEstate(estateOf(folder, { name: "fails" }), connection);
    const by = {
      command: "apply",
      who: "w",
      host: "h",
      commit: undefined,
      modified: false,
    } as const;
    const result = await applyPlan(planned, { ...connection, by, wait: async () => undefined });
    expect(result.converged).toBe(false);
    const [kept] = await loadHistory(connection.inventory.state, "fails");
    expect(kept).toMatchObject({
      ...by,
      result: "partial",
      requests: { planned: 2, done: 0, failed: 2 },
      changes: [
        { address: "Style/fails", action: "create", done: false },
        { address: "Style/x", action: "create", done: false },
      ],
      failures: [{ status: 507, message: "no room" }, { status: 507 }],
    });
  });

  test("a history that cannot be read stops no run, and says so each time", async () => {
    const folder = estate("broken");
    await here("apply", folder, "--yes");
    const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
    const path = `${url()}/rest/resource/plumbline/broken/history.json`;
    await fetch(path, { method: "PUT", headers, body: "{" });
    writeFiles(folder, { "c.yaml": style("c"), "c.sld": sld() });
    const applied = await here("apply", folder, "--yes");
    expect(applied).toMatchObject({ code: 0, stderr: expect.stringContaining("history-unsaved") });
    expect(await here("history", "-p", folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("history.json"),
    });
    expect(await (await fetch(path, { headers })).text()).toBe("{");
  });
});

test("what a record calls a commit is no part of a command unless it is one", async () => {
  const folder = estate("forged");
  await here("apply", folder, "--yes");
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const path = `${url()}/rest/resource/plumbline/forged/history.json`;
  const kept = await (await fetch(path, { headers })).text();
  const forge = async (commit: string) => {
    const body = kept.replace(/"commit":\s*null/, `"commit":"${commit}"`);
    await fetch(path, { method: "PUT", headers, body });
    return (await here("history", "last", "-p", folder)).stdout;
  };
  expect(await forge("c0ffee")).toContain("git checkout c0ffee && plumbline apply");
  expect(await forge("main; reboot")).not.toContain("git checkout");
});

describe("bounds", () => {
  const by = { command: "watch", who: "w", host: "h", commit: undefined, modified: false } as const;
  const none = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, adopt: 0 };
  const record = (number: number, changes = 1) =>
    runRecord({
      ...by,
      started: new Date(number * 1_000).toISOString(),
      tookMs: 1,
      manifests: "m",
      plan: `p${number}`,
      counts: none,
      requests: { planned: 0, done: 0, failed: 0 },
      result: "partial",
      changes: Array.from({ length: changes }, (_one, index) => ({
        address: `Style/${index}`,
        action: "update" as const,
        done: false,
      })),
      failures: [{ summary: "s", status: undefined, message: "x".repeat(1_000) }],
    });

  test("the newest runs are kept, and so much of each", () => {
    const runs = Array.from({ length: limits.runs + 5 }, (_one, index) => record(index));
    const kept = parseHistory(renderHistory(runs, "e"), "e");
    expect(kept).toEqual(runs.slice(5));
    const large = record(1, limits.changes + 7);
    expect([large.changes.length, large.omitted]).toEqual([limits.changes, 7]);
    expect(large.failures[0]?.message).toHaveLength(limits.textCharacters);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  });

  test("two that write at once do not lose each other's run unseen", async () => {
    let kept: StateDocument | undefined;
    const state: StateStore = {
      place: (name) => name,
      load: async () => kept,
      save: async (_name, text, expected) => {
        if (expected !== (kept ?? "nothing")) throw new StateError("history.json", "was changed");
        kept = { text, etag: undefined };
      },
      remove: async () => undefined,
    };
    await recordRun(state, "e", record(1));
    const both = await Promise.allSettled([2, 3].map((one) => recordRun(state, "e", record(one))));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
