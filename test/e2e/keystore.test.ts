/** The keystore password of `plumbline serve`: given, made, superseded, and kept from view. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { startServer, type ServerProcess } from "../support/commands/cli.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sendRaw } from "../support/servers/http.ts";
import { runHere } from "../support/commands/run-here.ts";

const PATH = "/rest/security/masterpw.json";

async function read(server: ServerProcess) {
  const headers = { authorization: AUTHORIZATION };
  const { status, body } = await sendRaw(server.url, { method: "GET", path: PATH, headers });
  return { status, body: body.toString() };
}

test("made at the first start; not to be read when that is switched off; found again later", async () => {
  const data = temporaryFolder();
  const first = await startServer(data, { args: ["--no-masterpw-read"], isFirst: true });
  const file = join(data, "keystore-password");
  const password = readFileSync(file, "utf8").trim();
  expect(password).toHaveLength(24);
  expect(first.stderr()).toContain(`The keystore password is in ${file}"`);
  expect(await read(first)).toEqual({
    status: 405,
    body: "Reading the keystore password is switched off on this server",
  });
  const body = JSON.stringify({
    oldMasterPassword: password,
    newMasterPassword: "a long next password",
  });
  const change = (headers: Readonly<Record<string, string>>) =>
    sendRaw(first.url, {
      method: "PUT",
      path: PATH,
      body,
      headers: { authorization: AUTHORIZATION, "content-type": "application/json", ...headers },
    });
  expect((await change({ "if-match": "*" })).status).toBe(412);
  expect((await change({})).status).toBe(200);
  expect(first.stderr()).not.toContain(password);
  await first.end();
  const second = await startServer(data, { env: { PLUMBLINE_MASTER_PASSWORD: password } });
  expect(second.stderr()).toContain(
    `PLUMBLINE_MASTER_PASSWORD is not the keystore password any more; the one in ${file} is"`,
  );
  expect(second.stderr()).not.toContain(password);
  expect(await read(second)).toEqual({
    status: 200,
    body: '{"oldMasterPassword":"a long next password"}',
  });
  await second.end();
});

test("given by a file it is not written down, and without it the server does not start", async () => {
  const data = temporaryFolder();
  const secrets = temporaryFolder();
  const file = join(secrets, "password");
  writeFileSync(file, "quiet harbours at seven\n");
  // In this dialect a start has nothing else to report.
  const server = await startServer(data, {
    env: { PLUMBLINE_MASTER_PASSWORD_FILE: file },
    args: ["--dialect", "geoserver"],
  });
  expect(await read(server)).toMatchObject({
    body: '{"oldMasterPassword":"quiet harbours at seven"}',
  });
  expect(server.stderr()).toBe("");
  await server.end();
  expect(existsSync(join(data, "keystore-password"))).toBe(false);
  const { code, stderr } = await runHere(["serve", "--port", "0", "--data", data], {
    env: { PLUMBLINE_MASTER_PASSWORD: "another password" },
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The server could not start: No available password opens the keystore/m);
  expect(stderr).not.toMatch(/another password|quiet/);
});

test("a weak one is refused where others can reach the server, a broken one everywhere", async () => {
  const serve = (host: string, password: string) =>
    runHere(["serve", "--host", host, "--port", "0", "--data", temporaryFolder()], {
      env: { PLUMBLINE_MASTER_PASSWORD: password },
    });
  expect(await serve("0.0.0.0", "geoserver")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The keystore password has fewer than 15 characters; on 0\.0\.0\.0/,
    ),
  });
  expect(await serve("127.0.0.1", "a\nb")).toMatchObject({
    code: 1,
    stderr: "The keystore password holds a control character; give another one.\n",
  });
});
