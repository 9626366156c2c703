/**
 * Conditional requests. The ETag of every answer is the quoted digest of its body, strong and the
 * same after a restart (docs/compatibility.md, "Conditional requests").
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { digestOf } from "../../model/digest.ts";
import { CatalogError } from "../catalog/errors.ts";

/** The ETag of a body. */
function etagOf(body: string | Uint8Array): string {
  return `"${digestOf(body)}"`;
}

/** A body to send; `digest` saves hashing bytes whose digest is known. */
export interface Body {
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly digest?: string;
}

/** Sends a body with its ETag, or 304 when the client has it. Deviation: etags. */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, body, digest }: Body,
): FastifyReply {
  const etag = digest === undefined ? etagOf(body) : `"${digest}"`;
  reply.header("ETag", etag);
  if (clientHas(request, etag)) return reply.code(304).send();
  const content =
    typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return reply.type(contentType).send(content);
}

/** Whether If-None-Match says that the client holds this body. */
export function clientHas(request: FastifyRequest, etag: string): boolean {
  return (
    listed(request.headers["if-none-match"])?.some((tag) => tag === "*" || weak(tag) === etag) ??
    false
  );
}

function weak(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}

function listed(header: string | undefined): readonly string[] | undefined {
  return header?.split(",").map((tag) => tag.trim());
}

/** What is there now: the bodies or ETags of its representations; undefined when nothing is. */
export interface CurrentState {
  readonly bodies?: readonly (string | Uint8Array)[];
  readonly digests?: readonly string[];
}

/**
 * Honours If-Match and `If-None-Match: *` of a writing request; called inside the unit of work,
 * so that nothing can change in between. Refuses with precondition-failed.
 */
export function checkPreconditions(
  request: FastifyRequest,
  current: () => CurrentState | undefined | Promise<CurrentState | undefined>,
): Promise<void> | void {
  const wanted = listed(request.headers["if-match"]);
  const unwanted = listed(request.headers["if-none-match"]);
  if (wanted === undefined && unwanted === undefined) return;
  return decide(wanted, unwanted, current);
}

async function decide(
  wanted: readonly string[] | undefined,
  unwanted: readonly string[] | undefined,
  current: () => CurrentState | undefined | Promise<CurrentState | undefined>,
): Promise<void> {
  const state = await current();
  const tags = new Set([
    ...(state?.bodies ?? []).map(etagOf),
    ...(state?.digests ?? []).map((digest) => `"${digest}"`),
  ]);
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
