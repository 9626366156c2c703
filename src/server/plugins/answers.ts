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
  app.decorate("countAnswer", (method, statusCode) => count(method, codeOf(statusCode)));
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => {
      const { writableEnded, statusCode } = reply.raw;
      count(request.method, writableEnded ? codeOf(statusCode) : LEFT);
    });
    done();
  });
}

const LEFT = countedCodes.indexOf("left");

/** Where a status is among the codes that are counted. */
function codeOf(statusCode: number): number {
  return Math.floor(statusCode / 100) - 2;
}
