/**
 * Decides which responses are kept, and under which key. A route declares that its response depends
 * only on the catalog's revision, the origin, the accepted form and what the account sees. The
 * revision must be the same before the first read and after rendering; revisions never repeat
 * (docs/decisions/0072-kept-answers.md).
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
    /** Null where the response may not be kept. */
    keeping: Keeping | null;
  }
}

declare module "fastify" {
  interface FastifyInstance {
    readonly keptAnswers: KeptAnswers["counts"];
  }
}

interface Keeping {
  readonly key: string;
  readonly revision: number;
  /** Whether the route allows it, by `keepAnswer`. */
  isKept: boolean;
  readonly looks: Look[];
}

/** Undefined where no trace is recorded. */
type Look = () => Trace | undefined;

export interface KeepingParts {
  readonly catalog: Pick<Catalog, "revision">;
  readonly answers: KeptAnswers;
}

/** Declares that the response depends only on the catalog at its revision. */
export function keepAnswer({ keeping }: FastifyRequest): void {
  if (keeping !== null) keeping.isKept = true;
}

/** Records the trace of a read. */
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
    // The reader is reused afterwards.
    const trace = reader.trace();
    keeping.looks[at] = () => trace;
  }
}

/** Identifies what an account sees; it is the same for all administrators. */
export function visibilityKey({ roles }: Principal, method: string): string {
  // Rules on requests depend on the method too.
  return isAdministrator(roles) ? "" : JSON.stringify([method, ...roles.toSorted()]);
}

/** `origin` is the prefix of links in the response. */
export function answerKey(
  sight: string,
  origin: string,
  { accept, url = "" }: { readonly accept?: string | undefined; readonly url?: string | undefined },
): string {
  // A missing Accept header differs from an empty one.
  return `${sight}\n${origin}\n${accept === undefined ? "" : `=${accept}`}\n${url}`;
}

export function mayBeKept(method: string | undefined, headers: FastifyRequest["headers"]): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined
  );
}

/**
 * Installs keeping, after all checks of a request and all hooks that add to a response. Where
 * `mayAnswer` returns false, the route answers. Large kept answers take turns, so that a crowd does
 * not delay others.
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
    const sight = `${request.hasSession ? "session " : ""}${visibilityKey(principal, method)}`;
    const { accept } = headers;
    const key = answerKey(sight, originOf(request), { accept, url: originalUrl });
    if (key.length > limits.keyCharacters) return undefined;
    const { revision } = request;
    request.keeping = { key, revision, isKept: false, looks: [] };
    const found = answers.at(revision, key);
    if (found === undefined || !mayAnswer(request)) return undefined;
    const { reads, mayAnswer: mayAnswerNow } = app.admission;
    const { requester } = request;
    if (mayAnswerNow(requester.name, bodyBytes(found))) return sendFound(request, reply, found);
    return reads.take(requester, async () => sendFound(request, reply, found));
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

/** Keeps a response if its trace would read the same now, or if the revision is unchanged. */
async function keepIfSame(
  { catalog, answers }: KeepingParts,
  { revision, key, looks }: Keeping,
  answer: KeptAnswer,
): Promise<void> {
  const found = looks.map((look) => look());
  const traces = found.length === 1 ? [found[0] ?? []].flat() : [];
  try {
    const now = await catalog.revision(traces);
    const trace = traces.find((one) => one.isAt(now));
    if (trace !== undefined) answers.keep(now, key, answer, trace);
    else if (now === revision) answers.keep(revision, key, answer);
  } catch {
    // The next request reports a storage error; here nothing is kept.
  }
}

/** Headers of a single exchange; such responses are not kept. */
const ofOne = ["connection", "set-cookie", "retry-after", "vary"] as const;

/** Undefined for a response that is not kept. */
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
  // Short texts go out in one write with their headers; longer ones are encoded once.
  const isShort = typeof payload === "string" && length < limits.textBytes;
  return {
    etag,
    headers: [...headers, "Content-Length", String(length)],
    body: isShort ? payload : Buffer.from(payload as string),
    headersOfEtag: withoutBody(headers),
  };
}

function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_one, index) => {
    const name = headers[index - (index % 2)];
    return name !== "Content-Type" && name !== "Content-Length";
  });
}
