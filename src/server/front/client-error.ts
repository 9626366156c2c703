/** What the parser of HTTP objects to, as refusals (docs/compatibility.md, "Errors"). */
import type { HttpLimits } from "../../model/limits.ts";
import type { Refusal } from "./refusal.ts";

/** Extensions of chunks that Node reads; it has no setting for that. */
const CHUNK_EXTENSION_BYTES = 16 * 1_024;

/** An error of the parser, with what it says of itself. */
export interface ClientError extends Error {
  readonly code?: string;
  /** The words of the parser; they quote nothing. */
  readonly reason?: string;
}

/**
 * The refusal for what a client sent; undefined where nobody is there any more. `isBody` shows whether
 * the headers had come.
 */
export function refusalOf(
  { code = "", reason }: ClientError,
  limits: HttpLimits,
  isBody: boolean,
): Refusal | undefined {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, text: late(limits, isBody) };
  if (code === "HPE_HEADER_OVERFLOW") {
    const { headerBytes: limit } = limits;
    return {
      status: 431,
      text: `The headers have more than ${limit} bytes; the limit is ${limit}`,
    };
  }
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") {
    const limit = CHUNK_EXTENSION_BYTES;
    const text = `The extensions of chunks have more than ${limit} bytes; the limit is ${limit}`;
    return { status: 413, text };
  }
  if (!code.startsWith("HPE_")) return undefined;
  return { status: 400, text: `The request cannot be read: ${reason ?? "it is not HTTP"}` };
}

function late({ headersTimeoutMs, requestTimeoutMs }: HttpLimits, isBody: boolean): string {
  const [what, limit] = isBody ? ["request", requestTimeoutMs] : ["headers", headersTimeoutMs];
  return `The ${what} did not come whole; the limit is ${limit / 1_000} s`;
}
