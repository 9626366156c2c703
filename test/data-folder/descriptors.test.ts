/** Descriptors run out: requests are sent away for a while, the log says why, and the server goes on. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { isShortage } from "../../src/model/shortage.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { EXECUTABLE, startServer, type ServerProcess } from "../support/commands/cli.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sendRaw, type RawResponse } from "../support/servers/http.ts";
import { archiveOf, granules, XML, ZIP } from "../support/mosaics/mosaics.ts";
import { isProof } from "../support/run/scale.ts";

const LIMIT = 72;

const canLimit = spawnSync("prlimit", ["--version"]).status === 0;
if (!canLimit) process.stderr.write("SKIPPED, prlimit is not there: descriptors that run out\n");

const used = ({ child }: ServerProcess) => readdirSync(`/proc/${child.pid}/fd`).length;

/** Holds connections open until a server has so many descriptors left. */
async function occupy(server: ServerProcess, left: number): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  const release = async () => {
    const all = used(server);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(used(server)).toBeLessThanOrEqual(all - sockets.length), {
      timeout: 20_000,
    });
  };
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  while (used(server) < LIMIT - left) {
    const known = used(server);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    sockets.push(socket);
    await vi.waitFor(() => expect(used(server)).toBeGreaterThan(known), { timeout: 20_000 });
  }
  return release;
}

type Request = Parameters<typeof sendRaw>[1];

/** The answer to a request; undefined where the connection could not be taken. */
async function answerTo(server: ServerProcess, request: Request): Promise<RawResponse | undefined> {
  try {
    return await sendRaw(server.url, request);
  } catch {
    return undefined;
  }
}

test.skipIf(!canLimit)(
  "whatever is left, requests succeed or come back later, and the process stays",
  async () => {
    const data = temporaryFolder();
    const command = ["prlimit", `--nofile=${LIMIT}`, process.execPath, EXECUTABLE] as const;
    const server = await startServer(data, { command });
    const authorization = AUTHORIZATION;
    const request = (method: string, path: string, type: string, body: string | Buffer) => ({
      method,
      path: `/rest${path}`,
      headers: { authorization, "content-type": type },
      body,
    });
    const workspace = "<workspace><name>w</name></workspace>";
    await sendRaw(server.url, request("POST", "/workspaces", XML, workspace));
    const archive = await archiveOf(granules(0, 3));
    const style = (name: string) =>
      request(
        "POST",
        `/styles?name=${name}`,
        "application/vnd.ogc.sld+xml",
        sld({ name: "x".repeat(600_000) }),
      );
    const mosaic = (name: string) =>
      request("PUT", `/workspaces/w/coveragestores/${name}/file.imagemosaic`, ZIP, archive);
    const seen = { done: 0, later: 0, untaken: 0 };
    for (const left of isProof ? Array.from({ length: 24 }, (_one, index) => index) : [1]) {
      const release = await occupy(server, left);
      for (const [index, job] of [style(`s${left}`), mosaic(`m${left}`)].entries()) {
        const answer = await answerTo(server, job);
        const text = `${left} left, ${index}: ${answer?.body.toString()}`;
        if (answer === undefined) seen.untaken++;
        else if (answer.status === 503) {
          expect(answer.headers["retry-after"], text).toBe("5");
          seen.later++;
        } else {
          expect([200, 201], text).toContain(answer.status);
          seen.done++;
        }
      }
      await release();
      const path = "/rest/about/version.xml";
      const headers = { authorization };
      expect((await sendRaw(server.url, { method: "GET", path, headers })).status).toBe(200);
    }
    expect(seen.later).toBeGreaterThan(0);
    expect((await sendRaw(server.url, style("last"))).status).toBe(201);
    expect((await sendRaw(server.url, mosaic("last"))).status).toBe(200);
    const lines = server
      .stderr()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    // Beside what a start reports, only warnings.
    expect(lines.filter((line) => !/"level":(?:30|40)/.test(line)).join("\n")).toBe("");
    expect(lines.join("\n")).toMatch(/EMFILE/);
    expect(readdirSync(join(data, "staging"))).toEqual([]);
    expect(await server.end()).toBe(0);
    process.stdout.write(`${JSON.stringify(seen)} with few descriptors left\n`);
  },
  240_000,
);

test("a connection that cannot be taken is reported, and that is all", async () => {
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const { app } = await startCatalog({ logger });
  await app.listen({ host: "127.0.0.1", port: 0 });
  app.server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
  expect(lines.join("")).toMatch(/accept EMFILE.*a connection could not be taken/);
});

test("what runs out is no file's fault, and of a thread too it is known", async () => {
  const error = (code: string) => Object.assign(new Error(`${code}: no more, open 'x'`), { code });
  expect(["EMFILE", "ENFILE", "ENOMEM"].every((code) => isShortage(error(code)))).toBe(true);
  expect(isShortage(new Error("EMFILE: too many open files, open 'x'"))).toBe(true);
  expect(isShortage(error("ENOENT"))).toBe(false);
  expect(isShortage("EMFILE")).toBe(false);
});
