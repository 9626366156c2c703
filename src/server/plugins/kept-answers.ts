/**
 * Keeps answers as they were sent, by what the account sees and by address. A route declares that
 * its answer follows from the catalog and the request alone; the answer is then kept with what was
 * read for it (docs/decisions/0072-kept-answers.md).
 */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { keptAnswers as limits } from "../../model/limits.ts";
import { isAdministrator } from "../catalog/account.ts";
import { keptValues, type Kept } from "../catalog/kept.ts";
import type { Basis, Catalog, CatalogReader } from "../catalog/unit-of-work.ts";
import { hasEtag } from "./conditional.ts";
import { capitalised } from "./header-names.ts";
import { nameOf, type KnownLogins } from "./known-logins.ts";
import type { Principal } from "./principal.ts";
import { asksForCredentials } from "./sessions.ts";
import { originOf } from "./url.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null where the answer may not be kept. */
    keeping: Keeping | null;
  }
  interface FastifyInstance {
    readonly keptAnswers: () => { readonly found: number; readonly bytes: number };
  }
}

interface Keeping {
  readonly key: string;
  /** Those that the answer was read from. */
  readonly readers: CatalogReader[];
  /** Whether the route allows it, by `keepAnswer`. */
  isKept: boolean;
}

/** An answer, or only its ETag and the headers of a 304. */
interface KeptAnswer {
  readonly etag: string;
  /** Alternating names and values; undefined, like the body, where only the ETag is known. */
  readonly headers?: string[];
  /** A text has a character for each byte. */
  readonly body?: string | Buffer;
  readonly headersOfEtag: string[];
}

export interface KeptAnswerParts {
  readonly catalog: Pick<Catalog, "revision" | "isUnchanged">;
  readonly known: KnownLogins;
  readonly keptBytes: number;
  /** Whether the connection must end, because the server is stopping. */
  readonly isLast: (request: IncomingMessage) => boolean;
}

/** Declares that the answer follows from the catalog and the request alone. */
export function keepAnswer({ keeping }: FastifyRequest): void {
  if (keeping !== null) keeping.isKept = true;
}

/** Records that the answer follows from what this reader reads. */
export function noteReader({ keeping }: FastifyRequest, reader: CatalogReader): void {
  keeping?.readers.push(reader);
}

/**
 * Answers requests of known connections from what is kept, before all hooks that follow: an answer
 * that is valid for the account has passed their checks. Returns the installation of the rest. Call
 * it after all checks, and all hooks that add to an answer.
 */
export function installKeptAnswers(
  app: FastifyInstance,
  { catalog, known, keptBytes, isLast }: KeptAnswerParts,
): () => void {
  const answers = keptValues<KeptAnswer>(keptBytes, catalog);
  let found = 0;
  app.decorateRequest("keeping", null);
  app.decorate("keptAnswers", () => ({ found, bytes: answers.size() }));
  const find = (request: FastifyRequest, key: string | undefined) => {
    if (request.principal === null || key === undefined) return undefined;
    request.keeping = { key, readers: [], isKept: false };
    const answer = answers.at(key);
    if (answer === undefined || isLast(request.raw)) return undefined;
    // Without a body, only the ETag is known.
    return answer.headers === undefined && !isHad(request, answer) ? undefined : answer;
  };
  const send = (request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer) => {
    found++;
    return sendKept(request, reply, answer);
  };
  app.addHook("onRequest", async (request, reply) => {
    const before = asksForCredentials(request) ? known.before(request) : undefined;
    if (before === undefined) return undefined;
    // If that fails, authentication asks again, and reports the error.
    const asked = revisionOf(catalog);
    const revision = typeof asked === "object" ? await asked : asked;
    // Hooks that follow wait for a close which has been already.
    if (reply.raw.destroyed) return reply.hijack();
    if (revision === undefined) return undefined;
    request.revision = revision;
    request.principal = known.again(request);
    const answer = find(request, keyOf(request, before));
    const bytes = answer?.body?.length ?? 0;
    const name = nameOf(request, before.user);
    if (answer === undefined || !app.admission.mayAnswer(name, bytes)) return undefined;
    send(request, reply, answer);
    app.admission.follow(name, reply.raw, bytes);
    return reply;
  });
  return () => {
    app.addHook("onRequest", async (request, reply) => {
      const { principal, requester } = request;
      const answer = find(request, principal === null ? undefined : keyOf(request, principal));
      if (answer === undefined) return undefined;
      // Large ones in turn, so that a crowd does not delay others.
      return app.admission.mayAnswer(requester.name, answer.body?.length ?? 0)
        ? send(request, reply, answer)
        : app.admission.reads.take(requester, async () => send(request, reply, answer));
    });
    app.addHook("onSend", (request, reply, payload, done) => {
      const answer = request.keeping?.isKept === true ? answerOf(reply, payload) : undefined;
      if (answer !== undefined) keep(request, answers, answer);
      done();
    });
  };
}

