/** Current metrics of a server. They name no object and no account. */
import type { FastifyInstance } from "fastify";
import type { Catalog } from "./catalog/unit-of-work.ts";
import type { Front, FrontCounts } from "./front/front.ts";
import type { AnswerCounts } from "./plugins/answers.ts";
import type { UnderWay } from "./plugins/admission.ts";
import type { HashLimit, LoginCounts } from "./plugins/login-limits.ts";
import type { Staging } from "./plugins/staging.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Rejects when the catalog or the disk cannot be read. */
    readonly figures: () => Promise<Figures>;
  }
}

/** Totals count from the start of the server. */
export interface Figures {
  readonly answers: AnswerCounts;
  readonly underWay: UnderWay;
  /** Requests in each queue. */
  readonly waiting: Readonly<Record<"reads" | "writes" | "passwords" | "uploads", number>>;
  /** In progress. */
  readonly uploads: number;
  readonly connections: FrontCounts;
  readonly logins: LoginCounts;
  readonly revision: number;
  readonly diskFreeBytes: number;
}

export interface FigureSources {
  readonly catalog: Catalog;
  readonly staging: Staging;
  readonly front: Front;
  readonly hashing: HashLimit;
}

export function figuresOf(
  app: FastifyInstance,
  { catalog, staging, front, hashing }: FigureSources,
): () => Promise<Figures> {
  return async () => {
    const { reads, writes, underWay } = app.admission;
    const uploads = app.uploads();
    return {
      answers: app.answers(),
      underWay: underWay(),
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
