/**
 * Conditional requests. The ETag of every answer shows the digest of its body and whose document it is;
 * it is strong, and the same after a restart (docs/compatibility.md, "Conditional requests").
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Address } from "../../model/address.ts";
import { digestOf } from "../../model/digest.ts";
import { etagText } from "../../model/etag.ts";
import { CatalogError } from "../catalog/errors.ts";

/**
 * A body to send; `digest` saves hashing bytes whose digest is known. `of` is the object that the document
 * is of, however its path was spelled; absent where the path alone says what is shown, as of lists.
 */
export interface Body {
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly digest?: string;
  readonly of?: Address | undefined;
}

/** What a path shows that is no object, by the one form that all of its spellings are brought to. */
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

/** Whether If-None-Match says that the client holds this body. */
export function clientHas({ headers }: FastifyRequest, etag: string): boolean {
  const ifNoneMatch = headers["if-none-match"];
  return ifNoneMatch !== undefined && hasEtag(ifNoneMatch, etag);
}

/** Whether the tags of If-None-Match are, or hold, that of a body. */
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

/** What is there now: whose it is, with the bodies or digests of its representations. */
export interface CurrentState {
  readonly of: Address;
  readonly bodies?: readonly (string | Uint8Array)[];
  readonly digests?: readonly string[];
}

/**
 * Honours If-Match and `If-None-Match: *` of a writing request; called inside the unit of work,
 * so that nothing can change in between. `current` gives undefined when nothing is there. Refuses with precondition-failed.
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
