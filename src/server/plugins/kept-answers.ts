/**
 * Answers that are kept as long as the catalog is at one revision, or as what was read for them would be read the
 * same, so that what nobody has changed is rendered and hashed once. They are bytes and headers as they were sent,
 * within a bound of bytes: what nobody has asked for longest makes room (docs/decisions/0072-kept-answers.md).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { keptAnswers as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import type { Trace } from "../catalog/unit-of-work.ts";
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

/** Answers that were given lately. */
export interface KeptAnswers {
  /** What is kept for a key, if it is the answer at this revision, which is in force. */
  readonly at: (revision: number, key: string) => KeptAnswer | undefined;
  /** Forgets what was kept for earlier revisions alone. */
  readonly forgetBefore: (revision: number) => void;
  /**
   * Keeps an answer that was made of nothing but the catalog at this revision; one that is too large is not kept. With
   * the trace of all that was read for it, it stays as long as that would be read the same.
   */
  readonly keep: (revision: number, key: string, answer: KeptAnswer, trace?: Trace) => void;
  /** How many were found since the start, and what all that are kept take. */
  readonly counts: () => { readonly found: number; readonly bytes: number };
}

interface Kept {
  readonly answer: KeptAnswer;
  readonly trace: Trace | undefined;
  readonly bytes: number;
  /** The last revision at which it was the answer. */
  at: number;
}

/** Keeps nothing yet, and never more than so many bytes. */
export function keptAnswers(most: number): KeptAnswers {
  const kept = recent<Kept>(Infinity);
  /** Keys of those that no other revision has. */
  const ofOne = new Set<string>();
  let at = -1;
  let bytes = 0;
  let hits = 0;
  let latest = "";
  const forget = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.forget(key);
    ofOne.delete(key);
  };
  const moveTo = (revision: number) => {
    if (revision === at) return;
    for (const key of ofOne) forget(key);
    at = revision;
  };
  const touch = (key: string, one: Kept) => {
    if (key !== latest) kept.keep(key, one);
    latest = key;
  };
  /** Whether an answer is that of a revision; one that is no more is forgotten. */
  const isAt = (revision: number, key: string, one: Kept) => {
    if (one.at === revision) return true;
    const same = one.trace?.sameAt();
    if (same === undefined) forget(key);
    else one.at = same;
    return same === revision;
  };
  return {
    at: (revision, key) => {
      // Of a request that has waited meanwhile.
      if (revision < at) return undefined;
      moveTo(revision);
      const found = kept.get(key);
      if (found === undefined || !isAt(revision, key, found)) return undefined;
      hits++;
      touch(key, found);
      return found.answer;
    },
    forgetBefore: (revision) => {
      if (revision > at) moveTo(revision);
    },
    keep: (revision, key, answer, trace) => {
      // What took so long that the catalog went on meanwhile is of no use any more.
      if (revision < at) return;
      moveTo(revision);
      const own = sizeOf(key, answer) + 2 * (trace?.characters ?? 0);
      if (own > most) return;
      forget(key);
      kept.keep(key, { answer, trace, bytes: own, at: revision });
      latest = key;
      bytes += own;
      if (trace === undefined) ofOne.add(key);
      for (const [oldest] of kept.entries()) {
        if (bytes <= most) break;
        forget(oldest);
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
