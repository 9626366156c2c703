/** One client of the bench: a connection, one request after the other, each with its time. */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "undici";

/** Between two requests of somebody who reads beside the work that is measured. */
const PAUSE_MS = 20;

/** What to send. */
export interface BenchRequest {
  readonly method?: "GET" | "PUT" | "POST" | "DELETE";
  /** Below `/rest`. */
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

/** Sends a request; gives the answer and the time until all of it is there. */
export interface BenchClient {
  readonly send: (request: BenchRequest) => Promise<{ readonly text: string; readonly ms: number }>;
  readonly close: () => Promise<void>;
}

/** A client with the environment of a server's clients. */
export function benchClient(env: Readonly<Record<string, string>>): BenchClient {
  const { PLUMBLINE_URL = "", PLUMBLINE_USER = "", PLUMBLINE_PASSWORD = "" } = env;
  const client = new Client(PLUMBLINE_URL, { headersTimeout: 0, bodyTimeout: 0 });
  const login = Buffer.from(`${PLUMBLINE_USER}:${PLUMBLINE_PASSWORD}`).toString("base64");
  return {
    send: async ({ method = "GET", path, type, body = null }) => {
      const started = performance.now();
      const headers = { authorization: `Basic ${login}`, ...(type && { "content-type": type }) };
      const answer = await client.request({ method, path: `/rest${path}`, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`);
      return { text, ms: performance.now() - started };
    },
    close: () => client.close(),
  };
}

/** Does some work while somebody else reads again and again; gives the longest wait of theirs. */
export async function whileReading<Result>(
  env: Readonly<Record<string, string>>,
  path: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly longestMs: number }> {
  const client = benchClient(env);
  const over = new AbortController();
  let longestMs = 0;
  await client.send({ path });
  const reading = async () => {
    while (!over.signal.aborted) {
      const { ms } = await client.send({ path });
      longestMs = Math.max(longestMs, ms);
      await pause(PAUSE_MS);
    }
  };
  const other = reading();
  const end = async () => {
    over.abort();
    await other;
    await client.close();
  };
  const result = await work().finally(end);
  return { result, longestMs };
}
