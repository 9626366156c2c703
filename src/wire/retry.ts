/** When a request is worth repeating, and how long to wait before that. */
import { client as limits } from "../model/limits.ts";
import { TransportError, type WireResponse } from "./request.ts";

const BUSY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Whether the server, or something before it, had no time for a request. */
export function isBusy({ status }: WireResponse): boolean {
  return BUSY.has(status);
}

/** Whether an answer says that nothing was done, and that the same is to be asked again later. */
export function isPutOff(met: WireResponse | TransportError): met is WireResponse {
  if (met instanceof TransportError) return false;
  return met.status === 429 || (met.status === 503 && met.headers["retry-after"] !== undefined);
}

/**
 * How long one request is repeated. Called with what came of a try, it gives the milliseconds before the next one;
 * undefined when there is none any more.
 */
export type Patience = (met: WireResponse | TransportError) => number | undefined;

/**
 * Opens it: a request that is put off waits as often as it is told to, for `putOffMs` in all; one without a clear
 * answer is repeated a few times, and once where nothing was answered for the whole of its time.
 */
export function openPatience(): Patience {
  let attempts = 0;
  let silences = 0;
  let waited = 0;
  return (met) => {
    if (!isPutOff(met)) {
      if (isSilence(met)) silences++;
      if (attempts >= limits.retries || silences > limits.silences) return undefined;
      return pauseMs(attempts++, met instanceof TransportError ? undefined : met);
    }
    const asked = askedMs(met.headers["retry-after"]);
    // A server that says when is not asked much later.
    const spread =
      asked === undefined ? ceilingMs(attempts++, limits) : Math.max(asked, limits.retryBaseMs);
    const pause = (asked ?? 0) + Math.random() * spread;
    if (waited + (asked ?? 0) > limits.putOffMs) return undefined;
    const kept = Math.min(pause, limits.putOffMs - waited);
    waited += Math.max(kept, 1);
    return kept;
  };
}

/** Whether a connection was made, or was to be made, and nothing came for as long as is waited. */
function isSilence(met: WireResponse | Error): boolean {
  const { code } = ((met instanceof TransportError && met.cause) || {}) as NodeJS.ErrnoException;
  return /TIMEOUT/.test(code ?? "");
}

interface PauseBounds {
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
}

/**
 * Milliseconds before a repetition: random up to a bound that doubles with every attempt, so that
 * clients do not come back together, and never less than the server asked for.
 */
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

/** Seconds or a date, as HTTP has it; undefined for anything else. */
function askedMs(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined || retryAfter.trim() === "") return undefined;
  const seconds = Number(retryAfter);
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  return Number.isFinite(asked) ? Math.max(0, asked) : undefined;
}
