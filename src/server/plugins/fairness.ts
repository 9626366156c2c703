/**
 * Shares pending requests, turns at the catalog, and memory for unsent responses fairly among
 * clients (docs/compatibility.md, "Bounds").
 */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import {
  keptAnswers as kept,
  turns as bounds,
  unsent as unsentBounds,
  type HttpLimits,
} from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import { installRequesters, nameOf, type RecentLogins } from "./requester.ts";
import { openTurns, type Turns } from "./turns.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly turns: { readonly reads: Turns; readonly writes: Turns };
    readonly underWay: () => UnderWay;
    readonly shares: KeptShares;
  }
}

/** The current load. */
export interface UnderWay {
  readonly requests: number;
  readonly unsentBytes: number;
}

/** Shares for kept answers, which cost only their sending. */
export interface KeptShares {
  /** Whether a requester may get so many more bytes at once. */
  readonly mayAnswer: (name: string, bytes: number) => boolean;
  /** Counts a response until it is fetched, and closes its connection when that takes too long. */
  readonly follow: (name: string, response: ServerResponse, bytes: number) => void;
}

export interface FairnessParts {
  readonly logins: RecentLogins;
  readonly limits: HttpLimits;
  readonly arrivals: () => number;
}

/**
 * Installs sharing and `request.requester`. The returned hook, run after authentication, moves a
 * request to the share of its account.
 */
export function installFairness(
  app: FastifyInstance,
  { logins, limits, arrivals }: FairnessParts,
): onRequestHookHandler {
  const requests = openShares();
  const unsent = openShares();
  const hasRoom = (name: string) => unsent.of(name) < unsentBounds.bytes - unsent.all();
  const refusal = `More than ${bounds.waiting} requests wait for the catalog`;
  const shared = { ...bounds, shared: true, refusal, arrivals } as const;
  const reads = openTurns({ ...shared, places: bounds.reads }, hasRoom);
  const writes = openTurns({ ...shared, places: bounds.writes, sliceMs: Infinity });
  app.decorate("turns", { reads, writes });
  app.decorate("underWay", () => ({ requests: requests.all(), unsentBytes: unsent.all() }));
  const hold = (name: string, raw: ServerResponse, bytes: number) => {
    const sent = unsent.take(name, bytes);
    const timer = setTimeout(() => raw.destroy(), allowedMs(bytes, limits)).unref();
    raw.once("close", () => {
      clearTimeout(timer);
      sent();
      reads.again();
    });
  };
  app.decorate("shares", {
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
  });
  installRequesters(app, logins);
  const counted = new WeakMap<FastifyRequest, () => void>();
  const count = (request: FastifyRequest, name: string) => {
    counted.get(request)?.();
    counted.set(request, requests.take(name, 1));
    if (requests.of(name) <= limits.requests) return undefined;
    return new CatalogError("busy", `More than ${limits.requests} requests are under way`);
  };
  app.addHook("onRequest", (request, reply, done) => {
    // "close" also fires when the client leaves before there is a response.
    reply.raw.once("close", () => counted.get(request)?.());
    onUnsent(reply, (bytes) => hold(request.requester.name, reply.raw, bytes));
    done(count(request, request.requester.name));
  });
  return (request, reply, done) => {
    // The principal is null on routes without credentials.
    const name = nameOf(request, request.principal?.user);
    const isSettled = name === request.requester.name || reply.raw.destroyed;
    if (!isSettled) request.requester = { ...request.requester, name };
    done(isSettled ? undefined : count(request, name));
  };
}

function allowedMs(bytes: number, { sendGraceMs, sendBytesPerSecond }: HttpLimits): number {
  return sendGraceMs + (bytes / sendBytesPerSecond) * 1_000;
}

/** Reports the bytes still in memory when the response is fully written. */
function onUnsent(reply: FastifyReply, report: (bytes: number) => void): void {
  reply.raw.once("prefinish", () => {
    const bytes = reply.raw.socket?.writableLength ?? 0;
    if (bytes > 0) report(bytes);
  });
}

function openShares() {
  const amounts = new Map<string, number>();
  let all = 0;
  const add = (name: string, amount: number) => {
    all += amount;
    const now = (amounts.get(name) ?? 0) + amount;
    if (now === 0) amounts.delete(name);
    else amounts.set(name, now);
  };
  return {
    all: () => all,
    of: (name: string) => amounts.get(name) ?? 0,
    /** Adds an amount; the returned function removes it. */
    take: (name: string, amount: number) => {
      add(name, amount);
      return () => add(name, -amount);
    },
  };
}
