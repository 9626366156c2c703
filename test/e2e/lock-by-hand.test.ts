/** The lock as people see and take it: `lock`, `lock --take`, and `unlock` after it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseLease, renderLease, lockStatusOf } from "../../src/reconciler/lock/lease.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, leaseOf, project, serverForFile } from "./support.ts";

const { url, run } = serverForFile();
const here = (...args: string[]) => runHere(args, { url: url() });

const standing = async (folder: string) =>
  JSON.parse((await here("lock", folder, "-o", "json")).stdout);

describe("lock", () => {
  test("taken by hand it stops others until it is ended", async () => {
    const folder = estate("hand");
    expect(await here("lock", folder)).toMatchObject({
      code: 0,
      stdout: "The estate hand is not locked.\n",
    });
    expect(await standing(folder)).toEqual({
      format_version: "1.0",
      estate: "hand",
      standing: "free",
      lease: null,
    });
    const why = ["--reason", "a disk is moved", "--for", "2h"];
    const taken = await run("lock", folder, "--take", ...why);
    expect(taken.code).toBe(0);
    const { id, number, started, ttl_seconds } = await leaseOf(url(), "hand");
    expect([number, ttl_seconds]).toEqual([1, 7_200]);
    const until = new Date(Date.parse(String(started)) + 7_200_000).toISOString();
    const holder = String.raw`\S+ on \S+ \(by hand until ${until}: a disk is moved\)`;
    const ends = `plumbline unlock --force ${id}`;
    expect(taken.stdout).toMatch(
      new RegExp(`^The estate hand is locked by ${holder}.\n${ends} ends it.\n$`),
    );
    const again = await here("lock", folder);
    expect(again.stdout).toBe(taken.stdout);
    const applied = await here("apply", folder, "--yes");
    expect(applied.code).toBe(5);
    expect(applied.stderr).toMatch(
      new RegExp(
        `is locked by ${holder}; lock ${id} \\[locked\\]\n.*If it may be ended: ${ends}\n`,
      ),
    );
    expect(await here("lock", folder, "--take", ...why)).toMatchObject({ code: 5 });
    const shown = await here("lock", folder, "-o", "json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      standing: "held",
      lease: { id, number: 1, holds_until: until, reason: "a disk is moved" },
    });
    expect(await here("unlock", folder, "--force", String(id))).toMatchObject({ code: 0 });
    expect(await here("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(await standing(folder)).toMatchObject({ standing: "free", lease: null });
    expect(await leaseOf(url(), "hand")).not.toHaveProperty("reason");
  });

  test("a local one, without a server that keeps files", async () => {
    const folder = estate("near", { "plumbline.yaml": project("estate: near\ninventory: local") });
    expect(await here("lock", folder, "--take", "--reason", "why")).toMatchObject({ code: 0 });
    expect(await here("apply", folder, "--yes")).toMatchObject({ code: 5 });
    expect(await standing(folder)).toMatchObject({ standing: "held", lease: { reason: "why" } });
  });

  test("one that has run out or was left behind says so, and is no obstacle", async () => {
    const folder = estate("late", { "plumbline.yaml": project("estate: late\ninventory: local") });
    await here("lock", folder, "--take", "--reason", "short", "--for", "1s");
    const file = join(folder, ".plumbline/late/lock.1.json");
    const kept = parseLease(readFileSync(file, "utf8"), "late");
    const put = (lease: typeof kept) => writeFileSync(file, renderLease(lease, "late"));
    put({ ...kept, reason: undefined, ttlMs: 600_000, pid: 2 ** 22 + 1 });
    expect((await here("lock", folder)).stdout).toMatch(/is left behind: that process is gone/);
    put({ ...kept, renewed: new Date(0).toISOString() });
    expect((await here("lock", folder)).stdout).toMatch(
      / has run out; the next run takes it over\.\n$/,
    );
    expect(await here("lock", folder, "--take", "--reason", "next")).toMatchObject({ code: 0 });
    expect(await standing(folder)).toMatchObject({ lease: { number: 2, reason: "next" } });
  });

  test("no process stands for it: it holds on the machine it was taken on", () => {
    const at = new Date(0).toISOString();
    const times = { started: at, renewed: at, ttlMs: 1_000, released: false };
    const lease = { who: "w", host: "h", machine: "m", pid: 1, id: "i", number: 1, ...times };
    const here_ = { machine: "m", isAlive: () => false };
    const at_ = (one: object) =>
      lockStatusOf({ lease: { ...lease, ...one }, version: undefined, ageMs: 5 }, here_);
    expect([at_({}), at_({ reason: "r" })]).toEqual(["abandoned", "held"]);
  });

  test.for([
    [["--take"], "Say why with --reason"],
    [["--take", "--reason", " "], "Say why with --reason"],
    [["--take", "--reason", "a\u001b[2Jb"], "one line"],
    [["--take", "--reason", "x".repeat(201)], "at most 200 characters"],
    [["--take", "--reason", "x", "--for", "8d"], "at most 7d"],
    [["--take", "--reason", "x", "--for", "0s"], "more than nothing"],
  ] as const)("%j is a mistake", async ([flags, text]) => {
    expect(await here("lock", estate("wrong"), ...flags)).toMatchObject({
      code: 64,
      stdout: "",
      stderr: expect.stringContaining(text),
    });
  });

  test("a server that is not there", async () => {
    const ran = await runHere(["lock", estate("nowhere")], { url: `${url()}/nowhere` });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
  });
});
