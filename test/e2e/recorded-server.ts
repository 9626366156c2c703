/** A stock server, before which some paths answer as a released server was recorded to. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Answer } from "../stock/documents.ts";
import { stockServer } from "../stock/server.ts";

/** Answers by `METHOD /path`, below the service root: one after the other, the last one for good. */
export type Recorded = Readonly<Record<string, readonly Answer[]>>;

export interface RecordedServer {
  readonly url: string;
  /** Requests that write, beside those of the state of an estate, as `METHOD /path body`. */
  readonly writes: () => readonly string[];
  /** Requests that a recorded answer was there for, as `METHOD /path`. */
  readonly asked: () => readonly string[];
  /** Sets the answers, and forgets what was asked. */
  readonly answering: (recorded: Recorded) => void;
  readonly close: () => Promise<void>;
}

export async function startRecorded(): Promise<RecordedServer> {
  const stock = stockServer({ line: "2.28" });
  let left = new Map<string, readonly Answer[]>();
  let writes: string[] = [];
  let known: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "GET", url = "/", headers } = request;
      const body = await buffer(request);
      const path = decodeURIComponent(url);
      const asked = { method, url: `/geoserver${url}`, headers, body };
      const key = `${method} ${path.split("?")[0]}`;
      if (method !== "GET" && method !== "HEAD" && !path.includes("/resource/plumbline"))
        writes.push(`${method} ${path} ${body.toString()}`.trim());
      const [next, ...others] = left.get(key) ?? [];
      if (next !== undefined && others.length > 0) left.set(key, others);
      if (next !== undefined) known.push(key);
      const answer = next ?? (await stock.ask(asked));
      const type = answer.type === undefined ? {} : { "content-type": answer.type };
      response.writeHead(answer.status, { ...type, ...answer.headers }).end(answer.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    writes: () => writes,
    asked: () => known,
    answering: (recorded) => {
      left = new Map(Object.entries(recorded));
      writes = [];
      known = [];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
