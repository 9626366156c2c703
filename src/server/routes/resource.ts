/**
 * `/resource/{path}` (docs/compatibility.md, "Resources"). Files in use are checked like uploads.
 */
import { etagText, resourceAddress } from "../../model/etag.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import mime from "mime";
import { http } from "../../model/limits.ts";
import { mediaTypes } from "../../wire/media.ts";
import { resourcePath, routePattern } from "../../wire/paths.ts";
import { renderResource, renderResourcePage } from "../../wire/resource.ts";
import { decodeText } from "../../wire/text.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { CatalogError } from "../catalog/errors.ts";
import {
  checkPath,
  checkWritable,
  deleteResource,
  fileUse,
  readResource,
  touchUser,
  transferResource,
  type FileUse,
  type Resource,
} from "../catalog/resource.ts";
import type { CatalogReader, CatalogWriter, StoredFile } from "../catalog/unit-of-work.ts";
import { propertiesFor, type ServerContext } from "../context.ts";
import { checkPreconditions, clientHas, sendBody } from "../plugins/conditional.ts";
import { readingLater } from "../plugins/errors.ts";
import { bodyOf, contentTypeOf, keptBodyOf, parameter, query, route } from "../plugins/methods.ts";
import { sendDocument } from "../plugins/representation.ts";
import { baseOf } from "../plugins/url.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { sendDone } from "./created.ts";
import {
  isRulesFile,
  refuseRulesFile,
  rulesFileDigest,
  sendRulesFile,
  takeRulesFile,
} from "./rules-file.ts";

/** Registers the routes. */
export function resourceRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.uploadBytes };
  const handlers = {
    GET: (request: FastifyRequest, reply: FastifyReply) => read(request, reply, context),
    PUT: (request: FastifyRequest, reply: FastifyReply) => write(request, reply, context),
    DELETE: (request: FastifyRequest, reply: FastifyReply) => remove(request, reply, context),
  };
  route(app, routePattern("resources"), handlers, options);
  route(app, routePattern("resource"), handlers, options);
}

function pathOfRequest(request: FastifyRequest): string {
  return checkPath(parameter(request, "*"));
}

async function read(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const path = pathOfRequest(request);
  const operation = query(request, "operation")?.toLowerCase() ?? "default";
  if (operation !== "default" && operation !== "metadata") throw unknownOperation(operation);
  const { dialect } = context;
  const isAsked = dialect.formsBySuffix && request.method !== "HEAD";
  return view(request, context, async (reader) => {
    if (isRulesFile(path) && operation === "default") return sendRulesFile(request, reply, reader);
    const found = await readResource(reader, path);
    const isTold = operation === "metadata" || found.type === "directory";
    if (isAsked && isTold && !hasForm(request, path)) throw formless(path);
    if (operation === "metadata")
      return sendListing(request, reply, { path, found, what: "metadata", dialect });
    if (found.type === "undefined") throw new CatalogError("not-found", "Undefined resource path.");
    reply.header("Location", `${baseOf(request)}${resourcePath(path)}`);
    reply.header("Resource-Type", found.type);
    const parent = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
    reply.header("Resource-Parent", `${baseOf(request)}${resourcePath(parent)}`);
    if (found.type === "directory")
      return sendListing(request, reply, { path, found, what: "listing", dialect });
    return sendFile(request, reply, reader, { file: found.file, dialect });
  });
}

/** Suffixes for which servers that select formats by suffix cannot describe a file or folder. */
const FORMLESS =
  /\.(?:sld|css|ysld|mbstyle|zip|csv|ftl|gif|gz|jar|jpe?g|js|otf|pdf|png|sql|svg|tiff?|ttf|txt|yaml)$/i;

/** Without a suffix, the query or the Accept header must select a format. */
function hasForm(request: FastifyRequest, path: string): boolean {
  if (FORMLESS.test(path)) return false;
  const { accept = "*/*" } = request.headers;
  return /\.\w+$/.test(path) || query(request, "format") !== undefined || accept !== "*/*";
}

function formless(path: string): CatalogError {
  const message = `The metadata of ${path} is not available in the requested format; use HEAD or format=xml`;
  return new CatalogError("resource-form", message);
}

function unknownOperation(operation: string): CatalogError {
  return new CatalogError("operation-unknown", `Unknown operation '${operation}' requested`);
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  reader: CatalogReader,
  { file, dialect }: { readonly file: StoredFile; readonly dialect: Dialect },
): Promise<FastifyReply> {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const guessed = /\.sld$/i.test(name) ? mediaTypes.textXml : mimeTypeOf(name, dialect);
  const active = /html|javascript/.test(guessed);
  reply.header("Content-Disposition", disposition(name));
  reply.header("Last-Modified", new Date(file.modified).toUTCString());
  const of = resourceAddress(file.path);
  const known = clientHas(request, etagText(file.digest, of));
  const body = known ? new Uint8Array() : await reader.content(file);
  const contentType = active ? mediaTypes.text : guessed;
  return sendBody(request, reply, { contentType, body, digest: file.digest, of });
}

