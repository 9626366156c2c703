/** Heartbeat of a server among the servers of its catalog. */
import { setTimeout as pause } from "node:timers/promises";
import { postgres as limits, type ReplicaTimes } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerTable } from "../storage/postgres-servers.ts";

export interface Life {
  /** Sends a heartbeat. Never rejects. */
  readonly renew: () => Promise<void>;
  /** Whether the last heartbeat is so recent that this server cannot be declared gone. */
  readonly isSure: () => boolean;
  /** Resolves when `isSure` holds; rejects with busy when the server is lost. */
  readonly sure: () => Promise<void>;
  /** Whether `isSure` has held so long that all other live servers sent a heartbeat. */
  readonly isSteady: () => boolean;
  readonly isLost: () => boolean;
  /** Resolves with the reason when the server is lost: it must not change anything then. */
  readonly lost: Promise<string>;
}

export interface LifeParts {
  readonly servers: Pick<ServerTable, "renew">;
  readonly onError: (error: unknown) => void;
  readonly times: ReplicaTimes;
}

const reasons = {
  gone: "Other servers have not heard of this one for too long, and went on without it",
  newer: "A server of a newer version has brought up the tables of the catalog",
  "set-back":
    "The catalog's database was set back to a state before one that this server has seen, so what it keeps in memory is of no catalog any more; start it again",
} as const;

/** The error for a change by a lost server. */
export function lostServer(): CatalogError {
  return new CatalogError("busy", "This server ends, and others go on; ask one of them");
}

export function lifeOf({ servers, onError, times }: LifeParts): Life {
  const lost = Promise.withResolvers<string>();
  let isLost = false;
  let renewed = performance.now();
  let steadySince = renewed;
  const isSure = () => !isLost && performance.now() - renewed < times.surelyAliveMs;
  return {
    renew: async () => {
      const asked = performance.now();
      try {
        const reason = await servers.renew();
        isLost = reason !== undefined;
        if (reason !== undefined) return lost.resolve(reasons[reason]);
        if (!isSure()) steadySince = asked;
        // The database recorded the heartbeat at or after this time.
        renewed = asked;
      } catch (error) {
        onError(error);
      }
      return undefined;
    },
    isSure,
    sure: async () => {
      while (!isSure()) {
        if (isLost) throw lostServer();
        await pause(limits.claimPauseMs);
      }
    },
    isSteady: () => isSure() && performance.now() - steadySince >= times.goneMs,
    isLost: () => isLost,
    lost: lost.promise,
  };
}
