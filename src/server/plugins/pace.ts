/**
 * Reads bodies within limits of time and inflated size. A refused body leaves its connection open
 * for the response (docs/compatibility.md, "Bounds").
 */
import type { Readable } from "node:stream";
import { http, type HttpLimits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";

export interface Pace {
  readonly limits: HttpLimits;
  /** Aborted with the refusal for incomplete bodies. */
  readonly end: AbortSignal;
}

/**
 * Yields the chunks of `body`, which is `came` or inflates it. Throws CatalogError too-slow or
 * too-large, the reason of `end`, and stream errors.
 */
export async function* pieceByPiece(
  came: Readable,
  body: Readable,
  { limits, end }: Pace,
): AsyncGenerator<Buffer> {
  // By default, leaving the loop would destroy the stream and its connection.
  const pieces = body.iterator({ destroyOnReturn: false });
  let bytes = 0;
  let stop: (error: Error) => void = () => undefined;
  const timer = watchPace(
    limits,
    () => bytes,
    (error) => stop(error),
  );
  const onEnd = () => stop(end.reason as Error);
  end.addEventListener("abort", onEnd);
  try {
    for (;;) {
      if (end.aborted) throw end.reason;
      const { done, value } = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
        stop = reject;
        pieces.next().then(resolve, reject);
      });
      if (done === true) return;
      bytes += value.byteLength;
      if (body !== came) checkRatio(body, bytes);
      yield value;
    }
  } finally {
    clearInterval(timer);
    end.removeEventListener("abort", onEnd);
    if (body !== came) {
      came.unpipe();
      body.destroy();
    }
  }
}

function watchPace(
  { bodyGraceMs, bodyBytesPerSecond }: HttpLimits,
  bytes: () => number,
  onLate: (error: CatalogError) => void,
): NodeJS.Timeout {
  const started = performance.now();
  const check = () => {
    const allowedMs = bodyGraceMs + (bytes() / bodyBytesPerSecond) * 1_000;
    const takenMs = performance.now() - started;
    if (takenMs <= allowedMs) return;
    const came = `The body came too slowly: ${bytes()} bytes in ${Math.round(takenMs / 1_000)} s`;
    const limit = `${bodyBytesPerSecond} bytes a second after the first ${bodyGraceMs / 1_000} s`;
    onLate(new CatalogError("too-slow", `${came}; the limit is ${limit}`));
  };
  return setInterval(check, bodyGraceMs / 10).unref();
}

/** Refuses a gzip body whose inflation ratio is suspicious. */
function checkRatio(body: Readable, bytes: number): void {
  if (!("bytesWritten" in body) || bytes < http.gzipRatioFromBytes) return;
  const ratio = Math.round(bytes / Math.max(1, Number(body.bytesWritten)));
  if (ratio > http.gzipRatio) {
    const message = `The body inflates ${ratio} to 1; the limit is ${http.gzipRatio}`;
    throw new CatalogError("too-large", message);
  }
}