function mimeTypeOf(name: string, { typesSchemas }: Dialect): string {
  if (!typesSchemas && /\.xsd$/i.test(name)) return mediaTypes.binary;
  return mime.getType(name) ?? mediaTypes.binary;
}

function disposition(name: string): string {
  const plain = /^[\w .()+-]+$/.test(name);
  return plain
    ? `attachment; filename="${name}"`
    : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}

interface ListingJob {
  readonly path: string;
  readonly found: Resource;
  readonly what: "listing" | "metadata";
  readonly dialect: Dialect;
}

function formOf(request: FastifyRequest, path: string, { formsBySuffix }: Dialect): string {
  const suffix = formsBySuffix ? /\.(xml|json)$/i.exec(path)?.[1] : undefined;
  return (suffix ?? query(request, "format"))?.toLowerCase() ?? "html";
}

function sendListing(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, found, what, dialect }: ListingJob,
): FastifyReply {
  const format = formOf(request, path, dialect);
  const document = {
    path,
    type: isRulesFile(path) ? ("resource" as const) : found.type,
    modified: found.type === "resource" ? found.file.modified : null,
    children: found.type === "directory" ? found.children : [],
  };
  const base = baseOf(request);
  if (format === "xml" || format === "json" || what === "metadata") {
    const form = format === "json" ? "json" : "xml";
    return sendDocument(
      request,
      reply,
      renderResource(document, what, { format: form, base, lists: dialect.lists }),
    );
  }
  return sendDocument(request, reply, renderResourcePage(document, base));
}

async function write(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const path = pathOfRequest(request);
  const operation = query(request, "operation")?.toLowerCase() ?? "default";
  if (operation === "metadata")
    throw new CatalogError("directory-write", "Attempting to write data to metadata.");
  if (operation !== "default" && operation !== "move" && operation !== "copy")
    throw unknownOperation(operation);
  await change(request, context, async (writer) => {
    await checkMatch(request, writer, path);
    if (operation !== "default") {
      const from = checkPath(decodeText(bodyOf(request), contentTypeOf(request)).trim());
      refuseRulesFile(from, path);
      await transferResource(writer, operation, { from, to: path });
      return;
    }
    if (isRulesFile(path)) return takeRulesFile(writer, bodyOf(request));
    await checkWritable(writer, path);
    const use = await fileUse(writer, path);
    // Java reads properties as Latin-1, regardless of the content type.
    const bytes = /\.properties$/i.test(path) ? bodyOf(request) : keptBodyOf(request);
    const version = await checkContent(writer, context, { use, path, bytes });
    await writer.writeFile(path, bytes);
    await touchUser(writer, use, version);
  });
  return sendDone(reply, 201);
}

/** Checks content that the catalog uses; returns the version of a style. */
async function checkContent(
  writer: CatalogWriter,
  context: ServerContext,
  { use, path, bytes }: { use: FileUse | undefined; path: string; bytes: Uint8Array },
): Promise<"1.0.0" | "1.1.0" | undefined> {
  if (use?.type === "style") {
    const { format } = use.style.value;
    const content = await readingLater("bad-style-put", "Invalid style:", () =>
      context.parsing.style(bytes, format, writer),
    );
    return content.version;
  }
  if (use?.type !== "mapping") return undefined;
  const files = new Map<string, Uint8Array>();
  for (const file of await writer.filesUnder(use.folder)) {
    files.set(file.path.slice(use.folder.length + 1), await writer.content(file));
  }
  files.set(path.slice(use.folder.length + 1), bytes);
  const main = use.main.slice(use.folder.length + 1);
  const properties = propertiesFor(context, use.main);
  const bundle = { files, main, packed: false, properties };
  const { problems } = await context.parsing.bundle(bundle, writer);
  const invalid = problems.find((problem) => problem.kind === "invalid");
  if (invalid !== undefined) {
    throw new CatalogError(
      "bad-mapping",
      `${invalid.file}, line ${invalid.line}: ${invalid.message}`,
    );
  }
  return undefined;
}

async function remove(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const path = pathOfRequest(request);
  await change(request, context, async (writer) => {
    await checkMatch(request, writer, path);
    refuseRulesFile(path);
    await deleteResource(writer, path);
  });
  return sendDone(reply);
}

function checkMatch(request: FastifyRequest, reader: CatalogReader, path: string) {
  return checkPreconditions(request, async () => {
    const digest = isRulesFile(path) ? await rulesFileDigest(reader) : undefined;
    if (digest !== undefined) return { of: resourceAddress(path), digests: [digest] };
    const file = await reader.file(path);
    return file && { of: resourceAddress(path), digests: [file.digest] };
  });
}
