/** The end of an estate, as users ask for it: what it owns goes, once its name was typed. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { writeFiles } from "../support/run/folders.ts";
import { startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, mode, project, serverForFile, style } from "./support.ts";

const { url, run } = serverForFile();
const here = (...args: string[]) => runHere(args, { url: url() });

const statusOf = async (path: string) =>
  (await fetch(`${url()}/rest${path}`, { headers: { authorization: AUTHORIZATION } })).status;

const workspace = (name: string) =>
  `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: ${name} }\nspec: {}\n`;

/** Twelve styles: more than a change limit lets one plan delete. */
const many = Object.fromEntries(
  Array.from({ length: 12 }, (_one, index) => `many${index}`).flatMap((name) => [
    [`${name}.yaml`, style(name)],
    [`${name}.sld`, sld()],
  ]),
);

async function runsOf(folder: string): Promise<readonly object[]> {
  const { stdout } = await here("history", "-p", folder, "-o", "json");
  return (JSON.parse(stdout) as { readonly runs: readonly object[] }).runs;
}

describe("destroy", () => {
  test("shows, asks for the name, deletes, and then finds nothing", async () => {
    const folder = estate("gone", many);
    expect(await here("apply", folder, "--yes")).toMatchObject({ code: 0 });
    const unasked = await run("destroy", folder);
    expect(unasked).toMatchObject({
      code: 3,
      stderr: "To delete it, type the name of the estate: --confirm gone. Nothing was changed.\n",
    });
    expect(unasked.stdout).toContain("13 delete");
    expect(await statusOf("/styles/gone.xml")).toBe(200);
    const done = await run("destroy", folder, "--confirm", "gone");
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).toMatch(
      /Destroyed: the estate owns nothing any more\. 13 of 13 requests done\.\n$/,
    );
    expect(await statusOf("/styles/gone.xml")).toBe(404);
    expect(await statusOf("/styles/many11.xml")).toBe(404);
    expect(await here("destroy", folder, "--confirm", "gone", "--detailed-exitcode")).toMatchObject(
      {
        code: 0,
        stdout: expect.stringContaining("No changes."),
      },
    );
  });

  test("another name is a mistake; nothing is read for it", async () => {
    const folder = estate("named");
    expect(await here("destroy", folder, "--confirm", "name")).toMatchObject({
      code: 64,
      stdout: "",
      stderr: "--confirm names name; the estate is named. Nothing was changed.\n",
    });
  });

  test("a report that cannot be written is a mistake; nothing is deleted for it", async () => {
    const folder = estate("reported");
    expect(await here("apply", folder, "--yes")).toMatchObject({ code: 0 });
    const report = join(folder, "nowhere", "report.md");
    const ran = await here("destroy", folder, "--confirm", "reported", "--report", report);
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(report) });
    expect(await statusOf("/styles/reported.xml")).toBe(200);
  });

  test("of several targets the one that is named, which may be typed instead", async () => {
    const targets = `targets:\n  one: { url: ${url()} }\n  two: { url: http://127.0.0.1:9 }`;
    const folder = estate("aimed", { "plumbline.yaml": project(`estate: aimed\n${targets}`) });
    const at = [folder, "-t", "one"];
    expect(await here("apply", ...at, "--yes")).toMatchObject({ code: 0 });
    expect(await here("destroy", ...at, "--confirm", "two")).toMatchObject({
      code: 64,
      stderr: "--confirm names two; the estate is aimed, its target one. Nothing was changed.\n",
    });
    expect(await here("destroy", ...at, "--confirm", "one")).toMatchObject({ code: 0 });
    expect(await statusOf("/styles/aimed.xml")).toBe(404);
  });

  test("--plan-only shows and ends, as text and as JSON", async () => {
    const folder = estate("shown");
    await here("apply", folder, "--yes");
    const text = await here("destroy", folder, "--plan-only");
    expect(text).toMatchObject({ code: 0, stdout: expect.stringContaining("- Style/shown") });
    const json = await here("destroy", folder, "--plan-only", "-o", "json", "--detailed-exitcode");
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({
      complete: true,
      changes: [{ address: "Style/shown", action: "delete" }],
    });
    expect(await statusOf("/styles/shown.xml")).toBe(200);
  });

  test("what nobody owns stays, also in a workspace whose deletion would cascade to it", async () => {
    const folder = estate("careful", { "w.yaml": workspace("shared") });
    await here("apply", folder, "--yes");
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const body = "<style><name>theirs</name><filename>theirs.sld</filename></style>";
    await fetch(`${url()}/rest/workspaces/shared/styles`, { method: "POST", headers, body });
    const confirmed = ["destroy", folder, "--confirm", "careful"];
    const unallowed = await here(...confirmed);
    expect(unallowed).toMatchObject({ code: 3, stderr: "Nothing was changed.\n" });
    expect(unallowed.stdout).toContain("--allow workspace-delete");
    const held = await here(...confirmed, "--allow", "workspace-delete");
    expect(held).toMatchObject({ code: 3, stderr: "Nothing was changed.\n" });
    expect(held.stdout).toContain("style theirs");
    expect(await statusOf("/workspaces/shared/styles/theirs.xml")).toBe(200);
    await fetch(`${url()}/rest/workspaces/shared/styles/theirs`, { method: "DELETE", headers });
    expect(await here(...confirmed, "--allow", "workspace-delete")).toMatchObject({ code: 0 });
    expect(await statusOf("/workspaces/shared.xml")).toBe(404);
  });

  test("lifecycles hold: protected stops it, orphans stay, said now or when it was applied", async () => {
    const as = (lifecycle: string, name: string) =>
      style(name).replace(`name: ${name}`, `name: ${name}, lifecycle: ${lifecycle}`);
    const files = { "keep.yaml": as("orphan", "keep"), "keep.sld": sld() };
    const folder = estate("lived", { ...files, "late.yaml": style("late"), "late.sld": sld() });
    await here("apply", folder, "--yes");
    writeFiles(folder, { "late.yaml": as("protect", "late") });
    const confirmed = ["destroy", folder, "--confirm", "lived"];
    const stopped = await here(...confirmed);
    expect(stopped.code).toBe(3);
    expect(stopped.stdout).toContain("Stopped: Style/late is protected and would be deleted.");
    writeFiles(folder, { "late.yaml": as("observe", "late") });
    const ended = await here(...confirmed, "-o", "json", "--detailed-exitcode");
    expect(ended.code).toBe(2);
    const events = ended.stdout.trimEnd().split("\n");
    expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({ type: "summary", converged: true });
    expect(await statusOf("/styles/lived.xml")).toBe(404);
    expect(await statusOf("/styles/keep.xml")).toBe(200);
    expect(await statusOf("/styles/late.xml")).toBe(200);
  });

  test("needs no manifests, but none that are broken", async () => {
    const folder = estate("bare", { "mode.yaml": mode("HIDE") });
    await here("apply", folder, "--yes");
    writeFiles(folder, { "broken.yaml": "kind: [" });
    const confirmed = ["destroy", folder, "--confirm", "bare"];
    expect(await here(...confirmed)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("yaml-syntax"),
    });
    for (const file of ["broken.yaml", "mode.yaml", "a.yaml", "bare.sld"])
      rmSync(join(folder, file));
    expect(await here(...confirmed)).toMatchObject({ code: 0 });
    expect(await statusOf("/styles/bare.xml")).toBe(404);
  });

  test("what cannot be deleted stays owned, and the next try takes it", async () => {
    const folder = estate("stuck", { "b.yaml": style("b"), "b.sld": sld() });
    await here("apply", folder, "--yes");
    let isBroken = true;
    const proxy = await startProxy(url(), ({ method, path }) =>
      isBroken && method === "DELETE" && path.includes("/styles/b") ? "refuse" : undefined,
    );
    const destroy = () => runHere(["destroy", folder, "--confirm", "stuck"], { url: proxy });
    expect(await destroy()).toMatchObject({
      code: 6,
      stdout: expect.stringContaining("Not finished"),
    });
    const [last] = await runsOf(folder);
    expect(last).toMatchObject({
      command: "destroy",
      result: "partial",
      requests: { planned: 2, done: 1, failed: 1 },
    });
    isBroken = false;
    const rest = await destroy();
    expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining("- Style/b") });
    expect(rest.stdout).not.toContain("Style/stuck");
  }, 30_000);

  test("somebody else's lock ends it, and a server that is not there", async () => {
    const folder = estate("locked");
    await here("apply", folder, "--yes");
    const lease = `${url()}/rest/resource/plumbline/locked/lock.json`;
    const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
    const kept = (await (await fetch(lease, { headers })).json()) as object;
    const now = new Date().toISOString();
    const held = { ...kept, id: "theirs", machine: "elsewhere", renewed: now, released: false };
    await fetch(lease, { method: "PUT", headers, body: JSON.stringify(held) });
    const confirmed = ["destroy", folder, "--confirm", "locked"];
    expect(await here(...confirmed)).toMatchObject({ code: 5 });
    expect(await statusOf("/styles/locked.xml")).toBe(200);
    expect(await runHere(confirmed, { url: `${url()}/nowhere` })).toMatchObject({ code: 1 });
  }, 30_000);
});
