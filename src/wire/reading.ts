/** Sends GET requests and interprets their responses. */
import { Failure } from "../model/failure.ts";
import { isNamesake } from "./namesake.ts";
import { WireError } from "./wire-error.ts";
import { bodyText, refusalText, succeeded, type Reader, type WireResponse } from "./request.ts";

const QUOTING =
  /^\/security\/masterpw|^\/resource\/data\/|\/(?:data|coverage|blob|wms|wmts)stores\/[^/]+$/;

/** Whether an error of the server may quote secrets. */
export function mayQuote(path: string): boolean {
  return QUOTING.test(path);
}

/** An error status in response to a read. */
export class ReadError extends Failure {
  readonly path: string;
  readonly status: number;

  constructor(path: string, response: WireResponse, method: "GET" | "HEAD" = "GET") {
    const text = mayQuote(path) ? "" : refusalText(response);
    super(
      `${method} ${path} was answered with ${response.status}${text === "" ? "" : `: ${text}`}`,
    );
    this.name = "ReadError";
    this.path = path;
    this.status = response.status;
  }
}

/** Errors of a resource that cannot be read. */
export type Unreadable = ReadError | WireError;

/** Caused by the account, a rate limit or a proxy. */
const OF_ALL: ReadonlySet<number> = new Set([401, 408, 425, 429, 502, 503, 504]);

/** The server failed on this resource, or the response cannot be parsed. */
export function isUnreadable(error: unknown): error is Unreadable {
  if (error instanceof WireError) return true;
  return error instanceof ReadError && error.status >= 400 && !isOfAll(error);
}

/** For optional reads: undefined where the resource cannot be read. */
export async function ifReadable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Whether the error concerns every request. */
export function isOfAll(error: unknown): boolean {
  return error instanceof ReadError && OF_ALL.has(error.status);
}

export interface GetOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly known?: string | undefined;
}

/**
 * `known` is an ETag for `if-none-match`, which servers may ignore. Responses about another
 * workspace's object become 404, as does the tile cache's error for a missing object.
 */
export async function get(
  read: Reader,
  path: string,
  options: GetOptions = {},
): Promise<WireResponse> {
  const { query, known } = options;
  const response = await read({
    method: "GET",
    path,
    ...(query === undefined ? {} : { query }),
    ...(known === undefined ? {} : { headers: { "if-none-match": known } }),
  });
  const isThere = succeeded(response)
    ? !isNamesake(path, response)
    : !(response.status === 500 && path.startsWith("/gwc/") && NOT_CACHED.test(bodyText(response)));
  return isThere ? { ...response, path } : { status: 404, headers: {}, body: new Uint8Array() };
}

/** Sent with 404, or with 500 where GeoServer's own handler comes first. */
const NOT_CACHED = /^(?:Unknown layer: |Failed to get \w+\. A \w+ with name ".*" does not exist)/;

/** Sends a GET; undefined on 404. Throws ReadError. */
export async function getIfThere(read: Reader, path: string): Promise<WireResponse | undefined> {
  const response = await get(read, path, { query: { quietOnNotFound: "true" } });
  return response.status === 404 ? undefined : expectFound(response, path);
}

/** Returns a successful response. Throws ReadError otherwise. */
export function expectFound(
  response: WireResponse,
  path: string,
  method: "GET" | "HEAD" = "GET",
): WireResponse {
  if (succeeded(response)) return response;
  throw new ReadError(path, response, method);
}
