/** A catalog that was made by hand becomes an estate: what is taken is listed, what is not owned is said. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, serverForFile } from "./support.ts";

const { url } = serverForFile();
const run = (...args: readonly string[]) => runHere(args, { url: url() });

const headers = { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" };
const write = (method: "POST" | "PUT", path: string, colour: string) =>
  fetch(`${url()}/rest${path}`, { method, headers, body: sld({ colour }) });

test("what was made by hand is imported, listed as it is taken, and accepted when somebody changes it", async () => {
  await write("POST", "/styles?name=clicked&raw=true", "#010203");
  const home = temporaryFolder();
  const folder = join(home, "county");
  expect(await run("import", "--out", folder, "--only", "Style/clicked")).toMatchObject({
    code: 0,
  });
  expect(await run("fmt", "--check", folder)).toMatchObject({ code: 0, stdout: "" });
  const before = await run("drift", folder);
  expect(before).toMatchObject({
    code: 0,
    stdout:
      "Nothing to compare: the estate county owns nothing on this server yet. Apply it first; plan shows what differs.\n",
  });
  const report = await run("drift", folder, "-o", "markdown");
  expect(report.stdout).toContain("owns nothing on this server yet");
  const plan = await run("plan", folder, "--detailed-exitcode");
  expect(plan.code).toBe(0);
  expect(plan.stdout).toContain("Adopted, already in sync:\n    = Style/clicked\n");
  const document = JSON.parse((await run("plan", folder, "-o", "json")).stdout) as object;
  expect(document).toMatchObject({ adopted: ["Style/clicked"] });
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  expect((await run("drift", folder)).stdout).toMatch(/^No drift\. 1 owned object /);
  await write("PUT", "/styles/clicked?raw=true", "#040506");
  expect((await run("drift", folder)).code).toBe(2);
  // Where it was imported to is not called manifests/, and is the only estate here.
  const accepted = await runHere(["import", "--accept", "Style/clicked"], {
    url: url(),
    cwd: home,
  });
  expect(accepted, accepted.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Accepted Style\/clicked:\n {2}county\/global\/styles\//),
  });
  expect((await run("plan", folder)).stdout).toContain("No changes.");
});

test("what another estate owns stops the plan of an import, and it says so by its code", async () => {
  await run("apply", estate("first"), "--yes");
  const folder = join(temporaryFolder(), "second");
  await run("import", "--out", folder, "--only", "Style/first");
  const plan = await run("plan", folder, "--detailed-exitcode");
  expect(plan.code).toBe(3);
  expect(plan.stdout).toContain("Stopped: The estate first owns");
  expect(plan.stdout).toContain("in sync, 1 would be adopted.");
});
