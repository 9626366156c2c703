/** Whether a server counts among those of its catalog: it says so again and again, and hears when it does not. */
import { setTimeout as pause } from "node:timers/promises";
import { postgres as limits, type ReplicaTimes } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerTable } from "../storage/postgres-servers.ts";

/** The life of one server. */
export interface Life {
  /** Says that it works. Never rejects. */
  readonly renew: () => Promise<void>;
  /** Whether nobody can have taken it for gone. */
  readonly isSure: () => boolean;
  /** Resolves when that is so; rejects with busy when it is lost. */
  readonly sure: () => Promise<void>;
  /** Whether it has been heard of for so long, without a gap, that all others had their chance to be. */
  readonly isSteady: () => boolean;
  readonly isLost: () => boolean;
  /** Resolves with the reason when it counts no more: it changes nothing from then on. */
  readonly lost: Promise<string>;
}

/** What a life needs. */
export interface LifeParts {
  readonly servers: Pick<ServerTable, "renew">;
  /** Is told why the database cannot be told. */
  readonly onError: (error: unknown) => void;
  readonly times: ReplicaTimes;
}

const reasons = {
  gone: "Other servers have not heard of this one for too long, and went on without it",
  newer: "A server of a newer version has brought up the tables of the catalog",
  "set-back":
    "The catalog's database was set back to a state before one that this server has seen, so what it keeps in memory is of no catalog any more; start it again",
} as const;

/** The refusal of what a server that is lost would have to do. */
export function lostServer(): CatalogError {
  return new CatalogError("busy", "This server ends, and others go on; ask one of them");
}

/** The life of a server that is known from this moment on. */
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
        // It was heard at some time since.
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
