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
    /** Counts an answer that no route has given. */
    readonly countAnswer: (method: string, statusCode: number) => void;
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
  const count = (asked: string, code: string) => {
    const method = countedMethods.find((one) => one === asked) ?? "other";
    counts.set(keyOf(method, code), (counts.get(keyOf(method, code)) ?? 0) + 1);
  };
  app.decorate("countAnswer", (method, statusCode) =>
    count(method, `${Math.floor(statusCode / 100)}xx`),
  );
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => {
      const { writableEnded, statusCode } = reply.raw;
      count(request.method, writableEnded ? `${Math.floor(statusCode / 100)}xx` : "left");
    });
    done();
  });
}
