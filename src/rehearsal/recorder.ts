/** Remembers what goes over a connection: which reads a plan makes, which writes a run makes. */
import type { Reader, Transport, WireRequest } from "../wire/request.ts";
import { pathWithQuery } from "../wire/request.ts";

/** A read and what it was answered. */
export interface SeenRead {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  /** Kept where a second read would cost much, or leave a trace at the other end. */
  readonly body: Uint8Array | undefined;
}

/** A reader, and what was read with it. */
export interface RecordedReader {
  readonly read: Reader;
  readonly seen: readonly SeenRead[];
}

/** Pages of granules, and the keystore password. */
const KEPT = /\/index\/granules\.json$|^\/security\/masterpw\.xml$/;

/** Remembers reads. */
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

/** A write as it went out, and what came of it. */
export interface SentRequest {
  readonly method: WireRequest["method"];
  /** Below the REST root, with its query. */
  readonly path: string;
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** A transport, and the writes that went through it. */
export interface RecordedTransport {
  readonly send: Transport;
  readonly sent: readonly SentRequest[];
}

/** Remembers writes; `now` gives milliseconds that only rise. */
export function recordWrites(send: Transport, now: () => number): RecordedTransport {
  const sent: { -readonly [Part in keyof SentRequest]: SentRequest[Part] }[] = [];
  return {
    sent,
    send: async (request) => {
      const { method } = request;
      if (method === "GET" || method === "HEAD") return send(request);
      const begun = now();
      // In the order in which requests begin; several may be under way.
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
