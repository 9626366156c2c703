/**
 * Kinds find out what they will be asked of objects while others are loaded yet: of an estate that owns nothing, all that
 * is declared is about to be sent.
 */
import { isBug } from "../../../model/failure.ts";
import { threads as limits } from "../../../model/limits.ts";
import type { AnyKind, KindContext, Resource } from "../../kind.ts";

/** What is looked into beside a load. */
export interface Ahead {
  readonly take: (resource: Resource) => void;
  /** All that is taken is new, as far as anybody knows. */
  readonly begin: () => void;
  /** Nothing more is looked into. */
  readonly close: () => void;
  /** The same; resolves when what is begun has come to its end, and rejects with a fault of the program in it. */
  readonly end: () => Promise<void>;
}

/** Opens it; nothing is looked into before it begins. */
export function openAhead(kinds: ReadonlyMap<string, AnyKind>, context: KindContext): Ahead {
  const arrivals = new Map<string, Arrivals>();
  const taken: Resource[] = [];
  const looking: Promise<void>[] = [];
  const faults: unknown[] = [];
  let state: "waiting" | "begun" | "over" = "waiting";
  const give = (resource: Resource) => {
    const { kind } = resource.address;
    const ahead = kinds.get(kind)?.review?.ahead;
    if (ahead === undefined) return;
    // What fails is left to who asks for it, and there the reason shows.
    const look = (all: AsyncIterable<Resource>) =>
      ahead(all, context).catch((error: unknown) => {
        if (isBug(error)) faults.push(error);
      });
    const own = arrivals.get(kind) ?? openArrivals((all) => void looking.push(look(all)));
    arrivals.set(kind, own);
    own.add(resource);
  };
  const close = () => {
    state = "over";
    for (const own of arrivals.values()) own.end();
  };
  return {
    close,
    take: (resource) => {
      if (state === "waiting") taken.push(resource);
      if (state === "begun") give(resource);
    },
    begin: () => {
      if (state !== "waiting") return;
      state = "begun";
      for (const resource of taken) give(resource);
    },
    end: async () => {
      close();
      await Promise.all(looking);
      if (faults.length > 0) throw faults[0];
    },
  };
}

/** Objects of a kind that come one after the other. */
interface Arrivals {
  readonly add: (resource: Resource) => void;
  readonly end: () => void;
}

/** Calls `begin` with them once they are enough to be worth it; who asks for the next one waits until it comes. */
function openArrivals(begin: (all: AsyncIterable<Resource>) => void): Arrivals {
  const came: Resource[] = [];
  let isOver = false;
  let waiting = Promise.withResolvers<void>();
  async function* arriving(): AsyncGenerator<Resource, void, void> {
    for (let at = 0; ;) {
      const next = came[at];
      if (isOver) return;
      if (next === undefined) await waiting.promise;
      else {
        at++;
        yield next;
      }
    }
  }
  const wake = () => {
    waiting.resolve();
    waiting = Promise.withResolvers();
  };
  return {
    add: (resource) => {
      came.push(resource);
      if (came.length === limits.fromItems) begin(arriving());
      wake();
    },
    end: () => {
      isOver = true;
      wake();
    },
  };
}
