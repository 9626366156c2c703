/**
 * Admits requests: how much of the server a client gets at once, what waits, and what is refused
 * (docs/compatibility.md, "Bounds"). A request counts for its client, takes turns at the catalog,
 * and its response takes memory until it is fetched.
 */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from "fastify";
import {
  keptAnswers as kept,
  turns as bounds,
  unsent as unsentBounds,
  type HttpLimits,
} from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { nameOf, type KnownLogins } from "./known-logins.ts";
import {
  checkClient,
  openShares,
  openSlices,
  openTurns,
  uncancellable,
  type Requester,
  type TurnBounds,
  type Turns,
} from "./turns.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly admission: Admission;
  }
  interface FastifyRequest {
    requester: Admitted;
  }
}

export interface Admission {
  /** Turns of each read of the catalog. */
  readonly reads: Turns;
  /**
   * Turns of changes, in which they are parsed and prepared. A change has none while it comes, and
   * while it waits for the catalog's lock or for the disk.
   */
  readonly writes: Turns;
  readonly underWay: () => UnderWay;
  /** Whether a client may get so many more kept bytes at once. */
  readonly mayAnswer: (name: string, bytes: number) => boolean;
  /**
   * Counts a kept response until it is fetched, and closes its connection when that takes too long.
   */
  readonly follow: (name: string, response: ServerResponse, bytes: number) => void;
}

/** The current load. */
export interface UnderWay {
  readonly requests: number;
  readonly unsentBytes: number;
}

/** A request that counts for its client. */
interface Admitted extends Requester {
  uncount: () => void;
  /** Ends the turn in which a change is prepared. */
  endTurn?: () => void;
}

export interface AdmissionParts {
  readonly known: KnownLogins;
  readonly limits: HttpLimits;
  readonly arrivals: () => number;
}

/**
 * Installs admission and `request.requester`. The returned hook, run after authentication, moves a
 * request to the share of its account.
 */
export function installAdmission(
  app: FastifyInstance,
  { known, limits, arrivals }: AdmissionParts,
): onRequestHookHandler {
  const requests = openShares();
  const excess = (name: string) => {
    if (requests.of(name) <= limits.requests) return undefined;
    return new CatalogError("busy", `More than ${limits.requests} requests are under way`);
  };
  const { hold, ...admission } = openAdmission(requests, limits, arrivals);
  app.decorate("admission", admission).decorateRequest("requester");
  app.addHook("onRequest", (request, { raw }, done) => {
    const name = known.shareOf(request);
    const uncount = requests.take(name, 1);
    const requester: Admitted = { name, client: raw, patienceMs: limits.turnMs, uncount };
    request.requester = requester;
    // "close" also fires when the client leaves before there is a response.
    raw.once("close", () => {
      requester.uncount();
      requester.endTurn?.();
    });
    raw.once("prefinish", () => {
      const bytes = raw.socket?.writableLength ?? 0;
      if (bytes > 0) hold(requester.name, raw, bytes);
    });
    done(excess(name));
  });
  app.addHook("preHandler", async ({ method, requester }) => {
    if (isReading(method)) return;
    requester.endTurn = await admission.writes.begin(requester);
    setTimeout(requester.endTurn, bounds.writeMs).unref();
  });
  return (request, reply, done) => {
    const { requester } = request;
    // The principal is null on routes without credentials.
    const name = nameOf(request, request.principal?.user);
    const isMoved = name !== requester.name && !reply.raw.destroyed;
    if (isMoved) {
      requester.uncount();
      Object.assign(requester, { name, uncount: requests.take(name, 1) });
    }
    done(isMoved ? excess(name) : undefined);
  };
}

/** `hold` counts bytes until they are sent, and closes a connection that takes too long. */
function openAdmission(
  requests: ReturnType<typeof openShares>,
  limits: HttpLimits,
  arrivals: () => number,
): Admission & { readonly hold: Admission["follow"] } {
  const unsent = openShares();
  const hasRoom = (name: string) => unsent.of(name) < unsentBounds.bytes - unsent.all();
  const refusal = () => {
    const text = `The request waited ${limits.turnMs / 1_000} s for its turn; try again`;
    return new CatalogError("busy", text, { retryAfter: bounds.retrySeconds });
  };
  const open = (places: number, more: Pick<TurnBounds, "hasRoom"> = {}) =>
    openTurns({ places, shared: true, slices: openSlices(bounds, arrivals), refusal, ...more });
  const reads = open(bounds.reads, { hasRoom });
  const hold = (name: string, response: ServerResponse, bytes: number) => {
    const sent = unsent.take(name, bytes);
    const allowedMs = limits.sendGraceMs + (bytes / limits.sendBytesPerSecond) * 1_000;
    const timer = setTimeout(() => response.destroy(), allowedMs).unref();
    response.once("close", () => {
      clearTimeout(timer);
      sent();
      reads.again();
    });
  };
  return {
    reads,
    writes: open(bounds.writes),
    underWay: () => ({ requests: requests.all(), unsentBytes: unsent.all() }),
    mayAnswer: (name, bytes) =>
      requests.of(name) < limits.requests &&
      hasRoom(name) &&
      (bytes <= kept.textBytes || reads.isFree(name)),
    follow: (name, response, bytes) => {
      // A pipelined response has no socket until its turn.
      const waiting = response.socket === null ? bytes : response.socket.writableLength;
      if (waiting === 0) return;
      response.once("close", requests.take(name, 1));
      hold(name, response, waiting);
    },
    hold,
  };
}

/** Whether a method changes nothing. */
export function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

type CatalogInTurn = Pick<Catalog, "read" | "write">;

/**
 * Reads wait for the client's turn, and are refused with busy after too long a wait. Both are
 * refused with client-left, unless a write has begun.
 */
export function inTurn(
  { server, requester }: FastifyRequest,
  catalog: CatalogInTurn,
): CatalogInTurn {
  const { reads } = server.admission;
  return {
    read: (work) => reads.take(requester, () => catalog.read(work)),
    write: async (origin, work) => {
      checkClient(requester);
      requester.endTurn?.();
      Object.assign(requester, uncancellable(requester.name));
      return catalog.write(origin, work);
    },
  };
}
