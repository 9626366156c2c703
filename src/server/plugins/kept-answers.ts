/**
 * Answers that are kept as long as the catalog is at one revision, so that what nobody has changed is rendered and
 * hashed once. They are bytes and headers as they were sent, within a bound of bytes: what nobody has asked for
 * longest makes room (docs/decisions/0072-kept-answers.md).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { keptAnswers as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { hasEtag } from "./conditional.ts";

/** An answer, or as much of it as says that a client has it. */
export interface KeptAnswer {
  readonly etag: string;
  /** Names and values in turns; undefined with the body where only its ETag is known. */
  readonly headers?: string[];
  readonly body?: string | Buffer;
  /** Those of the answer that a client has it. */
  readonly headersOfEtag: string[];
}

/** The answers of one revision. */
export interface KeptAnswers {
  /** What is kept for a key at a revision; what was kept at another one is forgotten. */
  readonly at: (revision: number, key: string) => KeptAnswer | undefined;
  /** Forgets what was kept at earlier revisions. */
  readonly forgetBefore: (revision: number) => void;
  /** Keeps an answer that was made of nothing but the catalog at this revision; one that is too large is not kept. */
  readonly keep: (revision: number, key: string, answer: KeptAnswer) => void;
  /** How many were found since the start, and what all that are kept take. */
  readonly counts: () => { readonly found: number; readonly bytes: number };
}

/** Keeps nothing yet, and never more than so many bytes. */
export function keptAnswers(most: number): KeptAnswers {
  const kept = recent<KeptAnswer>(Infinity);
  let at = -1;
  let bytes = 0;
  let hits = 0;
  const moveTo = (revision: number) => {
    if (revision === at) return;
    kept.clear();
    bytes = 0;
    at = revision;
  };
  const forget = (key: string, answer: KeptAnswer) => {
    kept.forget(key);
    bytes -= sizeOf(key, answer);
  };
  return {
    at: (revision, key) => {
      moveTo(revision);
      const found = kept.get(key);
      if (found === undefined) return undefined;
      hits++;
      kept.keep(key, found);
      return found;
    },
    forgetBefore: (revision) => {
      if (revision > at) moveTo(revision);
    },
    keep: (revision, key, answer) => {
      // What took so long that the catalog went on meanwhile is of no use any more.
      if (revision < at) return;
      moveTo(revision);
      const size = sizeOf(key, answer);
      if (size > most) return;
      const before = kept.get(key);
      if (before !== undefined) forget(key, before);
      kept.keep(key, answer);
      bytes += size;
      for (const [oldest, one] of kept.entries()) {
        if (bytes <= most) break;
        forget(oldest, one);
      }
    },
    counts: () => ({ found: hits, bytes }),
  };
}

/** Bytes of the body, as far as it is kept. */
export function bodyBytes({ body = "" }: KeptAnswer): number {
  return typeof body === "string" ? body.length : body.byteLength;
}

/** Bytes that an answer takes, estimated from above: a character of a text may take two. */
function sizeOf(key: string, { headers = [], headersOfEtag, body = "" }: KeptAnswer): number {
  const texts = [key, ...headers, ...headersOfEtag, typeof body === "string" ? body : ""];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return limits.entryBytes + 2 * characters + (typeof body === "string" ? 0 : body.byteLength);
}

/**
 * Sends a kept answer, or that the client has it. Gives the status; undefined, and nothing is sent, where the
 * answer itself is wanted and only its ETag is known.
 */
export function sendKept(
  response: ServerResponse,
  { etag, headers, body, headersOfEtag }: KeptAnswer,
  { method, headers: asked }: Pick<IncomingMessage, "method" | "headers">,
): 200 | 304 | undefined {
  const ifNoneMatch = asked["if-none-match"];
  if (ifNoneMatch !== undefined && hasEtag(ifNoneMatch, etag)) {
    // The framework says of what it does not send to HEAD that it is empty.
    const more = method === "HEAD" ? ["Content-Length", "0"] : [];
    response.writeHead(304, more.length === 0 ? headersOfEtag : [...headersOfEtag, ...more]).end();
    return 304;
  }
  if (headers === undefined) return undefined;
  response.writeHead(200, headers).end(body);
  return 200;
}
