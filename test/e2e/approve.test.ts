/** Approving what a watch waits with: by digest, by people, and only what still waits. */
import { describe, expect, test } from "vitest";
import type { Approvals } from "../../src/reconciler/inventory/approvals.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { waitingState } from "../support/watch/waiting.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, serverForFile } from "./support.ts";

const { url, run } = serverForFile();
const here = (...args: string[]) => runHere(args, { url: url() });

const digest = (first: string) => `sha256-${first.padEnd(64, "0")}`;
const at = "2026-01-02T03:04:05.000Z";
const workspace = {
  allow: "workspace-delete",
  message: "Workspace roads would be deleted",
  hint: "Accept it.",
};
const fixed = { allow: null, message: "Style/s is protected", hint: "Take the word out." };
const waits = (first: string, ...blocks: Approvals["waiting"][number]["blocks"]) => ({
  digest: digest(first),
  created: at,
  summary: { create: 0, delete: 2 },
  blocks,
});

const place = (name: string, file: string) => `${url()}/rest/resource/plumbline/${name}/${file}`;
const approvals = (name: string) => place(name, "approvals.json");
const headers = () => ({ authorization: AUTHORIZATION, "content-type": "application/json" });

/** An estate whose watch waits with the given plans. */
async function waiting(name: string, ...requests: Approvals["waiting"]): Promise<string> {
  const folder = estate(name);
  const kept = await waitingState(name, requests, { folder, url: url() });
  for (const [file, body] of Object.entries(kept))
    await fetch(place(name, file), { method: "PUT", headers: headers(), body });
  return folder;
}

const kept = async (name: string) =>
  (await (await fetch(approvals(name), { headers: headers() })).json()) as Approvals;

describe("approve", () => {
  test("lists what waits, approves it by the first digits, and says so", async () => {
    const folder = await waiting("ready", waits("9f2c61d4aa", workspace));
    const planned = await here("plan", folder);
    const PLAN = planned.stdout.replace(/Digest [0-9a-f]{8}/, "Digest 9f2c61d4");
    const listed = await here("approve", "-p", folder);
    expect(listed).toMatchObject({
      code: 0,
      stdout: `${digest("9f2c61d4aa")}\n  waits since ${at}: 2 delete\n  Stopped: Workspace roads would be deleted.\n`,
    });
    const unasked = await run("approve", "9f2c61d4", "-p", folder);
    expect(unasked).toMatchObject({
      code: 64,
      stdout: PLAN,
      stderr: "No terminal to ask on: give --yes to do it without a question. Nothing was done.\n",
    });
    expect((await kept("ready")).approved).toEqual([]);
    const approved = await run("approve", "9f2c61d4", "-p", folder, "--yes");
    expect(approved).toMatchObject({
      code: 0,
      stdout: `${PLAN}Approved: 2 delete (${digest("9f2c61d4aa")}). The watch applies it next.\n`,
      stderr: "",
    });
    expect(await kept("ready")).toMatchObject({
      waiting: [{ digest: digest("9f2c61d4aa") }],
      approved: [{ digest: digest("9f2c61d4aa"), blocks: [workspace.message] }],
    });
    expect((await here("approve", "-p", folder)).stdout).toMatch(
      /\n {2}approved by \S+@\S+ at 2\S+Z\n$/,
    );
    const json = await here("approve", "-p", folder, "-o", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      format_version: "1.0",
      estate: "ready",
      waiting: [{ created: at }],
    });
  });

  test("as JSON, by the whole digest", async () => {
    const folder = await waiting("whole", waits("aa", workspace));
    const approved = await here(
      "approve",
      digest("aa").toUpperCase(),
      "-p",
      folder,
      "-o",
      "json",
      "--yes",
    );
    expect(approved.code).toBe(0);
    expect(JSON.parse(approved.stdout)).toMatchObject({
      estate: "whole",
      approved: { digest: digest("aa") },
      plan: { type: "plan", digest: digest("aa") },
    });
  });

  test("a plan that was not kept, or is another one by now, is said to be that", async () => {
    const folder = await waiting("bare", waits("ad", workspace));
    await fetch(place("bare", "waiting-plan.json"), { method: "DELETE", headers: headers() });
    expect(await here("approve", digest("ad"), "-p", folder, "--yes")).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringMatching(/The watch kept no plan .*Nothing was approved/),
    });
    expect((await kept("bare")).approved).toEqual([]);
  });

  test("nor is what is kept in the place of a plan and is none", async () => {
    const folder = await waiting("odd", waits("ae", workspace));
    const keep = (body: string) =>
      fetch(place("odd", "waiting-plan.json"), { method: "PUT", headers: headers(), body });
    await keep(
      JSON.stringify({ format_version: "1.0", estate: "odd", plan: { digest: digest("ae") } }),
    );
    const args = ["approve", digest("ae"), "-p", folder, "--yes"];
    expect(await here(...args)).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringMatching(/The watch kept no plan .*Nothing was approved/),
    });
    for (const body of ["?", '{ "plan"', "{}"]) {
      await keep(body);
      expect(await here(...args)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/waiting-plan\.json cannot be read: .*\[server-refused\]/),
      });
    }
    expect((await kept("odd")).approved).toEqual([]);
  });

  test("what nobody can lift, what is unclear, and what does not wait is not approved", async () => {
    const requests = [
      waits("ab12345678a", workspace),
      waits("ab12345678b"),
      waits("cc", workspace, fixed),
    ];
    const folder = await waiting("picky", ...requests);
    const asked = async (given: string) => {
      const { code, stdout, stderr } = await here("approve", given, "-p", folder);
      expect([stdout, stderr]).toEqual(["", expect.stringMatching(/ Nothing was approved\.\n$/)]);
      return code;
    };
    expect(await asked("cc000000")).toBe(3);
    expect(await asked("ab12345678")).toBe(64);
    expect(await asked("ab12345")).toBe(64);
    expect(await asked("dd000000")).toBe(4);
    expect((await kept("picky")).approved).toEqual([]);
    expect((await here("approve", "-p", folder)).stdout).toContain("  Take the word out.\n");
  });

  test("signs that nobody sees are shown in what stops a plan", async () => {
    const message = "Style/ro\u200bads\u001b[2J is protected";
    const folder = await waiting("unseen", waits("af", { ...workspace, message }));
    const { stdout } = await here("approve", "-p", folder);
    expect(stdout).toContain("Stopped: Style/ro\ufffdads\ufffd[2J is protected.");
  });

  test("nothing waits; and approvals that cannot be read are no empty list", async () => {
    const folder = estate("empty");
    expect(await here("approve", "-p", folder)).toMatchObject({
      code: 0,
      stdout: "No plan of the estate empty waits for approval.\n",
    });
    expect(await here("approve", "12345678", "-p", folder)).toMatchObject({ code: 4 });
    await fetch(approvals("empty"), { method: "PUT", headers: headers(), body: "{}" });
    expect(await here("approve", "-p", folder)).toMatchObject({ code: 1, stdout: "" });
  });
});
