/** Counts responses by method and status class, for metrics. */
import type { FastifyInstance } from "fastify";

export const countedMethods = ["GET", "HEAD", "POST", "PUT", "DELETE", "other"] as const;

/** `left`: the client left before its response was sent. */
export const countedCodes = ["2xx", "3xx", "4xx", "5xx", "left"] as const;

/** Counts, ordered by method and then by status class. */
export type AnswerCounts = readonly {
  readonly method: (typeof countedMethods)[number];
  readonly code: (typeof countedCodes)[number];
  readonly count: number;
}[];

declare module "fastify" {
  interface FastifyInstance {
    readonly answers: () => AnswerCounts;
  }
}

/** Installs the counters. */
export function installAnswers(app: FastifyInstance): void {
  const counts = countedMethods.flatMap((method) =>
    countedCodes.map((code) => ({ method, code, count: 0 })),
  );
  const rows = new Map<string, number>(
    countedMethods.map((method, index) => [method, index * countedCodes.length]),
  );
  const others = rows.get("other") ?? 0;
  const count = (method: string, code: number) => {
    const counted = code < 0 ? undefined : counts[(rows.get(method) ?? others) + code];
    if (counted !== undefined) counted.count++;
  };
  app.decorate("answers", () => counts.map((one) => ({ ...one })));
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => {
      const { writableEnded, statusCode } = reply.raw;
      count(request.method, writableEnded ? Math.floor(statusCode / 100) - 2 : LEFT);
    });
    done();
  });
}

const LEFT = countedCodes.indexOf("left");
