/**
 * What an earlier Plumbline left: the state of a watch whose plan waits approved, and a plan file. Its
 * format is in catalogs and pipelines, so the documents of `kept-state` are never made anew.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOfValue } from "../../src/model/digest.ts";
import { runHere } from "../support/commands/run-here.ts";
import { root } from "../support/project/sources.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { manifest, project, serverForFile } from "./support.ts";
import { passed, startWatching } from "./watching.ts";

const { url, run } = serverForFile();

const HERON =
  "apiVersion: plumbline/v1\nkind: User\nmetadata: { name: heron }\nspec: { password: { fromFile: ./heron.txt } }\n";
const kept = (name: string) => readFileSync(join(root, `test/e2e/kept-state/${name}.json`), "utf8");

interface KeptPlan {
  readonly created: string;
  readonly checksum: string;
  readonly target: object;
  readonly plan: { readonly digest: string };
}

/** A folder, and its estate in the catalog, as the earlier one left both: the plan is still to be run. */
async function leftBehind(): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project("estate: brooks\nprune: owned"),
    "manifests/brooks.yaml": `${manifest("Workspace", "name: brooks")}---\n${HERON}`,
    "manifests/ponds.yaml": manifest("Workspace", "name: ponds"),
    "manifests/heron.txt": "invented-heron-1",
  });
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  rmSync(join(folder, "manifests/ponds.yaml"));
  writeFiles(folder, { "manifests/heron.txt": "invented-heron-2" });
  for (const name of ["approvals", "history", "inventory", "lock"]) {
    const { ok } = await fetch(`${url()}/rest/resource/plumbline/brooks/${name}.json`, {
      method: "PUT",
      headers: { authorization: AUTHORIZATION },
      body: kept(name),
    });
    expect(ok).toBe(true);
  }
  return folder;
}

/** The plan file, with the address of this server in place of the first one's. */
function planFor(folder: string): {
  readonly file: string;
  readonly day: (number: number) => () => number;
} {
  const { checksum: _checksum, ...plan } = JSON.parse(kept("plan")) as KeptPlan;
  const address = `${url()}/rest`;
  const target = { url: address, fingerprint: digestOfValue([address, "brooks"]) };
  const here = { ...plan, target };
  writeFiles(folder, {
    "plan.json": JSON.stringify({ ...here, checksum: digestOfValue(here) }),
  });
  return {
    file: join(folder, "plan.json"),
    day: (number) => () => Date.parse(plan.created) + (number - 0.5) * 86_400_000,
  };
}

test("its state is read: what is owned, what ran, what waits", async () => {
  const folder = await leftBehind();
  const at = ["-p", folder];
  expect((await run("history", ...at)).stdout).toMatch(/^dd52a9448d4c .* root@vm /m);
  expect((await run("drift", folder)).stdout).toContain("No drift. 3 owned objects");
  const { digest } = (JSON.parse(kept("plan")) as KeptPlan).plan;
  expect((await run("approve", ...at)).stdout).toMatch(
    new RegExp(`^${digest}\n[^]*approved by root@vm`),
  );
  expect(JSON.parse((await run("plan", folder, "-o", "json")).stdout)).toMatchObject({
    sealed_digest: digest,
    summary: { update: 1, delete: 1, unchanged: 1, requests: 2 },
  });
});

test("its approval was of a digest that held passwords: a watch asks again", async () => {
  const folder = await leftBehind();
  const watch = await startWatching(url(), folder, "--poll", "1s");
  const { plan } = await watch.event(passed("waiting"));
  const digest = plan?.digest ?? "";
  const { stdout } = await run("approve", "-p", folder);
  expect(stdout).toContain(digest);
  expect(stdout).not.toContain("approved by");
  expect(await run("approve", digest, "-p", folder, "--yes")).toMatchObject({ code: 0 });
  await watch.event(passed("applied"));
  watch.child.kill("SIGTERM");
  expect(await watch.ended).toMatchObject({ code: 0 });
  const planned = await run("plan", folder, "--detailed-exitcode");
  expect(planned).toMatchObject({ code: 0 });
});

test("its plan file runs, once", async () => {
  const folder = await leftBehind();
  const { file, day } = planFor(folder);
  const apply = () => runHere(["apply", folder, "--plan", file], { url: url(), now: day(1) });
  expect(await apply()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("2 of 2 requests done"),
  });
  expect(await apply()).toMatchObject({
    code: 4,
    stdout: "",
    stderr: expect.stringMatching(/\[plan-stale\]\n +Plan again with --out/),
  });
});

test("its plan file is refused where another plan would run, or its time is over", async () => {
  const folder = await leftBehind();
  const { file, day } = planFor(folder);
  const apply = (now: () => number) =>
    runHere(["apply", folder, "--plan", file], { url: url(), now });
  const stale = (says: string) => ({ code: 4, stdout: "", stderr: expect.stringContaining(says) });
  expect(await apply(day(2))).toMatchObject(stale("The plan has expired at 2026"));
  writeFiles(folder, { "manifests/heron.txt": "invented-heron-3" });
  expect(await apply(day(1))).toMatchObject(
    stale("User/heron refers to another secret than was approved"),
  );
});
