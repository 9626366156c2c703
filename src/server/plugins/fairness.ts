/**
 * What is shared out among those who ask: requests under way, turns at the catalog, and memory for answers
 * that are not fetched yet (docs/compatibility.md, "Bounds").
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
import { installAskers, nameOf, type RecentLogins } from "./asker.ts";
import { openTurns, type Turns } from "./turns.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Turns at reading and at changing the catalog. */
    readonly turns: { readonly reads: Turns; readonly writes: Turns };
    /** What is under way now. */
    readonly underWay: () => UnderWay;
    /** Shares of answers that are kept already. */
    readonly shares: KeptShares;
  }
}

/** Figures of what is under way. */
export interface UnderWay {
  readonly requests: number;
  /** Bytes of answers that their clients have not fetched. */
  readonly unsentBytes: number;
}

/** What somebody may have of answers that cost nothing but their sending. */
export interface KeptShares {
  /** Whether who asks, by name, may have one more, of so many bytes, at once. */
  readonly mayAnswer: (name: string, bytes: number) => boolean;
  /** Counts an answer that has been given to be sent, until it is fetched, and ends its connection where that takes too long. */
  readonly follow: (name: string, response: ServerResponse, bytes: number) => void;
}

/** What sharing out needs. */
export interface FairnessParts {
  readonly logins: RecentLogins;
  readonly limits: HttpLimits;
  /** How many connections have come so far. */
  readonly arrivals: () => number;
}

/**
 * Installs the shares, and with them who asks. What it returns is for the place where the account of a
 * request has become known: from then on the request is that account's.
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
      // Where a client sends one request behind the other, those behind have no socket yet.
      const waiting = response.socket === null ? bytes : response.socket.writableLength;
      if (waiting === 0) return;
      response.once("close", requests.take(name, 1));
      hold(name, response, waiting);
    },
  });
  installAskers(app, logins);
  const counted = new WeakMap<FastifyRequest, () => void>();
  const count = (request: FastifyRequest, name: string) => {
    counted.get(request)?.();
    counted.set(request, requests.take(name, 1));
    if (requests.of(name) <= limits.requests) return undefined;
    return new CatalogError("busy", `More than ${limits.requests} requests are under way`);
  };
  app.addHook("onRequest", (request, reply, done) => {
    // Fires in any case, also when the client goes before there is an answer.
    reply.raw.once("close", () => counted.get(request)?.());
    onUnsent(reply, (bytes) => hold(request.asker.name, reply.raw, bytes));
    done(count(request, request.asker.name));
  });
  return (request, reply, done) => {
    // Nobody is known where no credentials are asked for.
    const name = nameOf(request, request.principal?.user);
    const isSettled = name === request.asker.name || reply.raw.destroyed;
    if (!isSettled) request.asker = { ...request.asker, name };
    done(isSettled ? undefined : count(request, name));
  };
}

/** How long a client may take to fetch what the system does not hold for it. */
function allowedMs(bytes: number, { sendGraceMs, sendBytesPerSecond }: HttpLimits): number {
  return sendGraceMs + (bytes / sendBytesPerSecond) * 1_000;
}

/** Reports how much of an answer waits in memory when all of it has been given to be sent. */
function onUnsent(reply: FastifyReply, report: (bytes: number) => void): void {
  reply.raw.once("prefinish", () => {
    const bytes = reply.raw.socket?.writableLength ?? 0;
    if (bytes > 0) report(bytes);
  });
}

/** Amounts by name, and all of them together. */
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
    /** Adds an amount; what it returns takes it away again. */
    take: (name: string, amount: number) => {
      add(name, amount);
      return () => add(name, -amount);
    },
  };
}
