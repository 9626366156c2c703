/**
 * Checks Host: links are built from it, and an intermediary might read an ambiguous one
 * differently.
 */
import type { IncomingMessage } from "node:http";
import type { Refusal } from "./refusal.ts";

const HOST = /^(?:[\w.~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses a missing or ambiguous Host (RFC 9112, 3.2), and ambiguous X-Forwarded headers of a
 * trusted proxy.
 */
export function hostRefusal(
  { rawHeaders, headers, httpVersion }: IncomingMessage,
  isFromProxy: boolean,
): Refusal | undefined {
  if (hasTwoHosts(rawHeaders)) return refusal("Host stands twice");
  const { host } = headers;
  if (host === undefined && httpVersion !== "1.0") return refusal("Host is missing");
  if (host !== undefined && !HOST.test(host)) return refusal("Host names no host");
  return isFromProxy ? forwardedRefusal(headers) : undefined;
}

/** Node's `headers` shows only one of two Host headers. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

function forwardedRefusal(headers: IncomingMessage["headers"]): Refusal | undefined {
  const last = (name: string) => String(headers[name]).split(",").at(-1)?.trim() ?? "";
  const given = (name: string) => headers[name] !== undefined;
  if (given("x-forwarded-host") && !HOST.test(last("x-forwarded-host")))
    return refusal("X-Forwarded-Host names no host");
  if (given("x-forwarded-proto") && !/^https?$/.test(last("x-forwarded-proto")))
    return refusal("X-Forwarded-Proto is neither http nor https");
  return undefined;
}

function refusal(problem: string): Refusal {
  return { status: 400, text: `The header ${problem}` };
}
