/**
 * Refusals that are given on the bare connection, where no request could be made of what came: plain
 * text as everywhere (docs/compatibility.md, "Errors"), after which the connection ends.
 */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** What is answered. */
export interface Refusal {
  readonly status: number;
  /** What is wrong, with figure and limit where there is one. */
  readonly text: string;
  /** Seconds after which the client may come back. */
  readonly retryAfter?: number;
}

/** Headers of every refusal that ends its connection, by their names on the wire. */
export function headersOf({ text, retryAfter }: Refusal): Readonly<Record<string, string>> {
  return {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  };
}

/** Answers, and ends the connection. */
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
 * Ends a connection whose client may still be sending. For `lingerMs` that is read and left aside: a
 * connection that is closed over unread bytes is reset, and its client may never read the answer.
 */
export function endGently(socket: Socket, lingerMs: number): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
  socket.resume();
}
