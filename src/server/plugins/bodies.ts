/**
 * Receives bodies as bytes, whatever their type. Large ones go to disk, so that slow clients cost
 * no memory (docs/compatibility.md, "Bounds"). A route with `body: "file"` gets a file, which is
 * deleted when the request ends.
 */
import { createGunzip } from "node:zlib";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { http, type HttpLimits } from "../../model/limits.ts";
import { openSemaphore, type Semaphore } from "../../model/semaphore.ts";
import { nullsEmptied, parseRooted, type Roots } from "../../wire/body.ts";
import { documentFormat } from "../../wire/media.ts";
import type { Tree } from "../../wire/tree.ts";
import { CatalogError } from "../catalog/errors.ts";
import { reading } from "./errors.ts";
import { bodyOf, contentTypeOf, quoted } from "./methods.ts";
import { pieceByPiece } from "./pace.ts";
import { isStagedBody, stagedBodyOf } from "./staged-body.ts";
import type { StagedFile, Staging } from "./staging.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly uploads: () => { readonly running: number; readonly waiting: number };
    /** Whether null in a document means an empty text. */
    readonly emptiesNulls?: boolean;
  }
}

/** Takes every body as bytes, up to the limit of its route. */
export function installBodies(app: FastifyInstance, staging: Staging, limits: HttpLimits): void {
  const staged = new WeakMap<FastifyRequest, StagedFile>();
  const uploadLimit = openUploadLimit();
  const fileUploadLimit = openUploadLimit();
  app.decorate("uploads", () => {
    const [held, files] = [uploadLimit.counts(), fileUploadLimit.counts()];
    return { running: held.running + files.running, waiting: held.waiting + files.waiting };
  });
  app.removeAllContentTypeParsers();
  // `100 Continue` is sent once length and disk space are checked.
  app.addHook("preParsing", async (request, reply) => {
    if (!hasBody(request)) return;
    await checkLength(request, limitOf(request), staging);
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
  });
  app.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) => {
    const create = async () => {
      const file = await staging.create();
      staged.set(request, file);
      return file;
    };
    const isFile = request.routeOptions.config.body === "file";
    const whole = isFile ? undefined : wholeOf(request);
    if (whole !== undefined) return whole;
    const bounds = { limit: limitOf(request), keptBytes: isFile ? 0 : http.memoryBytes };
    try {
      const body = decoded(request, payload);
      const { bytes, content } = await receive(
        pieceByPiece(payload, body, { limits, end: app.bodiesEnd }),
        bounds,
        create,
      );
      if (!isFile) return content;
      const file = staged.get(request) ?? (await create());
      await file.end();
      return stagedBodyOf(file, bytes);
    } catch (error) {
      await staged.get(request)?.discard();
      throw asRefusal(error);
    }
  });
  app.addHook("preHandler", async (request, reply) => {
    const file = staged.get(request);
    if (file === undefined) return;
    if (isStagedBody(request.body)) {
      if (request.body.bytes > http.memoryBytes) await takePlace(fileUploadLimit, reply);
      return;
    }
    try {
      await takePlace(uploadLimit, reply);
      request.body = await file.content();
    } finally {
      await file.discard();
    }
  });
  // onSend also runs when the client has left.
  app.addHook("onSend", async (request) => staged.get(request)?.discard());
  app.addHook("onResponse", async (request) => staged.get(request)?.discard());
  app.addHook("onError", async (request: FastifyRequest, reply: FastifyReply) => {
    // The rest of a refused body would be parsed as the next request.
    if (!request.raw.complete && isBodyAnnounced(request)) reply.header("connection", "close");
  });
}

/** Refuses with busy when no place becomes free in time. */
function openUploadLimit(): Semaphore {
  return openSemaphore(http.uploads, {
    waitMs: http.uploadWaitMs,
    refusal: () => new CatalogError("busy", `More than ${http.uploads} uploads are under way`),
  });
}

async function takePlace(limit: Semaphore, reply: FastifyReply): Promise<void> {
  const giveBack = await limit.take();
  if (reply.raw.destroyed) giveBack();
  else reply.raw.once("close", giveBack);
}

