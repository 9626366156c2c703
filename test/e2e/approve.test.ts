/** Approving what a watch waits with: by digest, by people, and only what still waits. */
import { describe, expect, test } from "vitest";
import { renderApprovals, type Approvals } from "../../src/reconciler/inventory/approvals.ts";
import { AUTHORIZATION } from "../support/catalog.ts";
import { runHere } from "../support/run-here.ts";
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

const approvals = (name: string) => `${url()}/rest/resource/plumbline/${name}/approvals.json`;
const headers = () => ({ authorization: AUTHORIZATION, "content-type": "application/json" });

/** An estate whose watch waits with the given plans. */
async function waiting(name: string, ...requests: Approvals["waiting"]): Promise<string> {
  const body = renderApprovals({ waiting: requests, approved: [] }, name);
  await fetch(approvals(name), { method: "PUT", headers: headers(), body });
  return estate(name);
}

const kept = async (name: string) =>
  (await (await fetch(approvals(name), { headers: headers() })).json()) as Approvals;

describe("approve", () => {
  test("lists what waits, approves it by the first digits, and says so", async () => {
    const folder = await waiting("ready", waits("9f2c61d4aa", workspace));
    const listed = await here("approve", "-p", folder);
    expect(listed).toMatchObject({
      code: 0,
      stdout: `${digest("9f2c61d4aa")}\n  waits since ${at}: 2 delete\n  Stopped: Workspace roads would be deleted.\n`,
    });
    const approved = await run("approve", "9f2c61d4", "-p", folder);
    expect(approved).toMatchObject({
      code: 0,
      stdout: `Approved: 2 delete (${digest("9f2c61d4aa")}). The watch applies it next.\n`,
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
    const approved = await here("approve", digest("aa").toUpperCase(), "-p", folder, "-o", "json");
    expect(approved.code).toBe(0);
    expect(JSON.parse(approved.stdout)).toMatchObject({
      estate: "whole",
      approved: { digest: digest("aa") },
    });
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
