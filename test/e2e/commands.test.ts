/** The commands as users run them: output, exit codes, nothing but the document on stdout. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sld } from "../support/artefacts.ts";
import { runCli, startServer, type ServerProcess } from "../support/cli.ts";
import { PASSWORD } from "../support/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

const style = (name: string) =>
  `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`;
const mode = (value: string) =>
  `apiVersion: plumbline/v1\nkind: CatalogMode\nmetadata: { name: catalog }\nspec: { mode: ${value} }\n`;
const project = (more: string) => `apiVersion: plumbline/v1\nkind: Project\n${more}\n`;

let server: ServerProcess;
let data: string;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "plumbline-e2e-"));
  server = await startServer(data);
});
afterAll(async () => {
  await server.end();
  rmSync(data, { recursive: true, force: true });
});

/** A folder with one style of its own, in an estate of its own. */
function estate(name: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project(`estate: ${name}`),
    "a.yaml": style(name),
    [`${name}.sld`]: sld(),
    ...files,
  });
  return folder;
}

const run = (...args: string[]) => runCli(args, { url: server.url });

describe("plan, apply, drift", () => {
  test("the whole round, with its exit codes", async () => {
    const folder = estate("round");
    expect(await run("plan", folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\+ Style\/round[\s\S]*Plan: 1 create/),
      stderr: "",
    });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 2 });
    expect(await run("apply", folder, "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Applied: the catalog is as declared\. 1 of 1 requests done\./),
    });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^No changes\. 1 object as declared\./),
      stderr: "",
    });
    expect(await run("apply", folder, "--yes", "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(await run("drift", folder)).toMatchObject({
      code: 0,
      stdout: "No drift. 1 owned objects are as they were last applied.\n",
    });
    writeFiles(folder, { "round.sld": sld({ colour: "#000009" }) });
    expect(await run("drift", folder)).toMatchObject({ code: 0 });
    expect(await run("apply", folder, "--yes", "--detailed-exitcode")).toMatchObject({ code: 2 });
    const other = estate("round", {
      "round.sld": sld({ colour: "#000008" }),
      "plumbline.yaml": project("estate: somebody-else"),
    });
    expect(await run("apply", other, "--yes")).toMatchObject({ code: 0 });
    expect(await run("drift", folder)).toMatchObject({
      code: 2,
      stdout: "Drift in 1 of 1 owned objects:\n  Style/round  changed: content\n",
    });
  });

  test("nobody to ask: exit 64, nothing done", async () => {
    const folder = estate("unattended");
    const { code, stderr } = await run("apply", folder);
    expect({ code, stderr }).toEqual({
      code: 64,
      stderr:
        "There is nobody to ask: give --yes to apply without a question. Nothing was changed.\n",
    });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 2 });
  });

  test("a danger: exit 3, nothing done, until it is accepted by name", async () => {
    const folder = estate("danger", { "mode.yaml": mode("MIXED") });
    const blocked = await run("apply", folder, "--yes");
    expect(blocked).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(
        /Stopped: The catalog mode goes from HIDE to MIXED[\s\S]*--allow catalog-mode/,
      ),
    });
    expect(await run("plan", folder)).toMatchObject({ code: 0 });
    expect(await run("apply", folder, "--yes", "--allow", "catalog-mode")).toMatchObject({
      code: 0,
    });
    writeFiles(folder, {
      "mode.yaml": mode("CHALLENGE"),
      "plumbline.yaml": project("estate: danger\nallow: [catalog-mode]"),
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    writeFiles(folder, { "mode.yaml": mode("HIDE") });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  });

  test("pruning is a choice", async () => {
    const folder = estate("pruned", { "b.yaml": style("second"), "second.sld": sld() });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    rmSync(join(folder, "b.yaml"));
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/No longer declared, and kept[\s\S]*\^ Style\/second/),
    });
    expect(await run("plan", folder, "--prune=owned", "--detailed-exitcode")).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/- Style\/second/),
    });
    expect(await run("apply", folder, "--prune=owned", "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", folder, "--prune=owned", "--detailed-exitcode")).toMatchObject({
      code: 0,
    });
  });

  test("a request that is refused: exit 6, and what the server said", async () => {
    const folder = estate("refused");
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    const layered = estate("layered", {
      "w.yaml":
        "apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: layered }\nspec: { namespace: http://example.org/t }\n",
    });
    expect(await run("apply", layered, "--yes")).toMatchObject({ code: 0 });
    const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString("base64")}`;
    const { mapping } = await import("../support/artefacts.ts");
    const send = (path: string, body: string) =>
      fetch(`${server.url}/rest${path}`, {
        method: "PUT",
        headers: { authorization, "content-type": "text/xml" },
        body,
      });
    await send("/workspaces/layered/datastores/s/file.appschema?configure=all", mapping(["t:A"]));
    await send(
      "/layers/layered:A",
      "<layer><defaultStyle><name>refused</name></defaultStyle></layer>",
    );
    writeFiles(folder, { "a.yaml": style("another"), "another.sld": sld() });
    const { code, stdout, stderr } = await run("apply", folder, "--yes", "--prune=owned");
    expect(code).toBe(6);
    expect(stderr).toMatch(
      /refused 403: DELETE \/styles\/refused[\s\S]*Can't delete style referenced by existing layers\./,
    );
    expect(stdout).toMatch(/Not finished[\s\S]*1 of 2 requests done\./);
  });
});

describe("nothing is deleted on weak grounds", () => {
  test.for([
    ["an empty folder", (folder: string) => rmSync(join(folder, "a.yaml")), /no manifests/],
    [
      "a file cut short",
      (folder: string) => writeFiles(folder, { "a.yaml": style("weak").slice(0, 60) }),
      /a\.yaml:/,
    ],
    [
      "a missing artefact",
      (folder: string) => rmSync(join(folder, "weak.sld")),
      /a\.yaml:4:9: error: There is no \.\/weak\.sld/,
    ],
    [
      "merge markers",
      (folder: string) => writeFiles(folder, { "b.yaml": `<<<<<<< HEAD\n${style("x")}=======\n` }),
      /b\.yaml:/,
    ],
    ["no folder at all", (folder: string) => rmSync(folder, { recursive: true }), /ENOENT/],
  ] as const)("%s: exit 1", async ([, damage, message]) => {
    const folder = estate("weak");
    expect(await run("apply", folder, "--yes", "--prune=owned")).toMatchObject({ code: 0 });
    damage(folder);
    const { code, stdout, stderr } = await run(
      "apply",
      folder,
      "--yes",
      "--prune=owned",
      "--url",
      server.url,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(await run("plan", estate("weak"), "--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});

describe("documents for programs", () => {
  test("a plan lists every request", async () => {
    const { code, stdout } = await run("plan", estate("json"), "-o", "json");
    const document = JSON.parse(stdout) as {
      requests: readonly { path: string; body_sha256: string }[];
    };
    expect(code).toBe(0);
    expect(document).toMatchObject({
      format_version: "1.0",
      complete: true,
      estate: "json",
      summary: { create: 1, requests: 1 },
      changes: [{ address: "Style/json", action: "create", declared_at: { line: 3, column: 13 } }],
    });
    expect(document.requests).toEqual([
      expect.objectContaining({
        method: "POST",
        path: "/styles?name=json&raw=true",
        media_type: "application/vnd.ogc.sld+xml",
        bytes: Buffer.byteLength(sld()),
      }),
    ]);
    expect(document.requests[0]?.body_sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("an apply is a stream of lines", async () => {
    const { code, stdout, stderr } = await run("apply", estate("stream"), "--yes", "-o", "json");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(lines.map(({ type }) => type)).toEqual(["plan", "request", "summary"]);
    expect(lines[1]).toMatchObject({ outcome: "done", status: 201 });
    expect(lines[2]).toMatchObject({ converged: true, requests: 1, bookkeeping: 1 });
  });

  test("errors are a document too", async () => {
    const { code, stdout } = await run("plan", "/nonexistent", "-o", "json", "--url", server.url);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      format_version: "1.0",
      complete: false,
      diagnostics: [{ code: "file-unreadable", severity: "error" }],
    });
  });

  test("drift", async () => {
    const folder = estate("jdrift");
    await run("apply", folder, "--yes");
    expect(JSON.parse((await run("drift", folder, "-o", "json")).stdout)).toMatchObject({
      format_version: "1.0",
      checked: 1,
      drifted: [],
    });
  });

  test("validate", async () => {
    expect(
      JSON.parse((await runCli(["validate", estate("jvalid"), "-o", "json"])).stdout),
    ).toMatchObject({
      format_version: "1.0",
      valid: true,
      manifests: 1,
      objects: 1,
      diagnostics: [],
    });
  });

  test("the version", async () => {
    expect(await runCli(["version"])).toEqual({ code: 0, stdout: "plumbline 0.1.0\n", stderr: "" });
    expect(JSON.parse((await runCli(["version", "-o", "json"])).stdout)).toMatchObject({
      format_version: "1.0",
      version: "0.1.0",
    });
    expect(await runCli(["--version"])).toMatchObject({ code: 0, stdout: "0.1.0\n" });
  });

  test("schemas", async () => {
    const schema = JSON.parse((await runCli(["schema", "Style"])).stdout) as {
      properties: { kind: unknown };
    };
    expect(schema.properties.kind).toMatchObject({ const: "Style" });
    expect(await runCli(["schema", "Nothing"])).toMatchObject({ code: 64 });
  });
});

describe("what goes wrong before anything happens", () => {
  test("invalid manifests, offline", async () => {
    const folder = estate("invalid", { "a.yaml": "kind: x\n" });
    expect(await runCli(["validate", folder])).toMatchObject({
      code: 1,
      stdout: "Not valid: 0 manifests, 0 objects, 1 errors, 0 warnings.\n",
      stderr: expect.stringMatching(/a\.yaml:1:1: error: apiVersion is missing/),
    });
  });

  test("wrong credentials: nothing more is sent", async () => {
    const { code, stderr } = await runCli(["plan", estate("denied")], {
      url: server.url,
      env: { PLUMBLINE_PASSWORD: "wrong" },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/The server refused the user name and password/);
    expect(stderr).not.toMatch(/wrong/);
  });

  test("no server", async () => {
    expect(await runCli(["plan", estate("nowhere")], { url: "http://127.0.0.1:9" })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /http:\/\/127\.0\.0\.1:9: GET \/rest\/about\/version\.xml got no answer/,
      ),
    });
  }, 60_000);

  test("no address, no credentials", async () => {
    expect(await runCli(["plan", estate("bare")])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/No server is named[\s\S]*PLUMBLINE_URL/),
    });
    expect(await runCli(["plan", estate("bare"), "--url", server.url])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /No password is given[\s\S]*No user is given[\s\S]*PLUMBLINE_USER/,
      ),
    });
  });

  test("credentials in the address are refused and not repeated", async () => {
    const { code, stderr } = await runCli([
      "plan",
      estate("leak"),
      "--url",
      "http://admin:canary@localhost:1",
    ]);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/canary/);
  });

  test("something that is no catalog", async () => {
    const { createServer } = await import("node:http");
    const page = createServer((_request, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<html><body>Log in<br></body></html>"),
    );
    await new Promise<void>((resolve) => void page.listen(0, "127.0.0.1", resolve));
    const { port } = page.address() as { port: number };
    expect(
      await runCli(["plan", estate("page")], { url: `http://127.0.0.1:${port}` }),
    ).toMatchObject({ code: 1, stderr: expect.stringMatching(/What answers there is no catalog/) });
    page.close();
  });

  test("wrong flags and commands", async () => {
    expect(await runCli(["plan", "--prune=everything"])).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/Allowed choices are owned, none/),
    });
    expect(await runCli(["plan", "--allow", "anything"])).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/Known are catalog-mode/),
    });
    expect(await runCli(["aply"])).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/Did you mean apply\?/),
    });
    expect(await runCli(["plan", "--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Example:/),
    });
  });

  test("a project file with a mistake", async () => {
    expect(
      await run(
        "plan",
        estate("wrong", { "plumbline.yaml": project("prune: sometimes\nestat: x") }),
      ),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /plumbline\.yaml:3:1: error: prune:[\s\S]*plumbline\.yaml:4:1: error: .*estat/,
      ),
    });
  });

  test("secrets come by reference", async () => {
    const credentials = "credentials: { user: admin, password: { fromFile: ./password.txt } }";
    const folder = estate("byfile", {
      "plumbline.yaml": project(`estate: byfile\nurl: ${server.url}\n${credentials}`),
      "password.txt": `${PASSWORD}\n`,
    });
    expect(await runCli(["plan", folder])).toMatchObject({ code: 0 });
    rmSync(join(folder, "password.txt"));
    expect(await runCli(["plan", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/password\.txt cannot be read \(ENOENT\)/),
    });
    writeFiles(folder, {
      "plumbline.yaml": project(
        `url: ${server.url}\ncredentials: { user: admin, password: { fromEnv: NOWHERE } }`,
      ),
    });
    expect(await runCli(["plan", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The environment variable NOWHERE is not set/),
    });
  });

  test("the inventory beside the manifests", async () => {
    const folder = estate("local", {
      "plumbline.yaml": project("estate: local\ninventory: local"),
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(
      JSON.parse(readFileSync(join(folder, ".plumbline/local/inventory.json"), "utf8")),
    ).toMatchObject({ format_version: "1.0", estate: "local", objects: { "Style/local": {} } });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});
