/**
 * Which answers are kept, and for whom. A route says of an answer that it follows from the catalog at its revision and
 * from nothing else but the request: where it was sent, which form it asks for, and what its account sees. An answer
 * counts as made at a revision when that was in force before the first look into the catalog and still
 * is when all is rendered: revisions never come again (docs/decisions/0072-kept-answers.md).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { keptAnswers as limits } from "../../model/limits.ts";
import { isAdministrator } from "../catalog/account.ts";
import type { Catalog, CatalogReader, Trace } from "../catalog/unit-of-work.ts";
import { capitalised } from "./header-names.ts";
import { bodyBytes, sendKept, type KeptAnswer, type KeptAnswers } from "./kept-answers.ts";
import type { Principal } from "./principal.ts";
import { originOf } from "./url.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Under what its answer may be kept; null where it may not. */
    keeping: Keeping | null;
  }
}

declare module "fastify" {
  interface FastifyInstance {
    /** What is kept of answers. */
    readonly keptAnswers: KeptAnswers["counts"];
  }
}

interface Keeping {
  readonly key: string;
  readonly revision: number;
  /** Whether its route has said that the answer follows from the catalog. */
  isKept: boolean;
  /** What was read for it, by each look into the catalog. */
  readonly looks: Look[];
}

/** What was read by a look into the catalog so far; undefined where that is not noted. */
type Look = () => Trace | undefined;

/** What keeping needs. */
export interface KeepingParts {
  readonly catalog: Pick<Catalog, "revision">;
  readonly answers: KeptAnswers;
}

/** Says that the answer to a request follows from the catalog at its revision, and may be kept. */
export function keepAnswer({ keeping }: FastifyRequest): void {
  if (keeping !== null) keeping.isKept = true;
}

/** Notes for what may be kept what a look into the catalog reads, as long as it lasts and once it is over. */
export async function noteLook<Result>(
  { keeping }: FastifyRequest,
  reader: CatalogReader,
  look: () => Promise<Result>,
): Promise<Result> {
  if (keeping === null) return look();
  const at = keeping.looks.push(() => reader.trace()) - 1;
  try {
    return await look();
  } finally {
    // The reader is somebody else's from now on.
    const trace = reader.trace();
    keeping.looks[at] = () => trace;
  }
}

/** What an account sees: all administrators see the same, and others what their roles let them. */
export function sightOf({ roles }: Principal, method: string): string {
  // Rules on requests are by method, too.
  return isAdministrator(roles) ? "" : JSON.stringify([method, ...roles.toSorted()]);
}

/** The key of an answer; `origin` is what its links begin with. */
export function answerKey(
  sight: string,
  origin: string,
  { accept, url = "" }: { readonly accept?: string | undefined; readonly url?: string | undefined },
): string {
  // None is not the same as an empty one.
  return `${sight}\n${origin}\n${accept === undefined ? "" : `=${accept}`}\n${url}`;
}

/** Whether a request is of the kind that is answered by what is kept: it reads, and brings nothing along. */
export function mayBeKept(method: string | undefined, headers: FastifyRequest["headers"]): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined
  );
}

/**
 * Installs keeping: behind all that decides whether a request comes through, and behind all that adds to
 * answers. `mayAnswer` may hold a kept answer back, and then the route answers. Large answers are sent in the turn of
 * who asks: a crowd that asks for them would keep others waiting as long as all of it takes.
 */
export function installKeeping(
  app: FastifyInstance,
  { catalog, answers }: KeepingParts,
  mayAnswer: (request: FastifyRequest) => boolean,
): void {
  app.decorateRequest("keeping", null).decorate("keptAnswers", answers.counts);
  app.addHook("onRequest", async (request, reply) => {
    const { principal, method, headers, originalUrl } = request;
    if (principal === null || request.is404 || !mayBeKept(method, headers)) return undefined;
    const sight = `${request.hasSession ? "session " : ""}${sightOf(principal, method)}`;
    const { accept } = headers;
    const key = answerKey(sight, originOf(request), { accept, url: originalUrl });
    if (key.length > limits.keyCharacters) return undefined;
    const { revision } = request;
    request.keeping = { key, revision, isKept: false, looks: [] };
    const found = answers.at(revision, key);
    if (found === undefined || !mayAnswer(request)) return undefined;
    const { turns, shares } = app;
    const { asker } = request;
    if (shares.mayAnswer(asker.name, bodyBytes(found))) return sendFound(request, reply, found);
    return turns.reads.take(asker, async () => sendFound(request, reply, found));
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const { keeping } = request;
    const answer = keeping?.isKept === true ? answerOf(reply, payload) : undefined;
    if (keeping !== null && answer !== undefined)
      void keepIfSame({ catalog, answers }, keeping, answer);
    done();
  });
}

function sendFound(
  { method, headers, server, socket }: FastifyRequest,
  reply: FastifyReply,
  found: KeptAnswer,
): FastifyReply | undefined {
  const status = sendKept(reply.raw, found, { method, headers });
  if (status === undefined) return undefined;
  server.loginAccepted(socket);
  return reply.hijack();
}

/**
 * Keeps an answer of which all that was read would be read the same now; or since whose first look into the catalog
 * nothing has changed, so that all was of one state.
 */
async function keepIfSame(
  { catalog, answers }: KeepingParts,
  { revision, key, looks }: Keeping,
  answer: KeptAnswer,
): Promise<void> {
  const [trace, ...others] = looks.map((look) => look());
  try {
    const same = others.length === 0 ? trace?.sameAt() : undefined;
    if (same !== undefined) answers.keep(same, key, answer, trace);
    else if ((await catalog.revision()) === revision) answers.keep(revision, key, answer);
  } catch {
    // What the storage refuses is said to who asks it for something; here nothing is kept.
  }
}

/** Headers that are about one exchange, or say that nothing is to be kept. */
const ofOne = ["connection", "set-cookie", "retry-after", "vary"] as const;

/** An answer as it is sent; undefined for one that is not kept. */
function answerOf(reply: FastifyReply, payload: unknown): KeptAnswer | undefined {
  const { etag, ...others } = reply.getHeaders();
  const isOfOne = ofOne.some((name) => others[name] !== undefined);
  const isStored = /no-store/i.test(String(others["cache-control"] ?? ""));
  if (typeof etag !== "string" || isOfOne || isStored) return undefined;
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [
    capitalised(name),
    String(value),
  ]);
  if (reply.statusCode === 304) return { etag, headersOfEtag: headers };
  if (reply.statusCode !== 200) return undefined;
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return undefined;
  const length = Buffer.byteLength(payload);
  // Short texts are sent in one go with their headers, longer ones need not be encoded each time.
  const isShort = typeof payload === "string" && length < limits.textBytes;
  return {
    etag,
    headers: [...headers, "Content-Length", String(length)],
    body: isShort ? payload : Buffer.from(payload as string),
    headersOfEtag: withoutBody(headers),
  };
}

/** Headers of an answer without those of its body. */
function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_one, index) => {
    const name = headers[index - (index % 2)];
    return name !== "Content-Type" && name !== "Content-Length";
  });
}
