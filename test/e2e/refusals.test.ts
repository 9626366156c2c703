/** What goes wrong before anything happens: exit codes and messages. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PASSWORD } from "../support/servers/catalog.ts";
import { writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, project, serverForFile } from "./support.ts";

const { url, run } = serverForFile();

describe("what goes wrong before anything happens", () => {
  test("invalid manifests, offline", async () => {
    const folder = estate("invalid", { "a.yaml": "kind: x\n" });
    expect(await runHere(["validate", folder])).toMatchObject({
      code: 1,
      stdout: "Not valid: 0 manifests, 0 objects, 1 error, 0 warnings.\n",
      stderr: expect.stringMatching(/a\.yaml:1:1: error: apiVersion is missing/),
    });
  });

  test("wrong credentials: nothing more is sent", async () => {
    const { code, stderr } = await runHere(["plan", estate("denied")], {
      url: url(),
      env: { PLUMBLINE_PASSWORD: "wrong" },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/The server refused the user name and password/);
    expect(stderr).not.toMatch(/wrong/);
  });

  test("no server", async () => {
    expect(await runHere(["plan", estate("nowhere")], { url: "http://127.0.0.1:9" })).toMatchObject(
      {
        code: 1,
        stderr: expect.stringMatching(
          /http:\/\/127\.0\.0\.1:9: GET \/rest\/about\/version\.xml got no answer/,
        ),
      },
    );
  }, 60_000);

  test("no address, no credentials", async () => {
    expect(await runHere(["plan", estate("bare")])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/No server is named[\s\S]*PLUMBLINE_URL/),
    });
    expect(await runHere(["plan", estate("bare"), "--url", url()])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /No password is given[\s\S]*No user is given[\s\S]*PLUMBLINE_USER/,
      ),
    });
  });

  test("credentials in the address are refused and not repeated", async () => {
    const { code, stderr } = await runHere([
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
      await runHere(["plan", estate("page")], { url: `http://127.0.0.1:${port}` }),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The response is not from a catalog/),
    });
    page.close();
  });

  test("wrong flags and commands", async () => {
    expect(await runHere(["plan", "--prune=everything"])).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/Allowed choices are none, owned, scope/),
    });
    expect(await runHere(["plan", "--allow", "anything"])).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/Known are purge-data, takeover/),
    });
    expect(await runHere(["aply"])).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/Did you mean apply\?/),
    });
    expect(await runHere(["plan", "--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Examples?:/),
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
      "plumbline.yaml": project(`estate: byfile\nurl: ${url()}\n${credentials}`),
      "password.txt": `${PASSWORD}\n`,
    });
    expect(await runHere(["plan", folder])).toMatchObject({ code: 0 });
    rmSync(join(folder, "password.txt"));
    expect(await runHere(["plan", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/password\.txt cannot be read \(ENOENT\)/),
    });
    writeFiles(folder, {
      "plumbline.yaml": project(
        `url: ${url()}\ncredentials: { user: admin, password: { fromEnv: NOWHERE } }`,
      ),
    });
    expect(await runHere(["plan", folder])).toMatchObject({
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
    ).toMatchObject({ format_version: "1.1", estate: "local", objects: { "Style/local": {} } });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  });
});
