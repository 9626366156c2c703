/** What was answered, by method and hundred of the status, for figures that name nothing else. */
import type { FastifyInstance } from "fastify";

/** Methods that are counted on their own. */
export const countedMethods = ["GET", "HEAD", "POST", "PUT", "DELETE", "other"] as const;

/** Hundreds of statuses; `left` is for clients that did not wait for their answer. */
export const countedCodes = ["2xx", "3xx", "4xx", "5xx", "left"] as const;

/** A number for each method and hundred, in the order of both. */
export type AnswerCounts = readonly {
  readonly method: (typeof countedMethods)[number];
  readonly code: (typeof countedCodes)[number];
  readonly count: number;
}[];

declare module "fastify" {
  interface FastifyInstance {
    /** What was answered since the start. */
    readonly answers: () => AnswerCounts;
  }
}

/** Begins to count. */
export function installAnswers(app: FastifyInstance): void {
  const counts = new Map<string, number>();
  const keyOf = (method: string, code: string) => `${method} ${code}`;
  app.decorate("answers", () =>
    countedMethods.flatMap((method) =>
      countedCodes.map((code) => ({ method, code, count: counts.get(keyOf(method, code)) ?? 0 })),
    ),
  );
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => {
      const method = countedMethods.find((one) => one === request.method) ?? "other";
      const code = reply.raw.writableEnded ? `${Math.floor(reply.statusCode / 100)}xx` : "left";
      counts.set(keyOf(method, code), (counts.get(keyOf(method, code)) ?? 0) + 1);
    });
    done();
  });
}
