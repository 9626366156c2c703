/** Reading requests: a GET, and what its answer means. */
import { Failure } from "../model/failure.ts";
import { isNamesake } from "./namesake.ts";
import { WireError } from "./wire-error.ts";
import { bodyText, refusalText, succeeded, type Reader, type WireResponse } from "./request.ts";

const QUOTING =
  /^\/security\/masterpw|^\/resource\/data\/|\/(?:data|coverage|blob|wms|wmts)stores\/[^/]+$/;

/** Whether what is read there holds secrets: a server which fails, or breaks off, may quote one. */
export function mayQuote(path: string): boolean {
  return QUOTING.test(path);
}

/** A server's refusal of a read that should have worked. */
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

/** What a server answers where it does not show what it was asked for. */
export type Unreadable = ReadError | WireError;

/** Refusals that are about every request: of the account, of too many, and by what stands before the server. */
const OF_ALL: ReadonlySet<number> = new Set([401, 408, 425, 429, 502, 503, 504]);

/** Whether a server failed over what it was asked for, or showed what cannot be read, which says nothing of the rest. */
export function isUnreadable(error: unknown): error is Unreadable {
  if (error instanceof WireError) return true;
  return error instanceof ReadError && error.status >= 400 && !isOfAll(error);
}

/** What can be done without; undefined where it cannot be read. */
export async function ifReadable<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Whether a refusal is about every request. */
export function isOfAll(error: unknown): boolean {
  return error instanceof ReadError && OF_ALL.has(error.status);
}

/** What a GET may say beside its path. */
export interface GetOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly known?: string | undefined;
}

/**
 * Sends a GET; `known` is an ETag: the body is asked for only if it is another one (servers may ignore it).
 * What comes about an object of another workspace counts as 404, and so does a failure of the tile cache
 * which says that it does not have it.
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

/** What the tile cache says of what it does not have, with 404, or with 500 where GeoServer finds its own handler first. */
const NOT_CACHED =
  /^(?:Unknown layer: |Failed to get (?:GridSet|BlobStoreInfo)\. A \w+ with name ".*" does not exist)/;

/** Sends a GET for something that may not be there; undefined on 404. Throws ReadError. */
export async function getIfThere(read: Reader, path: string): Promise<WireResponse | undefined> {
  const response = await get(read, path, { query: { quietOnNotFound: "true" } });
  return response.status === 404 ? undefined : expectFound(response, path);
}

/** The answer itself when it is a success. Throws ReadError for anything else. */
export function expectFound(
  response: WireResponse,
  path: string,
  method: "GET" | "HEAD" = "GET",
): WireResponse {
  if (succeeded(response)) return response;
  throw new ReadError(path, response, method);
}
