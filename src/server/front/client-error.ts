/** Turns errors of Node's HTTP parser into refusals (docs/compatibility.md, "Errors"). */
import type { HttpLimits } from "../../model/limits.ts";
import type { Refusal } from "./refusal.ts";

/** Node's limit; it is not configurable. */
const CHUNK_EXTENSION_BYTES = 16 * 1_024;

export interface ClientError extends Error {
  readonly code?: string;
  /** The parser's message; it quotes no input. */
  readonly reason?: string;
}

/** Undefined where the connection is gone. `isBody`: the headers had arrived before. */
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
