/** When a request is worth repeating, and how long to wait before that. */
import { client as limits } from "../model/limits.ts";
import type { WireResponse } from "./request.ts";

const BUSY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Whether the server, or something before it, had no time for a request. */
export function isBusy({ status }: WireResponse): boolean {
  return BUSY.has(status);
}

/**
 * Milliseconds before a repetition: random up to a bound that doubles with every attempt, so that
 * clients do not come back together, and never less than the server asked for.
 */
export function pauseMs(
  attempt: number,
  response: Pick<WireResponse, "headers"> | undefined,
  bounds: { readonly retryBaseMs: number; readonly retryCapMs: number } = limits,
): number {
  const asked = askedMs(response?.headers["retry-after"]);
  const ceiling = Math.min(bounds.retryCapMs, bounds.retryBaseMs * 2 ** attempt);
  return Math.max(Math.min(asked, limits.retryAfterCapMs), Math.random() * ceiling);
}

/** Seconds or a date, as HTTP has it; 0 for anything else. */
function askedMs(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const seconds = Number(retryAfter);
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  return Number.isFinite(asked) ? Math.max(0, asked) : 0;
}
