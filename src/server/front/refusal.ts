/** Plain-text refusals on the bare socket, which then ends (docs/compatibility.md, "Errors"). */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

export interface Refusal {
  readonly status: number;
  /** The problem, with figure and limit where there is one. */
  readonly text: string;
  /** In seconds. */
  readonly retryAfter?: number;
}

export function headersOf({ text, retryAfter }: Refusal): Readonly<Record<string, string>> {
  return {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  };
}

export function refuseOn(socket: Socket, refusal: Refusal, lingerMs: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.write(`${[status, ...lines].join("\r\n")}\r\n\r\n${refusal.text}`);
  endGently(socket, lingerMs);
}

/**
 * Ends a connection whose client may be sending. Input is dropped for `lingerMs`: closing over
 * unread bytes resets the connection, and the client might never read the response.
 */
export function endGently(socket: Socket, lingerMs: number): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
  socket.resume();
}
