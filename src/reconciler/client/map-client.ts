/** A client of map services: GET only, as several accounts, with a time limit for each answer. */
import { Pool, type Dispatcher } from "undici";
import { noteOf } from "../../model/failure.ts";
import { verify as limits } from "../../model/limits.ts";
import { reveal, type Secret } from "../../model/secret.ts";
import { openSemaphore } from "../../model/semaphore.ts";
import type { MapRequest } from "../../wire/map-request.ts";
import type { MapResponse } from "../../wire/map-answer.ts";
import { restRoot } from "./http.ts";

/** An account by its name in results; without a login nobody in particular. */
export interface MapLogin {
  readonly name: string;
  readonly login: { readonly user: string; readonly password: Secret } | undefined;
}

/** No answer: in words, such as that the time was up. */
export interface NoAnswer {
  readonly silent: string;
}

/** Takes the text of an answer in pieces; true ends it. */
export type TakeText = (piece: string) => boolean;

/** A client of the map services of one server. */
export interface MapClient {
  /** The answer, up to a number of bytes. Never rejects. */
  readonly ask: (request: MapRequest, account: string) => Promise<MapResponse | NoAnswer>;
  /** Hands an answer over in pieces, until `take` returns true; the rest is not read. */
  readonly stream: (
    request: MapRequest,
    account: string,
    take: TakeText,
  ) => Promise<MapResponse | NoAnswer>;
  /** Requests sent so far. */
  readonly sent: () => number;
  readonly close: () => Promise<void>;
}

export interface MapClientOptions {
  /** `/rest` at its end may be left out. */
  readonly url: string;
  readonly accounts: readonly MapLogin[];
  readonly ca?: string | undefined;
  /** Milliseconds for one answer. */
  readonly requestMs?: number | undefined;
}

/** Opens a client. Sends nothing before the first request. */
export function openMapClient(options: MapClientOptions): MapClient {
  const { requestMs = limits.requestMs, ca } = options;
  const root = restRoot(options.url);
  const service = root.pathname.replace(/\/rest$/, "");
  const connect = ca === undefined ? {} : { connect: { ca } };
  const pool = new Pool(root.origin, { connections: limits.underWay, pipelining: 1, ...connect });
  const turns = openSemaphore(limits.underWay);
  const headersOf = new Map(
    options.accounts.map(({ name, login }) => [name, login && authorized(login)] as const),
  );
  let sent = 0;
  const exchange = async (
    { path, query }: MapRequest,
    account: string,
    receive: (answer: Dispatcher.ResponseData) => Promise<MapResponse>,
  ): Promise<MapResponse | NoAnswer> => {
    sent++;
    const text = new URLSearchParams(query).toString();
    const signal = AbortSignal.timeout(requestMs);
    try {
      const answer = await pool.request({
        method: "GET",
        path: `${service}${path}${text === "" ? "" : `?${text}`}`,
        headers: headersOf.get(account) ?? {},
        signal,
      });
      return await receive(answer);
    } catch (error) {
      if (signal.aborted) return { silent: `no answer within ${requestMs / 1_000} s` };
      return { silent: `no answer: ${noteOf(error)}` };
    }
  };
  return {
    ask: (request, account) =>
      turns.run(() => exchange(request, account, (answer) => received(answer, limits.answerBytes))),
    stream: (request, account, take) =>
      turns.run(() => exchange(request, account, (answer) => handedOver(answer, take))),
    sent: () => sent,
    close: () => pool.destroy(),
  };
}

function authorized({ user, password }: NonNullable<MapLogin["login"]>) {
  const text = Buffer.from(`${user}:${reveal(password)}`).toString("base64");
  return { authorization: `Basic ${text}` };
}

function about({ statusCode, headers }: Dispatcher.ResponseData) {
  const type = headers["content-type"];
  return {
    status: statusCode,
    type: String(Array.isArray(type) ? type[0] : (type ?? "")).toLowerCase(),
  };
}

async function received(answer: Dispatcher.ResponseData, most: number): Promise<MapResponse> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > most) return { ...about(answer), body: Buffer.concat(pieces), isCut: true };
  }
  return { ...about(answer), body: Buffer.concat(pieces), isCut: false };
}

async function handedOver(answer: Dispatcher.ResponseData, take: TakeText): Promise<MapResponse> {
  const decoder = new TextDecoder();
  const first: Uint8Array[] = [];
  let bytes = 0;
  let isCut = false;
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    if (bytes < limits.answerBytes) first.push(piece);
    bytes += piece.length;
    isCut = take(decoder.decode(piece, { stream: true })) || bytes > limits.capabilitiesBytes;
    if (isCut) break;
  }
  return { ...about(answer), body: Buffer.concat(first), isCut };
}
