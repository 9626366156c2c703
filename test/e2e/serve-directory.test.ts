/** `plumbline serve --from`: a data directory as a server that can only be read, and what goes with it. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { smallDirectory } from "../datadir/small-directory.ts";
import { entriesOf, tarOf } from "../datadir/tar-of.ts";
import { runCli, startDirectory, type ServerProcess } from "../support/commands/cli.ts";
import { runHere } from "../support/commands/run-here.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { sendRaw } from "../support/servers/http.ts";

/** The secrets of the small directory, also as they are stored. */
const SECRETS = /canary/;

function directory(): string {
  const folder = join(temporaryFolder(), "data_dir");
  writeFiles(folder, {
    ...smallDirectory,
    "workspaces/topo/pg/datastore.xml": (
      smallDirectory["workspaces/topo/pg/datastore.xml"] ?? ""
    ).replace("crypt1:Zm9v", "canary-of-the-database"),
  });
  return folder;
}

async function asked(
  { url }: ServerProcess,
  path: string,
  method = "GET",
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
  const { status, body } = await sendRaw(url, { method, path, headers });
  return { status, text: body.toString() };
}

test("a data directory is served: objects, styles, files, rules and roles, and no secret in clear", async () => {
  const [path, temporary] = [directory(), temporaryFolder()];
  const server = await startDirectory(path, { env: { TMPDIR: temporary } });
  for (const [at, shown] of [
    ["/rest/workspaces/topo/datastores/pg.xml", ">crypt1:"],
    ["/rest/workspaces/topo/wmsstores/elsewhere.xml", "<password>crypt1:"],
    ["/rest/workspaces/topo/featuretypes/roads.xml", "Roads of the land"],
    ["/rest/layers/topo:roads.xml", "<defaultStyle><name>line</name>"],
    ["/rest/styles/line.sld", "<LineSymbolizer/>"],
    ["/rest/services/wms/workspaces/topo/settings.xml", "Batik"],
    ["/rest/workspaces/topo/datastores/pg/featuretypes/roads/templates/title.ftl", "${title}"],
    ["/rest/resource/www/index.html", "hello"],
    ["/rest/security/acl/layers.xml", "topo.roads.w"],
    ["/rest/security/roles/user/bob.xml", "CHIEF"],
    ["/rest/security/usergroup/users.xml", "<users><user><userName>ann<"],
    ["/gwc/rest/layers/topo:roads.xml", "<gutter>20</gutter>"],
  ] as const) {
    const { status, text } = await asked(server, at);
    expect({ at, status, text }).toMatchObject({
      status: 200,
      text: expect.stringContaining(shown),
    });
    expect(text).not.toMatch(SECRETS);
  }
  for (const at of ["/rest/resource/security", "/rest/resource/security/layers.properties"])
    expect((await asked(server, at)).status).toBe(403);
  for (const at of [
    "/rest/resource/workspaces/topo/pg/datastore.xml",
    "/rest/security/masterpw.xml",
  ])
    expect((await asked(server, at)).text).not.toMatch(SECRETS);
  expect((await sendRaw(server.url, { method: "GET", path: "/rest/styles.xml" })).status).toBe(401);
  const [kept = ""] = readdirSync(temporary);
  expect(statSync(join(temporary, kept)).mode & 0o777).toBe(0o700);
  expect(await server.end()).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test("nothing of it is changed: whatever writes is refused, and the console has its sessions", async () => {
  const archive = join(temporaryFolder(), "data_dir.tar");
  writeFiles(join(archive, ".."), { "data_dir.tar": tarOf(entriesOf(smallDirectory)) });
  const server = await startDirectory(archive);
  for (const [method, path] of [
    ["POST", "/rest/workspaces"],
    ["PUT", "/rest/workspaces/topo"],
    ["DELETE", "/rest/layers/topo:roads"],
    ["POST", "/rest/security/acl/layers"],
    ["POST", "/rest/security/usergroup/users"],
    ["PUT", "/rest/security/self/password"],
    ["PUT", "/rest/resource/plumbline/estates/x.json"],
    ["PUT", "/rest/settings"],
    ["POST", "/rest/reload"],
    ["DELETE", "/gwc/rest/layers/topo:roads"],
    ["POST", "/gwc/rest/masstruncate"],
  ] as const)
    expect({ method, path, ...(await asked(server, path, method)) }).toMatchObject({
      status: 403,
      text: expect.stringContaining("This catalog can only be read"),
    });
  const login = await sendRaw(server.url, {
    method: "POST",
    path: "/console/session",
    headers: { authorization: AUTHORIZATION, "sec-fetch-site": "same-origin" },
  });
  expect(login.status).toBe(200);
  const cookie = String(login.headers["set-cookie"]).split(";", 1)[0] ?? "";
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const shown = await sendRaw(server.url, { method: "GET", path: "/rest/layers.json", headers });
  expect(shown.body.toString()).toContain("topo:roads");
  expect(await server.end("SIGINT")).toBe(0);
});

test("without a password one is made; its file goes with the server", async () => {
  const temporary = temporaryFolder();
  const env = { PLUMBLINE_ADMIN_PASSWORD: "", TMPDIR: temporary };
  const server = await startDirectory(directory(), { env });
  const said = /The password of admin is in ([^"]+)/;
  await expect.poll(server.stderr).toMatch(said);
  const file = said.exec(server.stderr())?.[1] ?? "";
  const password = readFileSync(file, "utf8").trim();
  expect(server.stderr()).not.toContain(password);
  expect(server.stderr()).not.toMatch(SECRETS);
  await expect
    .poll(server.stderr)
    .toMatch(/It has 1 fault; plumbline import --from \S+ lists them/);
  const headers = { authorization: `Basic ${btoa(`admin:${password}`)}` };
  const answer = await sendRaw(server.url, { method: "GET", path: "/rest/styles.xml", headers });
  expect(answer.status).toBe(200);
  expect(await server.end()).toBe(0);
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
});

test.for([
  [["--from", ".", "--data", "x"], /'--from <path>' cannot be used with option '--data/],
  [["--from", ".", "--catalog", "postgres://h/d"], /cannot be used with option '--catalog/],
  [["--from", ".", "--granule-root", "x"], /cannot be used with option '--granule-root/],
  [
    ["--from", ".", "--accept-older-catalog"],
    /cannot be used with option '--accept-older-catalog'/,
  ],
  [["--from", ".", "--host", "0.0.0.0"], /--host 0\.0\.0\.0 is not/],
  [["--from", ".", "--host", "127.example.org"], /--host 127\.example\.org is not/],
  [[], /name a folder with --data, or a data directory with --from/],
] as const)("serve %j is a usage error", async ([args, said]) => {
  const ran = await runHere(["serve", ...args], { env: { PLUMBLINE_FROM: "." } });
  expect(ran).toMatchObject({ code: 64, stdout: "", stderr: expect.stringMatching(said) });
});

test("what is no data directory is not served", async () => {
  const ran = await runHere(["serve", "--from", temporaryFolder()]);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(/holds no data directory/) });
});

test("the variable of imports chooses nothing for doctor", async () => {
  const folder = temporaryFolder();
  const header = "apiVersion: plumbline/v1\nkind: Workspace\n";
  writeFiles(folder, { "w.yaml": `${header}metadata: { name: w }\nspec: {}\n` });
  const ran = await runHere(["doctor", "--for", "3.0", folder], {
    env: { PLUMBLINE_FROM: "/nowhere" },
  });
  expect(ran.stdout).toMatch(/Nothing that was looked at/);
  expect(ran.code).toBe(0);
});

test.for(["SIGINT", "SIGTERM"] as const)(
  "%s ends an import, and leaves no temporary folder",
  async (signal) => {
    const [path, temporary] = [directory(), temporaryFolder()];
    const ran = await runCli(["import", "--from", path, "--out", join(temporaryFolder(), "out")], {
      env: { TMPDIR: temporary },
      onStart: (child) =>
        void vi
          .waitUntil(() => readdirSync(temporary).length > 0, { timeout: 20_000, interval: 5 })
          .then(() => child.kill(signal)),
    });
    expect(ran.code).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
  },
);
