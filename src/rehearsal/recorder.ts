/** Records the reads of a plan and the writes of a run. */
import type { Reader, Transport, WireRequest } from "../wire/request.ts";
import { pathWithQuery } from "../wire/request.ts";

/** A read with its response. */
export interface SeenRead {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  /** Kept where a second read is expensive or leaves a trace on the server. */
  readonly body: Uint8Array | undefined;
}

export interface RecordedReader {
  readonly read: Reader;
  readonly seen: readonly SeenRead[];
}

/** Pages of granules, and the keystore password. */
const KEPT = /\/index\/granules\.json$|^\/security\/masterpw\.xml$/;

export function recordReads(read: Reader): RecordedReader {
  const seen: SeenRead[] = [];
  return {
    seen,
    read: async (request) => {
      const response = await read(request);
      const { path, query = {} } = request;
      const isKept = response.status === 200 && KEPT.test(path);
      seen.push({
        path,
        query,
        status: response.status,
        body: isKept ? response.body : undefined,
      });
      return response;
    },
  };
}

/** A write with its outcome. */
export interface SentRequest {
  readonly method: WireRequest["method"];
  /** Below the REST root, with the query. */
  readonly path: string;
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

export interface RecordedTransport {
  readonly send: Transport;
  readonly sent: readonly SentRequest[];
}

/** Records writes; `now` is a monotonic clock in milliseconds. */
export function recordWrites(send: Transport, now: () => number): RecordedTransport {
  const sent: { -readonly [Part in keyof SentRequest]: SentRequest[Part] }[] = [];
  return {
    sent,
    send: async (request) => {
      const { method } = request;
      if (method === "GET" || method === "HEAD") return send(request);
      const begun = now();
      // Entries are in the order of request starts; several may be in flight.
      const path = pathWithQuery(request);
      const entry: (typeof sent)[number] = { method, path, status: undefined, milliseconds: 0 };
      sent.push(entry);
      try {
        const response = await send(request);
        entry.status = response.status;
        return response;
      } finally {
        entry.milliseconds = Math.round(now() - begun);
      }
    },
  };
}
