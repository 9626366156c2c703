/** Styles: lists, entries and content under one path (docs/interface.md, 4.2). */
import type { QualifiedName } from "../../model/layer.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { http, style as limits } from "../../model/limits.ts";
import { renderList } from "../../wire/document.ts";
import { documentFormat, isZip, styleFormatOf } from "../../wire/media.ts";
import { routePattern, stylePath } from "../../wire/paths.ts";
import { parseStyleInput } from "../../wire/style.ts";
import { CatalogError } from "../catalog/errors.ts";
import {
  createStyleEntry,
  deleteStyle,
  requireScope,
  requireStyle,
  updateStyleEntry,
} from "../catalog/style.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { contentTypeOf, parameter, queryFlag, route, type Handlers } from "../plugins/methods.ts";
import { renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated, sendDone } from "./created.ts";
import { postStyleContent, putStyleContent } from "./style-content.ts";
import { postStylePackage, putStylePackage } from "./style-package.ts";
import { checkStyleMatch, sendStyle } from "./style-representation.ts";

/** Registers the routes. */
export function styleRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.uploadBytes, config: { limitOf } };
  route(app, routePattern("styles"), collection(context), options);
  route(app, routePattern("workspaceStyles"), collection(context), options);
  route(app, routePattern("style"), single(context), options);
  route(app, routePattern("workspaceStyle"), single(context), options);
  const list = (request: FastifyRequest, reply: FastifyReply) => sendList(request, reply, context);
  if (context.dialect.hasShortStyles)
    route(app, routePattern("shortWorkspaceStyles"), { GET: list });
}

/** What is no package is an entry, or content of a type that is looked at later; an SLD is the largest. */
function limitOf(request: FastifyRequest): number {
  const contentType = contentTypeOf(request);
  if (isZip(contentType)) return http.uploadBytes;
  if (documentFormat(contentType) !== undefined) return http.documentBytes;
  return styleFormatOf(contentType) === "css" ? limits.cssBytes : limits.sldBytes;
}

/** The workspace of the path; null for the global scope. */
function scopeOf(request: FastifyRequest): string | null {
  return parameter(request, "workspace") || null;
}

function keyOf(request: FastifyRequest): QualifiedName {
  return { workspace: scopeOf(request), name: parameter(request, "style") };
}

function collection(context: ServerContext): Handlers {
  return {
    GET: (request, reply) => sendList(request, reply, context),
    POST: async (request, reply) => {
      const contentType = contentTypeOf(request);
      const workspace = scopeOf(request);
      if (contentType === "")
        throw new CatalogError("bad-map-document", "A Content-Type is required");
      if (isZip(contentType)) return postStylePackage(request, reply, context, workspace);
      if (documentFormat(contentType) === undefined)
        return postStyleContent(request, reply, context, workspace);
      const input = parseStyleInput(documentBody(request, "style"));
      const name = await change(request, context, (writer) =>
        createStyleEntry(writer, workspace ?? scope(input.workspace), input),
      );
      return sendCreated(request, reply, name);
    },
  };
}

function scope(workspace: string | undefined): string | null {
  return workspace === undefined || workspace === "" ? null : workspace;
}

async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const rendering = renderingFor(request, context);
  const workspace = scopeOf(request);
  const found = await view(request, context, async (reader) => {
    await requireScope(reader, workspace);
    return reader.list("style", workspace);
  });
  const listed = found.map(({ name }) => ({ name, path: stylePath(workspace, name) }));
  return sendDocument(request, reply, renderList("styles", "style", listed, rendering));
}

function single(context: ServerContext): Handlers {
  return {
    GET: (request, reply) => sendStyle(request, reply, context, keyOf(request)),
    PUT: async (request, reply) => {
      const contentType = contentTypeOf(request);
      const key = keyOf(request);
      if (contentType === "")
        throw new CatalogError("bad-map-document", "A Content-Type is required");
      if (isZip(contentType)) return putStylePackage(request, reply, context, key);
      if (documentFormat(contentType) === undefined)
        return putStyleContent(request, reply, context, key);
      const input = parseStyleInput(documentBody(request, "style"));
      await change(request, context, async (writer) => {
        const style = await requireExisting(writer, key);
        await checkStyleMatch(request, context, writer, key);
        await updateStyleEntry(writer, style, input);
      });
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      const key = keyOf(request);
      const options = {
        recurse: queryFlag(request, "recurse"),
        purge: queryFlag(request, "purge"),
      };
      await change(request, context, async (writer) => {
        await checkStyleMatch(request, context, writer, key);
        await deleteStyle(writer, context.dialect, key, options);
      });
      return sendDone(reply);
    },
  };
}

/** As `requireStyle`, but a missing style is the fault of a write, which stock servers answer otherwise. */
async function requireExisting(reader: CatalogReader, key: QualifiedName) {
  const found = await reader.get("style", key.workspace, key.name);
  if (found === undefined) throw new CatalogError("style-missing", `Style ${key.name} not found`);
  return requireStyle(reader, key);
}
