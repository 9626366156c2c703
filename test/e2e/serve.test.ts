/** `plumbline serve` as a process: passwords, draining, what it says and what it does not. */
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import {
  AUTHORIZATION,
  listenCatalog,
  openTestServer,
  PASSWORD,
} from "../support/servers/catalog.ts";
import { runCli, startServer } from "../support/commands/cli.ts";
import { describeProgram } from "../support/run/parts.ts";
import { slice, testInProof } from "../support/run/scale.ts";
import { openTerminal } from "../support/project/terminal.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sendRaw } from "../support/servers/http.ts";
import { runHere } from "../support/commands/run-here.ts";

const basic = (password: string) => ({ authorization: `Basic ${btoa(`admin:${password}`)}` });

test("without a password one is made, kept in a file for its owner, and never reported", async () => {
  const data = temporaryFolder();
  const server = await startServer(data, { env: { PLUMBLINE_ADMIN_PASSWORD: "" } });
  const file = join(data, "initial-admin-password");
  const password = readFileSync(file, "utf8").trim();
  expect(password).toHaveLength(24);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(server.stderr()).toContain(file);
  expect(server.stderr()).not.toContain(password);
  const warning = "POST of access rules sets the whole list";
  await expect.poll(server.stderr).toContain(warning);
  const answer = await sendRaw(server.url, {
    method: "GET",
    path: "/rest/styles.json",
    headers: basic(password),
  });
  expect(answer.status).toBe(200);
  expect(await server.end()).toBe(0);
  const again = await startServer(data, {
    args: ["--dialect", "geoserver"],
    env: { PLUMBLINE_ADMIN_PASSWORD: "" },
  });
  expect(again.stderr()).not.toContain(warning);
  expect(
    (
      await sendRaw(again.url, {
        method: "GET",
        path: "/rest/styles.json",
        headers: basic(password),
      })
    ).status,
  ).toBe(200);
  await again.end();
});

test("a given password replaces the one before", async () => {
  const data = temporaryFolder();
  await (await openTestServer(data, { keystore: { password: undefined } })).close();
  const server = await startServer(data, {
    env: { PLUMBLINE_ADMIN_PASSWORD: "the next password" },
  });
  expect(existsSync(join(data, "initial-admin-password"))).toBe(false);
  const status = async (password: string) =>
    (
      await sendRaw(server.url, {
        method: "GET",
        path: "/rest/styles.json",
        headers: basic(password),
      })
    ).status;
  expect([await status(PASSWORD), await status("the next password")]).toEqual([401, 200]);
  await server.end();
});

test("a weak password is refused where others can reach the server", async () => {
  const env = { PLUMBLINE_ADMIN_PASSWORD: "geoserver" };
  const { code, stderr } = await runHere(
    ["serve", "--host", "0.0.0.0", "--port", "0", "--data", temporaryFolder()],
    { env },
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /has fewer than 15 characters; on 0\.0\.0\.0, which others can reach, it is refused/,
  );
});

