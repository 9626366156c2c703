/**
 * Crowds against a server that is a process of its own: connections that say nothing, requests by the
 * thousand of which no answer is read, lists without end. While others, from another address and by another
 * account from the same one, wait for an answer, the server computes for less than a second: what other programs
 * take of the machine meanwhile does not count. Its memory stays within bounds (docs/compatibility.md, "Bounds").
 * Figures go to stderr.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { tmpdir } from "node:os";
import { processorTime } from "../../scripts/processor-time.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { startServer, type ServerProcess } from "../support/commands/cli.ts";
import { isProof, scale } from "../support/run/scale.ts";

const MIB = 1_024;
const isLinux = process.platform === "linux";
if (!isLinux) process.stderr.write("SKIPPED, only Linux answers at all of 127.0.0.0/8: crowds\n");

const basic = (user: string) => `Basic ${btoa(`${user}:a password of ${user}`)}`;

let server: ServerProcess;
let data: string;

/** How long the server computes while somebody waits for one answer. */
const WORK_MS = 1_000;
/** No machine is so busy that one answer takes this long; a server that waits for something does. */
const HANGS_MS = 60_000;

beforeAll(async () => {
  if (!isLinux) return;
  data = mkdtempSync(join(tmpdir(), "plumbline-crowds-"));
  server = await startServer(data);
  const json = { "content-type": "application/json" };
  await send("POST", "/security/roles/role/READER");
  for (const userName of ["plain", "other"]) {
    const user = { userName, password: `a password of ${userName}`, enabled: true };
    await send("POST", "/security/usergroup/users", {
      headers: json,
      body: JSON.stringify({ user }),
    });
    await send("POST", `/security/roles/role/READER/user/${userName}`);
  }
  const rules = { "/**:GET": "READER", "/**:POST,PUT,DELETE": "ROLE_ADMINISTRATOR" };
  await send("POST", "/security/acl/rest", { headers: json, body: JSON.stringify(rules) });
  const type = { "content-type": "application/vnd.ogc.sld+xml" };
  for (let n = 0; n < scale({ test: 20, proof: 5_000 }); n++)
    await send("POST", `/styles?name=style-${n}`, { headers: type, body: sld() });
}, 300_000);

afterAll(async () => {
  if (!isLinux) return;
  await server.end();
  rmSync(data, { recursive: true, force: true });
});

interface Sent {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What an answer took, in ms: by the clock, and of the processors in the server, whatever that did meanwhile. */
interface Wait {
  readonly passed: number;
  readonly worked: number;
}

/** Sends a request by a connection of its own, and reports what the answer took. */
function send(method: string, path: string, sent: Sent = {}): Promise<Wait> {
  const begun = performance.now();
  const before = worked();
  const headers = { authorization: AUTHORIZATION, ...sent.headers };
  const options = { method, agent: false, localAddress: sent.from ?? "127.0.0.2", headers };
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}/rest${path}`, options, (answer) => {
      answer.resume();
      answer.on("end", () => {
        const { statusCode = 0 } = answer;
        const wait = { passed: performance.now() - begun, worked: worked() - before };
        if (statusCode < 300) resolve(wait);
        else reject(new Error(`${method} ${path}: ${statusCode}`));
      });
    });
    asked.on("error", reject);
    asked.end(sent.body);
  });
}

/** Processor time of the server, in ms. */
function worked(): number {
  return 1_000 * (processorTime(server.child.pid ?? 0)?.own ?? Number.NaN);
}

/** Resident memory of the server in KiB: now, or the most there was. */
function memory(which: "VmRSS" | "VmHWM"): number {
  const text = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
  return Number(new RegExp(`^${which}:\\s+(\\d+)`, "m").exec(text)?.[1]);
}

async function crowd(...args: readonly (string | number)[]): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("../support/servers/crowd.ts", import.meta.url));
  const command = [script, server.url, "127.0.0.1", ...args.map(String)];
  const child = spawn(process.execPath, command, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

/** Others, who ask all the time until they are reported to stop; what their answers took. */
function others() {
  const over = new AbortController();
  const ask = async (path: string, sent: Sent) => {
    const waits: Wait[] = [];
    while (!over.signal.aborted) {
      waits.push(await send("GET", path, sent));
      await setTimeout(50);
    }
    return waits;
  };
  const all = Promise.all([
    ask("/about/version.json", {}),
    ask("/styles/point.json", { from: "127.0.0.1", headers: { authorization: basic("other") } }),
  ]);
  return async () => {
    over.abort();
    return (await all).flat();
  };
}

/** Connections, requests on each, whose they are, and whether answers are read. */
type Crowd = readonly [
  name: string,
  connections: number,
  requests: number,
  authorization: string,
  isRead: boolean,
];

const connections = 300;
const requests = scale({ test: 300, proof: 5_100 });
const lists = scale({ test: 30, proof: 520 });
const unread: readonly Crowd[] = [
  ["connections that say nothing", 1_060, 0, "", false],
  ["requests of nobody, unread", connections, requests, "", false],
  ["lists, unread", lists, 20, basic("plain"), false],
];
const read: readonly Crowd[] = [
  ["requests of nobody", connections, requests, "", true],
  ["lists", lists, 20, basic("plain"), true],
];

describe.runIf(isLinux)("a crowd of", () => {
  test.for(isProof ? [...unread, ...read] : unread)(
    "%s",
    { timeout: 300_000 },
    async ([name, connections, requests, authorization, isRead]) => {
      // Anyone who is to be recognised has logged in before.
      for (const user of ["plain", "other"])
        await send("GET", "/styles.json", { headers: { authorization: basic(user) } });
      const before = memory("VmRSS");
      const stop = others();
      const child = await crowd(connections, requests, authorization);
      if (isRead) child.stdin?.write("read\n");
      await setTimeout(scale({ test: 200, proof: 20_000 }));
      child.kill("SIGKILL");
      const waits = await stop();
      const passed = waits.map((wait) => wait.passed).toSorted((a, b) => a - b);
      const work = Math.max(...waits.map((wait) => wait.worked));
      const peak = memory("VmHWM");
      if (isProof) await setTimeout(60_000);
      const after = memory("VmRSS");
      const mib = (kib: number) => `${Math.round(kib / MIB)} MiB`;
      const ms = (wait = 0) => `${Math.round(wait)} ms`;
      process.stderr.write(
        `${name}: ${connections} × ${requests}; others waited ${ms(passed[passed.length >> 1])}, at most ` +
          `${ms(passed.at(-1))}, for at most ${ms(work)} of work (${waits.length}); memory ${mib(before)}, at most ${mib(peak)}, after ${mib(after)}\n`,
      );
      expect(waits.length).toBeGreaterThan(2);
      expect(work).toBeLessThan(WORK_MS);
      expect(passed.at(-1)).toBeLessThan(HANGS_MS);
      expect(peak).toBeLessThan(700 * MIB);
      if (isProof) expect(after - before).toBeLessThan(150 * MIB);
    },
  );
});
