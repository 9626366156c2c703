/**
 * Conditional requests. An ETag covers the body and the object it describes; it is strong, and
 * survives a restart (docs/compatibility.md, "Conditional requests").
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Address } from "../../model/address.ts";
import { digestOf } from "../../model/digest.ts";
import { etagText } from "../../model/etag.ts";
import { CatalogError } from "../catalog/errors.ts";

/**
 * `digest` saves hashing. `of` is the object described, however its path is spelled; absent where
 * the path identifies the content, as for lists.
 */
export interface Body {
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly digest?: string;
  readonly of?: Address | undefined;
}

function pathAddress(request: FastifyRequest): Address {
  const [path = ""] = request.url.split("?");
  return { kind: "Path", workspace: null, name: decodeURIComponent(path) };
}

/** Sends a body with its ETag, or 304 when the client has it. Deviation: etags. */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, body, digest, of }: Body,
): FastifyReply {
  const etag = etagText(digest ?? digestOf(body), of ?? pathAddress(request));
  reply.header("ETag", etag);
  if (clientHas(request, etag)) return reply.code(304).send();
  const content =
    typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return reply.type(contentType).send(content);
}

/** Whether If-None-Match says that the client has this body. */
export function clientHas({ headers }: FastifyRequest, etag: string): boolean {
  const ifNoneMatch = headers["if-none-match"];
  return ifNoneMatch !== undefined && hasEtag(ifNoneMatch, etag);
}

/** Whether If-None-Match is `*` or weakly matches the ETag. */
export function hasEtag(ifNoneMatch: string, etag: string): boolean {
  return (
    ifNoneMatch === etag || listed(ifNoneMatch).some((tag) => tag === "*" || weak(tag) === etag)
  );
}

function weak(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}

function listed(header: string): readonly string[] {
  return header.split(",").map((tag) => tag.trim());
}

export interface CurrentState {
  readonly of: Address;
  readonly bodies?: readonly (string | Uint8Array)[];
  readonly digests?: readonly string[];
}

/**
 * Honours If-Match and If-None-Match of a write; call it inside the unit of work. `current` returns
 * undefined for a missing object. Refuses with precondition-failed.
 */
export function checkPreconditions(
  request: FastifyRequest,
  current: () => CurrentState | undefined | Promise<CurrentState | undefined>,
): Promise<void> | void {
  const [wanted, unwanted] = (["if-match", "if-none-match"] as const).map((name) => {
    const header = request.headers[name];
    return header === undefined ? undefined : listed(header);
  });
  if (wanted === undefined && unwanted === undefined) return;
  return decide(wanted, unwanted, current);
}

async function decide(
  wanted: readonly string[] | undefined,
  unwanted: readonly string[] | undefined,
  current: () => CurrentState | undefined | Promise<CurrentState | undefined>,
): Promise<void> {
  const state = await current();
  const digests = [...(state?.bodies ?? []).map(digestOf), ...(state?.digests ?? [])];
  const tags = new Set(state && digests.map((digest) => etagText(digest, state.of)));
  const matches = (asked: readonly string[]) =>
    state !== undefined && asked.some((tag) => tag === "*" || tags.has(tag));
  if (wanted !== undefined && !matches(wanted)) {
    throw new CatalogError(
      "precondition-failed",
      "The document has changed, or is not there: If-Match does not match",
    );
  }
  if (unwanted !== undefined && matches(unwanted)) {
    throw new CatalogError(
      "precondition-failed",
      "The document is there already: If-None-Match matches",
    );
  }
}