const writeStyles = (url: string) =>
  Array.from({ length: 20 }, (_unused, index) =>
    sendRaw(url, {
      method: "POST",
      path: `/rest/styles?name=s${index}`,
      headers: { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" },
      body: sld(),
    }),
  );

testInProof(
  "SIGTERM drains: requests under way are answered, and the end is clean",
  async () => {
    const server = await startServer(temporaryFolder());
    const writes = writeStyles(server.url);
    await writes[0];
    const [code, ...answers] = await Promise.all([server.end(), ...writes]);
    expect(code).toBe(0);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  },
  60_000,
);

// Stricter than the one before: nothing of them was read.
test("so are requests that came before the signal, and that the server had no time to read", async () => {
  const server = await startServer(temporaryFolder());
  server.child.kill("SIGSTOP");
  const writes = writeStyles(server.url);
  // When a connection that was asked for later stands, theirs do, and they have sent all.
  const { hostname, port } = new URL(server.url);
  const last = connect(Number(port), hostname);
  await once(last, "connect");
  await setImmediate();
  const ended = server.end();
  server.child.kill("SIGCONT");
  const answers = await Promise.all(writes);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  last.destroy();
  expect(await ended).toBe(0);
});

test("a request that SIGTERM meets half sent is answered, and its connection ends", async () => {
  const server = await startServer(temporaryFolder());
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const body = Buffer.from(sld());
  socket.write(
    `POST /rest/styles?name=late HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${AUTHORIZATION}\r\n` +
      `Content-Type: application/vnd.ogc.sld+xml\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, "data");
  const ended = server.end();
  // What comes meanwhile is reported that it comes late.
  const later = () => sendRaw(server.url, { method: "GET", path: "/rest/styles.json" });
  await vi.waitFor(async () => expect((await later()).status).toBe(503), { timeout: 10_000 });
  socket.write(body);
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /);
  expect(answer.toString()).toMatch(/^connection: close\r$/im);
  await once(socket, "close");
  expect(await ended).toBe(0);
});

testInProof(
  "SIGTERM ends within ten seconds, whatever a client does not end",
  async () => {
    const server = await startServer(temporaryFolder());
    const { hostname, port } = new URL(server.url);
    const never = connect(Number(port), hostname);
    never.write(
      `PUT /rest/resource/x HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${AUTHORIZATION}\r\n` +
        "Content-Type: text/plain\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n",
    );
    await once(never, "data");
    const drip = setInterval(() => never.write("x".repeat(10_000)), 100);
    const begun = performance.now();
    const ended = server.end();
    const [answer] = (await once(never, "data")) as [Buffer];
    clearInterval(drip);
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 [^]*connection: close/i);
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
  },
  60_000,
);

test("npm run, with whatever Node the machine has, passes signals on", async () => {
  const path = process.env["PATH"]?.split(delimiter).filter((p) => !p.includes("node_modules"));
  const server = await startServer(temporaryFolder(), {
    isFirst: false,
    command: ["npm", "run", "--silent", "plumbline", "--"],
    env: { PATH: path?.join(delimiter) ?? "" },
  });
  expect((await fetch(server.url)).status).toBe(401);
  expect(await server.end()).toBe(0);
  await expect(fetch(server.url)).rejects.toThrow("fetch failed");
});

test("a catalog without its folder is a usage error", async () => {
  expect(await runHere(["serve"])).toMatchObject({
    code: 64,
    stderr: expect.stringMatching(/--data/),
  });
});

test.for([
  ["--trusted-proxy", "10.0.0.0/33", /10\.0\.0\.0\/33 is no address and no network/],
  ["--trusted-proxy", "10.0.0.1,proxy", /proxy is no address and no network/],
  ["--public-url", "maps.example.org", /http:\/\/ or https:\/\//],
  ["--public-url", "https://user@maps.example.org", /http:\/\/ or https:\/\//],
  ["--public-url", "https://:word@maps.example.org", /http:\/\/ or https:\/\//],
  ["--public-url", "https://maps.example.org/?x", /http:\/\/ or https:\/\//],
  ["--endpoints", "http://x:1", /PORT or HOST:PORT/],
  ["--tls-cert", "cert.pem", /--tls-cert and --tls-key go together/],
  ["--tls-key", "key.pem", /--tls-cert and --tls-key go together/],
  ["--line", "2.28", /--line 2\.28 goes with --dialect geoserver, and the dialect is documented/],
  ["--line", "2.27", /Allowed choices are 2\.28, 3\.0/],
] as const)("%s %s is a usage error", async ([flag, value, said]) => {
  const { code, stderr } = await runHere(["serve", "--data", temporaryFolder(), flag, value]);
  expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringMatching(said) });
});

test("what keeps the server from starting is said, without a stack", async () => {
  const data = temporaryFolder();
  const missing = ["--app-schema-properties", "/nonexistent"];
  const refused = await runHere(["serve", "--data", data, ...missing]);
  expect(refused).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^The server could not start: ENOENT[^\n]*\n$/),
  });
  const { port } = new URL(await listenCatalog());
  const taken = await runHere(["serve", "--data", temporaryFolder(), "--port", port]);
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringMatching(/EADDRINUSE/) });
});

test("what it logs has one form, and requests are reported only when they are asked for", async () => {
  for (const level of slice(["debug", "info"], { test: 1 })) {
    const server = await startServer(temporaryFolder(), {
      args: ["--log-level", level],
      env: { PLUMBLINE_ADMIN_PASSWORD: "" },
    });
    await sendRaw(server.url, { method: "GET", path: "/rest/styles.json", headers: basic("x") });
    expect(await server.end()).toBe(0);
    const lines = `${server.stdout()}${server.stderr()}`.trimEnd().split("\n");
    const told = lines.map((line) => JSON.parse(line) as { msg: string; req?: { url: string } });
    expect(told.some(({ msg }) => msg.startsWith("The password of admin is in "))).toBe(true);
    expect(told.some(({ msg }) => msg === `Listening on ${server.url}/rest`)).toBe(true);
    const urls = told.flatMap(({ req }) => req?.url ?? []);
    expect(urls).toEqual(level === "debug" ? ["/rest/styles.json"] : []);
  }
});

test("a port that Kubernetes set for a Service is told as that", async () => {
  const env = { PLUMBLINE_PORT: "tcp://10.0.0.7:8600" };
  const ran = await runCli(["serve", "--data", temporaryFolder()], { env });
  expect(ran).toMatchObject({
    code: 64,
    stderr: expect.stringContaining("enableServiceLinks: false"),
  });
});

describeProgram("tmux", "a terminal", () => {
  testInProof(
    "people read lines, not JSON",
    async () => {
      const data = temporaryFolder();
      const args = ["serve", "--port", "0", "--data", data, "--log-level", "debug"];
      const terminal = await openTerminal(args, { columns: 160, url: "" });
      const shown = await terminal.until(/Listening on http:\/\/127\.0\.0\.1:\d+\/rest/);
      const url = /Listening on (\S+)\/rest$/m.exec(shown)?.[1] ?? "";
      await sendRaw(url, { method: "GET", path: "/rest/styles.json", headers: basic("x") });
      const later = await terminal.until(/GET \/rest\/styles\.json/);
      expect(later).toMatch(/^\S+ info {3}The password of admin is in \S+initial-admin-password$/m);
      expect(later).toMatch(/^\d\d:\d\d:\d\d debug {2}GET \/rest\/styles\.json 401 +\d+ ms$/m);
      expect(later).not.toContain('{"level"');
      await terminal.press("C-c");
      expect(await terminal.ended()).toBe(0);
    },
    60_000,
  );
});
