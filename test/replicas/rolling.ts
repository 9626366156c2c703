/** Load that comes whether or not it is answered, and servers that are replaced beneath it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { reveal } from "../../src/model/secret.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, KEYSTORE_PASSWORD, PASSWORD } from "../support/servers/catalog.ts";
import { startServer } from "../support/commands/cli.ts";
import { sendRaw, type RawRequest } from "../support/servers/http.ts";
import type { Backend } from "./balancer.ts";
import type { Estate } from "./replicas.ts";

/** `plumbline serve` as operators run it. */
export interface Serving extends Backend {
  /** Asks it to end, and sees that it does so in peace. */
  readonly end: () => Promise<void>;
}

/** Starts one server of a catalog; it ends with the test. */
export async function serve(
  { address, files }: Pick<Estate, "address" | "files">,
  name: string,
): Promise<Serving> {
  const { host, port, database, user, password, schema } = address;
  const login = `${user}:${encodeURIComponent(reveal(password))}`;
  const data = join(files, "..", name);
  mkdirSync(data);
  const server = await startServer(data, {
    args: ["--files", files, "--endpoints", "127.0.0.1:0", "--shutdown-delay", "1s"],
    env: {
      PLUMBLINE_ADMIN_PASSWORD: PASSWORD,
      PLUMBLINE_MASTER_PASSWORD: KEYSTORE_PASSWORD,
      PLUMBLINE_CATALOG: `postgres://${login}@${host}:${port}/${database}?schema=${schema}`,
    },
  });
  onTestFinished(() => void server.child.kill("SIGKILL"));
  const said = () => /Endpoints at (http:\/\/[^\s"]+)/.exec(server.stderr())?.[1];
  await expect.poll(said).toBeDefined();
  const end = async () => expect(await server.end(), server.stderr()).toBe(0);
  return { origin: server.url, endpoints: said() ?? "", end };
}

/** What became of a load. */
export interface LoadReport {
  readonly sent: number;
  /** Requests a second, as they were sent. */
  readonly rate: number;
  /** Those that were not answered as they had to be, each in words. */
  readonly failed: readonly string[];
  /** Milliseconds within which 99 of 100 were answered. */
  readonly p99: number;
}

const STYLES = 20;
const SLD = "application/vnd.ogc.sld+xml";

/** Makes what the load reads and writes. */
export async function prepareForLoad(origin: string): Promise<void> {
  for (let style = 0; style < STYLES; style++) {
    const path = `/rest/styles?name=load${style}`;
    const headers = { authorization: AUTHORIZATION, "content-type": SLD };
    const answer = await sendRaw(origin, { method: "POST", path, headers, body: sld() });
    expect(answer.status, answer.body.toString()).toBe(201);
  }
}

/** The request of a number: of five, one writes. */
function requestOf(number: number): RawRequest {
  const headers = { authorization: AUTHORIZATION };
  const style = `/rest/styles/load${number % STYLES}`;
  if (number % 5 !== 0) return { method: "GET", path: `${style}.sld`, headers };
  const body = sld({ colour: `#${String(number % 1_000_000).padStart(6, "0")}` });
  return { method: "PUT", path: style, headers: { ...headers, "content-type": SLD }, body };
}

/** Sends so many requests a second until it is told to end, each at its time, whatever became of those before. */
export function startLoad(
  origin: string,
  rate: number,
): { readonly end: () => Promise<LoadReport> } {
  const failed: string[] = [];
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const stop = new AbortController();
  let sent = 0;
  const send = async (request: RawRequest) => {
    const from = performance.now();
    const text = `${request.method} ${request.path} after ${(from - began).toFixed(0)} ms`;
    try {
      const { status, body } = await sendRaw(origin, request);
      if (status !== 200) failed.push(`${text}: ${status} ${body.toString().slice(0, 200)}`);
    } catch (error) {
      failed.push(`${text}: ${(error as Error).message}`);
    }
    times.push(performance.now() - from);
  };
  const sending = (async () => {
    while (!stop.signal.aborted) {
      for (const due = ((performance.now() - began) * rate) / 1_000; sent < due; sent++) {
        const one = send(requestOf(sent));
        open.add(one);
        void one.then(() => open.delete(one));
      }
      await pause(2);
    }
  })();
  return {
    end: async () => {
      stop.abort();
      await sending;
      const seconds = (performance.now() - began) / 1_000;
      await Promise.all(open);
      const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
      return { sent, rate: sent / seconds, failed, p99 };
    },
  };
}
