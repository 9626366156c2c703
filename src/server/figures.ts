/** The figures of a server as they are now; they name no object and no account. */
import type { FastifyInstance } from "fastify";
import type { Catalog } from "./catalog/unit-of-work.ts";
import type { Front, FrontCounts } from "./front/front.ts";
import type { AnswerCounts } from "./plugins/answers.ts";
import type { UnderWay } from "./plugins/fairness.ts";
import type { HashLimit, LoginCounts } from "./plugins/login-limits.ts";
import type { Staging } from "./plugins/staging.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Reads the figures. Rejects when catalog or disk cannot be read. */
    readonly figures: () => Promise<Figures>;
  }
}

/** Numbers since the start, and of now. */
export interface Figures {
  readonly answers: AnswerCounts;
  readonly underWay: UnderWay;
  /** What waits, by what it waits for. */
  readonly waiting: Readonly<Record<"reads" | "writes" | "passwords" | "uploads", number>>;
  /** Large uploads that are worked on. */
  readonly uploads: number;
  readonly connections: FrontCounts;
  readonly logins: LoginCounts;
  readonly revision: number;
  readonly diskFreeBytes: number;
}

/** What figures are read from, beside what the plugins count. */
export interface FigureSources {
  readonly catalog: Catalog;
  readonly staging: Staging;
  readonly front: Front;
  readonly hashing: HashLimit;
}

/** Reads the figures of a server. */
export function figuresOf(
  app: FastifyInstance,
  { catalog, staging, front, hashing }: FigureSources,
): () => Promise<Figures> {
  return async () => {
    const { reads, writes } = app.turns;
    const uploads = app.uploads();
    return {
      answers: app.answers(),
      underWay: app.underWay(),
      waiting: {
        reads: reads.counts().waiting,
        writes: writes.counts().waiting,
        passwords: hashing.waiting(),
        uploads: uploads.waiting,
      },
      uploads: uploads.running,
      connections: front.counts(),
      logins: app.logins(),
      revision: await catalog.read((reader) => reader.revision()),
      diskFreeBytes: await staging.free(),
    };
  };
}