function limitOf(request: FastifyRequest): number {
  const { bodyLimit, config } = request.routeOptions;
  return Math.min(bodyLimit, config.limitOf?.(request) ?? bodyLimit);
}

/** Deviation: bounds. */
async function checkLength(
  request: FastifyRequest,
  limit: number,
  staging: Staging,
): Promise<void> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > limit)
    throw new CatalogError("too-large", `The body has ${length} bytes; the limit is ${limit}`);
  await staging.checkSpace(length);
}

function tooLarge(bytes: number, limit: number): CatalogError {
  return new CatalogError(
    "too-large",
    `The body has ${bytes} bytes or more; the limit is ${limit}`,
  );
}

function hasBody(request: FastifyRequest): boolean {
  return request.method !== "GET" && request.method !== "HEAD" && isBodyAnnounced(request);
}

function isBodyAnnounced({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
}

/**
 * Reads a short body that has arrived already; it needs no checks of pace, and its length was
 * checked. Undefined for others, and for encoded ones.
 */
function wholeOf({ raw }: FastifyRequest): Uint8Array | undefined {
  const { complete, readableLength, headers } = raw;
  const isAllThere = complete && readableLength === Number(headers["content-length"]);
  const isPlain = (headers["content-encoding"] ?? "") === "";
  if (!isAllThere || !isPlain || readableLength > http.memoryBytes) return undefined;
  // read() returns one chunk at a time.
  const pieces: Uint8Array[] = [];
  while (raw.readableLength > 0) pieces.push(raw.read() as Buffer);
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
}

function decoded(request: FastifyRequest, payload: Readable): Readable {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return payload;
  if (encoding === "gzip" || encoding === "x-gzip") {
    const inflated = createGunzip();
    payload.on("error", (error) => inflated.destroy(error));
    return payload.pipe(inflated);
  }
  throw new CatalogError(
    "wrong-media-type",
    `The content encoding ${quoted(encoding)} is not known; send the body as it is, or by gzip`,
  );
}

interface BodyBounds {
  readonly limit: number;
  readonly keptBytes: number;
}

/** `content` is undefined when the body went to disk. */
async function receive(
  pieces: AsyncIterable<Buffer>,
  { limit, keptBytes }: BodyBounds,
  create: () => Promise<StagedFile>,
): Promise<{ readonly bytes: number; readonly content: Uint8Array | undefined }> {
  const chunks: Uint8Array[] = [];
  let file: StagedFile | undefined;
  let bytes = 0;
  for await (const chunk of pieces) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLarge(bytes, limit);
    if (file === undefined && bytes <= keptBytes) {
      chunks.push(chunk);
      continue;
    }
    if (file === undefined) {
      file = await create();
      for (const earlier of chunks) await file.append(earlier);
    }
    await file.append(chunk);
  }
  return { bytes, content: file === undefined ? Buffer.concat(chunks) : undefined };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof CatalogError || !(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  return code.startsWith("Z_") || code === "ERR_TRAILING_JUNK_AFTER_STREAM_END"
    ? new CatalogError("bad-document", `The body is not gzip: ${error.message}`)
    : error;
}

/**
 * Parses a document with one of the given roots. Refuses other content types and unreadable bodies.
 */
export function documentBody(request: FastifyRequest, ...roots: Roots): Tree {
  return rootedBody(request, ...roots).content;
}

/** As `documentBody`, with the root that was found. */
export function rootedBody(
  request: FastifyRequest,
  ...roots: Roots
): ReturnType<typeof parseRooted> {
  requireDocument(request);
  const { root, content } = reading("bad-document", "", () =>
    parseRooted(bodyOf(request), contentTypeOf(request), ...roots),
  );
  return { root, content: request.server.emptiesNulls === true ? nullsEmptied(content) : content };
}

/** Refuses a content type that is neither XML nor JSON. */
export function requireDocument(request: FastifyRequest): void {
  const contentType = contentTypeOf(request);
  if (documentFormat(contentType) !== undefined) return;
  const given = contentType === "" ? "no content type" : quoted(contentType);
  throw new CatalogError(
    "wrong-media-type",
    `The body has ${given}; send application/xml or application/json`,
  );
}
