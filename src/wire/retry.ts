/** Decides whether and when a request is repeated. */
import { client as limits } from "../model/limits.ts";
import { TransportError, type WireResponse } from "./request.ts";

const BUSY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Whether the server or a proxy was too busy for the request. */
export function isBusy({ status }: Pick<WireResponse, "status">): boolean {
  return BUSY.has(status);
}

/** Whether the request was not executed and has to be sent again later. */
export function isDeferred(met: WireResponse | TransportError): met is WireResponse {
  if (met instanceof TransportError) return false;
  return met.status === 429 || (met.status === 503 && met.headers["retry-after"] !== undefined);
}

/** Returns the pause before the next try in milliseconds, or undefined. */
export type Patience = (met: WireResponse | TransportError) => number | undefined;

/** Deferred requests are repeated for `putOffMs`, unclear ones a few times, timeouts once. */
export function openPatience(): Patience {
  let attempts = 0;
  let silences = 0;
  let waited = 0;
  return (met) => {
    if (!isDeferred(met)) {
      if (isSilence(met)) silences++;
      if (attempts >= limits.retries || silences > limits.silences) return undefined;
      return pauseMs(attempts++, met instanceof TransportError ? undefined : met);
    }
    const asked = askedMs(met.headers["retry-after"]);
    // A server that names a time is asked soon after it.
    const spread =
      asked === undefined ? ceilingMs(attempts++, limits) : Math.max(asked, limits.retryBaseMs);
    const pause = (asked ?? 0) + Math.random() * spread;
    if (waited + (asked ?? 0) > limits.putOffMs) return undefined;
    const kept = Math.min(pause, limits.putOffMs - waited);
    waited += Math.max(kept, 1);
    return kept;
  };
}

/** Whether the try ended in a timeout. */
function isSilence(met: WireResponse | Error): boolean {
  const { code } = ((met instanceof TransportError && met.cause) || {}) as NodeJS.ErrnoException;
  return /TIMEOUT/.test(code ?? "");
}

interface PauseBounds {
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
}

/** Exponential backoff with jitter, never shorter than Retry-After; in milliseconds. */
export function pauseMs(
  attempt: number,
  response: Pick<WireResponse, "headers"> | undefined,
  bounds: PauseBounds = limits,
): number {
  const asked = askedMs(response?.headers["retry-after"]) ?? 0;
  return Math.max(
    Math.min(asked, limits.retryAfterCapMs),
    Math.random() * ceilingMs(attempt, bounds),
  );
}

function ceilingMs(attempt: number, { retryBaseMs, retryCapMs }: PauseBounds): number {
  return Math.min(retryCapMs, retryBaseMs * 2 ** attempt);
}

/** Parses seconds or an HTTP date. */
function askedMs(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined || retryAfter.trim() === "") return undefined;
  const seconds = Number(retryAfter);
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  return Number.isFinite(asked) ? Math.max(0, asked) : undefined;
}
