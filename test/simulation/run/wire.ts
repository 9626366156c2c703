/**
 * The way between a command and a server, with the faults of a history on it. One request is at the server at
 * a time, so that there is a moment after each; time passes only where somebody waits.
 */
import { Failure } from "../../../src/model/failure.ts";
import type { BodyStore } from "../../../src/reconciler/manifest/artefacts.ts";
import { servicePath } from "../../../src/wire/paths.ts";
import {
  pathWithQuery,
  TransportError,
  type Transport,
  type WireRequest,
  type WireResponse,
} from "../../../src/wire/request.ts";
import { isBusy } from "../../../src/wire/retry.ts";
import { AUTHORIZATION } from "../../support/servers/catalog.ts";
import type { Exchange } from "./place.ts";
import type { Fault, FaultName, Target } from "../history.ts";

/** A request that reached the server, and what the server answered. */
export interface Served {
  readonly request: WireRequest;
  readonly target: Target;
  readonly status: number;
}

/** A way to a server. */
export interface Wire {
  /** As a client sends: what writes is not repeated. */
  readonly send: Transport;
  /** As a client reads: a few times where nobody answers, or has no time. */
  readonly read: Transport;
  /** What reached the server so far. */
  readonly served: readonly Served[];
  /** Whether the command was killed on the way. */
  readonly isKilled: () => boolean;
  /** Faults that were met. */
  readonly met: readonly FaultName[];
}

/** What is between a command and a server. */
export interface WireOptions {
  readonly exchange: Exchange;
  readonly bodies: BodyStore;
  readonly faults: readonly Fault[];
  /** Called after each request that the server has answered, before the next one reaches it. */
  readonly after: (request: WireRequest) => Promise<void>;
  /** Stands in for requests; those of the simulation itself are tested by it. */
  readonly seam?: (real: Transport) => Transport;
}

/** The command is gone: whatever it does from now on does not happen. */
class KilledError extends Failure {
  constructor() {
    super("killed");
    this.name = "KilledError";
  }
}

/** Attempts of a read, as of the client. */
const ATTEMPTS = 4;

/** Whether a request belongs to the state of an estate. */
export function isOfState({ path }: Pick<WireRequest, "path">): boolean {
  return path.startsWith("/resource/plumbline/");
}

/** Whether a request only reads. */
export function isRead({ method }: Pick<WireRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Opens the way. */
export function openWire(options: WireOptions): Wire {
  const served: Served[] = [];
  const met: FaultName[] = [];
  const counts = new Map<string, number>();
  let isKilled = false;
  let turn: Promise<unknown> = Promise.resolve();
  const deliver = async (
    request: WireRequest,
    { target, body }: { readonly target: Target; readonly body: Uint8Array | undefined },
  ): Promise<WireResponse> => {
    const response = await deliverTo(options.exchange, request, body);
    served.push({ request, target, status: response.status });
    await options.after(request);
    return response;
  };
  const real: Transport = async (request) => {
    // What is sent may have to be read first.
    const body = request.body && (await options.bodies.load(request.body));
    const target = targetOf(request, counts);
    const work = async () => {
      if (isKilled) throw new KilledError();
      const fault = options.faults.find(({ at }) => isSame(at, target))?.name;
      if (fault === undefined) return deliver(request, { target, body });
      met.push(fault);
      isKilled = fault.startsWith("killed");
      return strikes[fault](() => deliver(request, { target, body }), request);
    };
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const exchange = options.seam?.(real) ?? real;
  const send: Transport = async (request) => {
    const answer = await exchange(request);
    if (isKilled) throw new KilledError();
    return answer;
  };
  return { send, read: retrying(send), served, met, isKilled: () => isKilled };
}

function targetOf(request: WireRequest, counts: Map<string, number>): Target {
  const { method } = request;
  const path = pathWithQuery(request);
  const key = `${method} ${path}`;
  const nth = counts.get(key) ?? 0;
  counts.set(key, nth + 1);
  return { method, path, nth };
}

function isSame(at: Fault["at"], { method, path, nth }: Target): boolean {
  return typeof at !== "number" && at.method === method && at.path === path && at.nth === nth;
}

function deliverTo(
  exchange: Exchange,
  request: WireRequest,
  body: Uint8Array | undefined,
): Promise<WireResponse> {
  const { method, mediaType, headers } = request;
  const type = mediaType === undefined ? {} : { "content-type": mediaType };
  return exchange({
    method,
    url: servicePath(pathWithQuery(request)),
    headers: { authorization: AUTHORIZATION, ...type, ...headers },
    body,
  });
}

const PAGE = "<!DOCTYPE html><html><body><h1>Please log in</h1></body></html>";

const answer = (status: number, text: string, headers: WireResponse["headers"] = {}) => ({
  status,
  headers,
  body: new TextEncoder().encode(text),
});

type Strike = (deliver: () => Promise<WireResponse>, request: WireRequest) => Promise<WireResponse>;

const strikeAfter =
  (outcome: (request: WireRequest) => WireResponse): Strike =>
  async (deliver, request) => {
    await deliver();
    return outcome(request);
  };

function cut({ method, path }: WireRequest): never {
  throw new TransportError(method, path, new Error("connection reset"));
}

function die(): never {
  throw new KilledError();
}

const busy = { "retry-after": "1" };

/** What the other side gets to see. */
const strikes: Readonly<Record<FaultName, Strike>> = {
  "cut before": async (_deliver, request) => cut(request),
  "cut after": strikeAfter(cut),
  "answered 500 before": async () => answer(500, "broken"),
  "answered 500 after": strikeAfter(() => answer(500, "broken")),
  "answered 503": async () => answer(503, "busy", busy),
  "answered 429": async () => answer(429, "slow down", busy),
  "answered by a page": async () => answer(502, PAGE, { "content-type": "text/html" }),
  "cut short": async (deliver, { method, path }) => {
    const { body } = await deliver();
    const reason = new Error(`terminated after ${body.length >> 1} bytes`);
    throw new TransportError(method, path, reason);
  },
  slow: (deliver) => deliver(),
  "delivered twice, first answer": async (deliver) => {
    const first = await deliver();
    await deliver();
    return first;
  },
  "delivered twice, second answer": async (deliver) => {
    await deliver();
    return deliver();
  },
  "killed before": async () => die(),
  "killed after": strikeAfter(die),
};

/** Reads a few times; nobody waits in between. */
function retrying(send: Transport): Transport {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await send(request);
        if (attempt === ATTEMPTS || !isBusy(response)) return response;
      } catch (error) {
        if (attempt === ATTEMPTS || error instanceof KilledError) throw error;
      }
    }
  };
}
