/** Which host a request is for: links are made of it, and what stands between may go by another one. */
import type { IncomingMessage } from "node:http";
import type { Refusal } from "./refusal.ts";

/** A name or an address, with or without a port. */
const HOST = /^(?:[\w.~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a text can be the value of the header Host. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}

/** Why a request that does not say for which host it is, or not clearly, is refused (RFC 9112, 3.2). */
export function hostRefusal({
  rawHeaders,
  headers: { host },
  httpVersion,
}: IncomingMessage): Refusal | undefined {
  const names = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  if (names.length > 1) return { status: 400, text: "The header Host stands twice" };
  if (host === undefined && httpVersion === "1.0") return undefined;
  if (host === undefined) return { status: 400, text: "The header Host is missing" };
  return isHost(host) ? undefined : { status: 400, text: "The header Host names no host" };
}