/** Not a promise where the catalog gives none: waiting for it costs a part of such an answer. */
function revisionOf(catalog: KeptAnswerParts["catalog"]) {
  try {
    const asked = catalog.revision();
    return typeof asked === "number" ? asked : asked.catch(() => undefined);
  } catch {
    return undefined;
  }
}

/** All was read since the revision that the request has asked for. */
function keep(
  { keeping, revision: since }: FastifyRequest,
  answers: Kept<KeptAnswer>,
  answer: KeptAnswer,
): void {
  if (keeping === null || keeping.readers.length === 0) return;
  const { key, readers } = keeping;
  const basis = { since, dependencies: readers.flatMap((reader) => reader.dependencies()) };
  answers.keep(key, answer, basis, sizeOf(key, answer, basis));
}

/** Undefined for a request whose answer is not kept. */
function keyOf(request: FastifyRequest, { roles }: Principal): string | undefined {
  const { method, headers, hasSession, originalUrl } = request;
  const isPlain =
    (method === "GET" || method === "HEAD") &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined;
  if (!isPlain || request.is404) return undefined;
  // Administrators all see the same. Rules on requests depend on roles and method.
  const sight = isAdministrator(roles) ? "" : JSON.stringify([method, ...roles.toSorted()]);
  // A missing Accept header differs from an empty one.
  const accept = headers.accept === undefined ? "" : `=${headers.accept}`;
  const session = hasSession ? "session " : "";
  const key = `${session}${sight}\n${originOf(request)}\n${accept}\n${originalUrl}`;
  return key.length > limits.keyCharacters ? undefined : key;
}

function isHad({ headers }: FastifyRequest, { etag }: KeptAnswer): boolean {
  const known = headers["if-none-match"];
  return known !== undefined && hasEtag(known, etag);
}

/** Sends an answer or 304. */
function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  const { headers, body, headersOfEtag } = answer;
  request.server.loginAccepted(request.socket);
  reply.hijack();
  if (!isHad(request, answer)) reply.raw.writeHead(200, headers).end(body, "latin1");
  else {
    // Fastify sends Content-Length 0 for HEAD here.
    const more = request.method === "HEAD" ? ["Content-Length", "0"] : [];
    reply.raw.writeHead(304, [...headersOfEtag, ...more]).end();
  }
  return reply;
}

/** Headers of a single exchange; such answers are not kept. */
const ofOne = ["connection", "set-cookie", "retry-after", "vary"] as const;

/** Undefined for an answer that is not kept. */
function answerOf(reply: FastifyReply, payload: unknown): KeptAnswer | undefined {
  const all = reply.getHeaders();
  const { etag } = all;
  const isOfOne = ofOne.some((name) => all[name] !== undefined);
  const isStored = /no-store/i.test(String(all["cache-control"] ?? ""));
  if (typeof etag !== "string" || isOfOne || isStored) return undefined;
  const pairs = Object.entries(all).map(([name, value]) => [capitalised(name), String(value)]);
  if (reply.statusCode === 304) return { etag, headersOfEtag: pairs.flat() };
  if (reply.statusCode !== 200) return undefined;
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return undefined;
  const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
  const ofBody = new Set(["Content-Type", "Content-Length"]);
  return {
    etag,
    headers: [...pairs.flat(), "Content-Length", String(bytes.length)],
    // A short text goes out in one write with its headers.
    body: bytes.length < limits.textBytes ? bytes.toString("latin1") : bytes,
    headersOfEtag: pairs.filter(([name = ""]) => !ofBody.has(name)).flat(),
  };
}

/** An upper estimate: a character can take two bytes. */
function sizeOf(
  key: string,
  { headers = [], headersOfEtag, body = "" }: KeptAnswer,
  { dependencies }: Basis,
): number {
  const texts = [key, ...headers, ...headersOfEtag, ...dependencies];
  return limits.entryBytes + body.length + 2 * texts.reduce((sum, { length }) => sum + length, 0);
}
