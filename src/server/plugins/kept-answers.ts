/**
 * An LRU cache of rendered responses, bounded in bytes. An entry is valid for one revision, or as
 * long as its trace would read the same (docs/decisions/0072-kept-answers.md).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { keptAnswers as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import type { Trace } from "../catalog/unit-of-work.ts";
import { hasEtag } from "./conditional.ts";

/** A response, or only its ETag and the headers of a 304. */
export interface KeptAnswer {
  readonly etag: string;
  /** Alternating names and values; undefined, like the body, where only the ETag is known. */
  readonly headers?: string[];
  readonly body?: string | Buffer;
  readonly headersOfEtag: string[];
}

export interface KeptAnswers {
  /** Returns the answer for a key; `revision` must be the one in force. */
  readonly at: (revision: number, key: string) => KeptAnswer | undefined;
  /** The traces to compare before `at`. */
  readonly traces: (key: string) => readonly Trace[];
  /** Drops entries without a trace that belong to earlier revisions. */
  readonly forgetBefore: (revision: number) => void;
  /**
   * Keeps an answer that depends only on the catalog at this revision, unless it is too large. With
   * a trace, it is valid as long as that would read the same.
   */
  readonly keep: (revision: number, key: string, answer: KeptAnswer, trace?: Trace) => void;
  readonly counts: () => { readonly found: number; readonly bytes: number };
}

interface Kept {
  readonly answer: KeptAnswer;
  readonly trace: Trace | undefined;
  readonly bytes: number;
  /** The last revision at which the answer was valid. */
  at: number;
}

/** Creates a cache of at most so many bytes. */
export function keptAnswers(most: number): KeptAnswers {
  const kept = recent<Kept>(Infinity);
  /** Keys of entries without a trace, which are valid for one revision only. */
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
  /** Checks validity, and drops an invalid entry. */
  const isAt = (revision: number, key: string, one: Kept) => {
    const isSame = one.at === revision || one.trace?.isAt(revision) === true;
    if (isSame) one.at = revision;
    else forget(key);
    return isSame;
  };
  return {
    at: (revision, key) => {
      // The request waited; its revision is outdated.
      if (revision < at) return undefined;
      moveTo(revision);
      const found = kept.get(key);
      if (found === undefined || !isAt(revision, key, found)) return undefined;
      hits++;
      touch(key, found);
      return found.answer;
    },
    traces: (key) => [kept.get(key)?.trace ?? []].flat(),
    forgetBefore: (revision) => {
      if (revision > at) moveTo(revision);
    },
    keep: (revision, key, answer, trace) => {
      // The catalog changed while the answer was made.
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

export function bodyBytes({ body = "" }: KeptAnswer): number {
  return typeof body === "string" ? body.length : body.byteLength;
}

/** An upper estimate: a character can take two bytes. */
function sizeOf(key: string, { headers = [], headersOfEtag, body = "" }: KeptAnswer): number {
  const texts = [key, ...headers, ...headersOfEtag, typeof body === "string" ? body : ""];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return limits.entryBytes + 2 * characters + (typeof body === "string" ? 0 : body.byteLength);
}

/**
 * Sends a kept answer, or 304. Returns undefined, and sends nothing, where the body is needed but
 * only the ETag is known.
 */
export function sendKept(
  response: ServerResponse,
  { etag, headers, body, headersOfEtag }: KeptAnswer,
  { method, headers: asked }: Pick<IncomingMessage, "method" | "headers">,
): 200 | 304 | undefined {
  const ifNoneMatch = asked["if-none-match"];
  if (ifNoneMatch !== undefined && hasEtag(ifNoneMatch, etag)) {
    // Fastify sends Content-Length 0 for HEAD here.
    const more = method === "HEAD" ? ["Content-Length", "0"] : [];
    response.writeHead(304, more.length === 0 ? headersOfEtag : [...headersOfEtag, ...more]).end();
    return 304;
  }
  if (headers === undefined) return undefined;
  response.writeHead(200, headers).end(body);
  return 200;
}
