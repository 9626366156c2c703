/**
 * Runs the requests of a connection in order: each begins when the previous response is sent.
 * Pipelined requests thus see earlier effects, a connection holds one response, and a client that
 * does not read is not read from.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpLimits } from "../../model/limits.ts";
import type { Admitted } from "./connections.ts";
import { endGently, headersOf, refuseOn, type Refusal } from "./refusal.ts";

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly refusal: Refusal | undefined;
}

export interface LineOptions {
  readonly limits: HttpLimits;
  readonly handle: RequestListener;
  /** Busy from when the first request begins to when the last has ended. */
  readonly admitted: Admitted;
}

export interface Line {
  /** Queues a request. A request with a refusal is answered by it in its turn. */
  readonly take: (request: IncomingMessage, response: ServerResponse, refusal?: Refusal) => void;
  /**
   * Refuses after the queued requests, and ends the connection. False when it is already ending.
   */
  readonly refuse: (refusal: Refusal) => boolean;
  readonly isInBody: () => boolean;
  /** Whether nothing is queued behind the current request. */
  readonly isLast: () => boolean;
}

export function openLine(socket: Socket, options: LineOptions): Line {
  const { limits, handle, admitted } = options;
  const waiting: Exchange[] = [];
  let current: Exchange | undefined;
  let taken = 0;
  /** The final refusal; once it is set, further input is dropped. */
  let last: Refusal | "nothing" | undefined;
  const newest = () => waiting.at(-1) ?? current;
  const isInBody = () => newest()?.request.complete === false;
  lingerInBodies(socket, isInBody, limits.lingerMs);

  const more = inPieces(socket, () => {
    if (last !== undefined) return "drop";
    if (waiting.length >= limits.pipelined) return 0;
    return isWanted(newest()) ? Infinity : limits.pieceBytes;
  });

  const end = (refusal: Refusal) => {
    last = refusal;
    waiting.length = 0;
    if (current?.response.headersSent === true) socket.destroy();
    else refuseOn(socket, refusal, limits.lingerMs);
  };

  const begin = (exchange: Exchange) => {
    // The socket closed meanwhile, and its close is already reported.
    if (socket.destroyed) return;
    exchange.response.once("close", ended);
    if (exchange.refusal === undefined) handle(exchange.request, exchange.response);
    else answer(exchange, exchange.refusal);
  };

  const ended = () => {
    if (socket.writableEnded || socket.destroyed) {
      last ??= "nothing";
      waiting.length = 0;
    }
    current = waiting.shift();
    // Yields to other connections between two requests.
    if (current !== undefined) setImmediate(begin, current);
    else if (typeof last === "object") end(last);
    else admitted.rest();
    more();
  };

  return {
    take: (request, response, refusal) => {
      if (last !== undefined) return;
      const exchange = { request, response, refusal };
      // Node's `maxRequestsPerSocket` only asks the client to close the connection.
      if (++taken >= limits.connectionRequests) response.setHeader("Connection", "close");
      if (newest() === undefined) {
        admitted.busy();
        current = exchange;
        begin(exchange);
      } else waiting.push(exchange);
    },
    refuse: (refusal) => {
      if (last !== undefined) return false;
      // A bad body of a queued request does not affect the requests before it.
      if (waiting.at(-1)?.request.complete === false) waiting.pop();
      if (current === undefined || !current.request.complete) end(refusal);
      else last = refusal;
      return true;
    },
    isInBody,
    isLast: () => waiting.length === 0,
  };
}

/**
 * Feeds the HTTP parser in pieces of at most `next` bytes; at 0 it waits for a call of the returned
 * function. Node feeds up to 64 KiB at once: thousands of short requests, all parsed before the
 * first is handled.
 */
function inPieces(socket: Socket, next: () => number | "drop"): () => void {
  const parsers = socket.listeners("data") as ((chunk: Buffer) => void)[];
  for (const parser of parsers) socket.off("data", parser);
  let isHeld = false;
  socket.on("data", (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !socket.destroyed;) {
      const bytes = socket.isPaused() ? 0 : next();
      if (bytes === "drop") return;
      if (bytes === 0) {
        isHeld ||= !socket.isPaused();
        socket.pause();
        socket.unshift(chunk.subarray(at));
        return;
      }
      const piece = chunk.subarray(at, at + bytes);
      at += piece.length;
      for (const parser of parsers) parser.call(socket, piece);
    }
  });
  return () => {
    if (isHeld) socket.resume();
    isHeld = false;
  };
}

/** Lets a final response reach a client that is still sending a body. */
function lingerInBodies(socket: Socket, isInBody: () => boolean, lingerMs: number): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (isInBody() && socket.writable) endGently(socket, lingerMs);
    else destroySoon();
  };
}

/** A body that a route reads may arrive without limit per piece. */
function isWanted(exchange: Exchange | undefined): boolean {
  return exchange?.request.complete === false && exchange.request.readableFlowing !== null;
}

function answer({ response }: Exchange, refusal: Refusal): void {
  response.writeHead(refusal.status, headersOf(refusal)).end(refusal.text);
}
