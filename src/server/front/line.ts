/**
 * The requests of one connection, one after the other: the next begins when the answer before it has
 * been fetched. So requests sent in one go see what those before them did, a connection holds one
 * answer at most, and who does not read is not read from.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { HttpLimits } from "../../model/limits.ts";
import { inPieces } from "./pieces.ts";
import { endGently, headersOf, refuseOn, type Refusal } from "./refusal.ts";

/** A request with what answers it. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Why it is not passed on; undefined when it is. */
  readonly refusal: Refusal | undefined;
}

/** What a line needs. */
export interface LineOptions {
  readonly limits: HttpLimits;
  readonly handle: RequestListener;
  /** Is called when the first request begins, and when the last has ended. */
  readonly onBusy: () => void;
  readonly onIdle: () => void;
}

/** The line of one connection. */
export interface Line {
  /** Takes a request; one with a refusal is answered by that when its turn comes. */
  readonly take: (request: IncomingMessage, response: ServerResponse, refusal?: Refusal) => void;
  /** Refuses what came behind the requests that are in line, and ends the connection; false when it ends already. */
  readonly refuse: (refusal: Refusal) => boolean;
  /** Whether the body of a request is still coming. */
  readonly isInBody: () => boolean;
  /** Whether no request waits behind the one that is under way. */
  readonly isLast: () => boolean;
}

/** Opens the line of a connection that has just been made. */
export function openLine(socket: Socket, options: LineOptions): Line {
  const { limits, handle, onBusy, onIdle } = options;
  const waiting: Exchange[] = [];
  let current: Exchange | undefined;
  let taken = 0;
  /** What is said last; from then on nothing more is listened to. */
  let last: Refusal | "nothing" | undefined;
  const newest = () => waiting.at(-1) ?? current;
  const isInBody = () => newest()?.request.complete === false;
  lingerInBodies(socket, isInBody, limits.lingerMs);

  const more = inPieces(socket, () => {
    if (last !== undefined) return "drop";
    if (waiting.length >= limits.pipelined) return "wait";
    return isWanted(newest()) ? Infinity : limits.pieceBytes;
  });

  const end = (refusal: Refusal) => {
    last = refusal;
    waiting.length = 0;
    if (current?.response.headersSent === true) socket.destroy();
    else refuseOn(socket, refusal, limits.lingerMs);
  };

  const begin = (exchange: Exchange) => {
    // Gone meanwhile: its end has been reported, and is reported no more.
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
    // A pause in between, so that one connection does not hold up the others.
    if (current !== undefined) setImmediate(begin, current);
    else if (typeof last === "object") end(last);
    else onIdle();
    more();
  };

  return {
    take: (request, response, refusal) => {
      if (last !== undefined) return;
      const exchange = { request, response, refusal };
      // Node's own setting only asks the client to end the connection.
      if (++taken >= limits.connectionRequests) response.setHeader("Connection", "close");
      if (newest() === undefined) {
        onBusy();
        current = exchange;
        begin(exchange);
      } else waiting.push(exchange);
    },
    refuse: (refusal) => {
      if (last !== undefined) return false;
      // What is wrong with the body of a request that waits concerns none before it.
      if (waiting.at(-1)?.request.complete === false) waiting.pop();
      if (current === undefined || !current.request.complete) end(refusal);
      else last = refusal;
      return true;
    },
    isInBody,
    isLast: () => waiting.length === 0,
  };
}

/** Has an answer that ends the connection amid a body reach a client that is still busy sending that. */
function lingerInBodies(socket: Socket, isInBody: () => boolean, lingerMs: number): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (isInBody() && socket.writable) endGently(socket, lingerMs);
    else destroySoon();
  };
}

/** Whether somebody reads the body of a request, so that it may come as fast as it does. */
function isWanted(exchange: Exchange | undefined): boolean {
  return exchange?.request.complete === false && exchange.request.readableFlowing !== null;
}

function answer({ response }: Exchange, refusal: Refusal): void {
  response.writeHead(refusal.status, headersOf(refusal)).end(refusal.text);
}
