/** Watch mode as users run it: one process over a folder, another over a branch, ended by signals. */
import { execFileSync, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, PASSWORD } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { isCatalogWrite, startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, leaseOf, mode, project, serverForFile, style } from "./support.ts";
import { passed, startWatching, type Event } from "./watching.ts";

const { url } = serverForFile();

async function colourOf(name: string): Promise<string | undefined> {
  const answer = await fetch(`${url()}/rest/styles/${name}.sld`, {
    headers: { authorization: AUTHORIZATION },
  });
  return /#[0-9a-f]{6}/.exec(await answer.text())?.[0];
}

test("a folder is applied, its changes too, drift is reported, and a guard waits", async () => {
  const folder = estate("watched", {
    "plumbline.yaml": project("estate: watched\nwatch: { poll: 1s }"),
    "mode.yaml": mode("HIDE"),
  });
  const watch = await startWatching(url(), folder, "--endpoints", "127.0.0.1:0");
  await watch.event(passed("applied"));
  await watch.event(passed("converged"));
  const first = watch.events().length;
  writeFileSync(join(folder, "watched.sld"), sld({ colour: "#00aa00" }));
  expect(await watch.event(passed("applied"), first)).toMatchObject({ writes: 1 });
  expect(await colourOf("watched")).toBe("#00aa00");
  const before = watch.events().length;
  const answer = await fetch(`${url()}/rest/styles/watched`, {
    method: "PUT",
    headers: { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" },
    body: sld({ colour: "#bb0000" }),
  });
  expect(answer.status).toBe(200);
  expect((await watch.event(passed("drifted"), before)).drifted).toHaveLength(1);
  writeFileSync(join(folder, "mode.yaml"), mode("CHALLENGE"));
  const waiting = await watch.event(passed("waiting"), before);
  const endpoint = /endpoints (http:\S+)/.exec(watch.stderr())?.[1] ?? "";
  const status = await fetch(`${endpoint}/status.json`);
  const change = { address: "CatalogMode/catalog", action: "update" };
  expect(await status.json()).toMatchObject({
    state: "waiting",
    waiting: [
      {
        digest: waiting.plan?.digest,
        plan: { type: "plan", digest: waiting.plan?.digest, changes: [change] },
        text: expect.stringMatching(/~ CatalogMode\/catalog[^]*1\. PUT /),
      },
    ],
  });
  const report = await fetch(`${endpoint}/plans/${waiting.plan?.digest}`);
  expect([report.status, report.headers.get("content-security-policy")]).toEqual([
    200,
    "sandbox allow-scripts",
  ]);
  expect(await report.text()).toContain("update <code>CatalogMode/catalog</code>");
  expect((await fetch(`${endpoint}/plans/sha256-0`)).status).toBe(404);
  // What somebody changes meanwhile is seen before it is approved.
  const meanwhile = watch.events().length;
  await fetch(`${url()}/rest/security/acl/catalog`, {
    method: "PUT",
    headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
    body: '{"mode":"MIXED"}',
  });
  const isAnew = (event: Event) =>
    event.type === "plan" && JSON.stringify(event).includes("from MIXED");
  await watch.event(isAnew, meanwhile);
  const digits = (waiting.plan?.digest ?? "").replace("sha256-", "").slice(0, 12);
  const approving = ["approve", digits, "--project", join(folder, "plumbline.yaml")];
  // What is approved is shown, and nobody approves it by mistake.
  const shown = await runHere(approving, { url: url() });
  expect(shown).toMatchObject({
    code: 64,
    stdout: expect.stringMatching(/~ CatalogMode\/catalog[^]*1\. PUT /),
    stderr: expect.stringMatching(/to ask on: give --yes/),
  });
  const approved = await runHere([...approving, "--yes"], { url: url() });
  expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining(shown.stdout) });
  const ran = await watch.event((event) => passed("applied")(event) && event.writes === 1, before);
  expect(ran).toMatchObject({ trigger: "approval", drifted: [{ address: "Style/watched" }] });
  watch.child.kill("SIGTERM");
  const { code, stdout, stderr } = await watch.ended;
  expect(code).toBe(0);
  for (const event of watch.events()) expect(event.format_version).toBe("1.0");
  expect(stderr).toContain("Approve it: plumbline approve");
  expect(stderr).toMatch(/drift +Style\/watched .*was applied, .*is there/);
  expect(stdout + stderr).not.toContain(PASSWORD);
  expect(await leaseOf(url(), "watched")).toMatchObject({ released: true });
  const history = await fetch(`${url()}/rest/resource/plumbline/watched/history.json`, {
    headers: { authorization: AUTHORIZATION },
  });
  expect(await history.json()).toMatchObject({
    runs: [1, 2, 3].map(() => ({ command: "watch", result: "applied" })),
  });
});

test("a branch is followed, and its commit reported", async () => {
  const repository = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: repository,
      stdio: "pipe",
    });
  const commit = (colour: string) => {
    writeFiles(repository, {
      "maps/plumbline.yaml": project("estate: pulled"),
      "maps/p.yaml": style("p"),
      "maps/p.sld": sld({ colour }),
    });
    git("add", "--all");
    git("commit", "--quiet", "--message", colour);
    return git("rev-parse", "HEAD").toString().trim();
  };
  git("init", "--quiet", "--initial-branch=main");
  commit("#111111");
  const flags = ["--git", repository, "--path", "maps", "--git-interval", "200ms"];
  const watch = await startWatching(url(), ...flags);
  await watch.event(passed("applied"));
  const before = watch.events().length;
  const second = commit("#222222");
  const end = await watch.event(passed("applied"), before);
  expect(end).toMatchObject({ commit: second, writes: 1, trigger: "git" });
  expect(await colourOf("p")).toBe("#222222");
  watch.child.kill("SIGINT");
  expect((await watch.ended).code).toBe(0);
});

test("a signal in the middle of a run lets its request end; mistakes at the start end at once", async () => {
  const names = Array.from({ length: 12 }, (_unused, index) => `e${index}`);
  const folder = estate(
    "ending",
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}.yaml`, style(name)],
        [`${name}.sld`, sld()],
      ]),
    ),
  );
  let child: ChildProcess | undefined;
  let writes = 0;
  const proxy = await startProxy(url(), async (request) => {
    if (!isCatalogWrite(request)) return;
    if (++writes === 3) child?.kill("SIGTERM");
    await new Promise((resolve) => void setTimeout(resolve, 50));
  });
  const watch = await startWatching(proxy, folder);
  ({ child } = watch);
  const { code, stderr } = await watch.ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining("stopped")]);
  expect(writes).toBeLessThan(12);
  expect(await leaseOf(url(), "ending")).toMatchObject({ released: true });
  const several = await runHere(["watch", folder, "-t", "one", "-t", "two"], { url: url() });
  expect([several.code, several.stderr]).toEqual([1, expect.stringContaining("one target")]);
});
