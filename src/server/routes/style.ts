/** Styles: lists, entries and content under one path (docs/interface.md, 4.2). */
import type { QualifiedName } from "../../model/layer.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { http, style as limits } from "../../model/limits.ts";
import { documentFormat, isZip, styleFormatOf } from "../../wire/media.ts";
import { routePattern, stylePath } from "../../wire/paths.ts";
import { parseStyleInput } from "../../wire/style.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Stored } from "../catalog/records.ts";
import { createStyleEntry, deleteStyle, requireScope, updateStyleEntry } from "../catalog/style.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import {
  contentTypeOf,
  parameter,
  queryFlag,
  route,
  type Handlers,
  type RouteHandler,
} from "../plugins/methods.ts";
import {
  changeDocument,
  createDocument,
  listObjects,
  removeDocument,
  type DocumentNoun,
} from "./documents.ts";
import { scopeOf } from "./place.ts";
import { postStyleContent, putStyleContent } from "./style-content.ts";
import { postStylePackage, putStylePackage } from "./style-package.ts";
import { sendStyle, shownStyle } from "./style-representation.ts";

/** Registers the routes. */
export function styleRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.uploadBytes, config: { limitOf } };
  route(app, routePattern("styles"), collection(context), options);
  route(app, routePattern("workspaceStyles"), collection(context), options);
  route(app, routePattern("style"), single(context), options);
  route(app, routePattern("workspaceStyle"), single(context), options);
  if (context.dialect.hasShortStyles)
    route(app, routePattern("shortWorkspaceStyles"), { GET: list(context) });
}

/** Body limit; content of unknown types gets the largest one, that of SLD. */
function limitOf(request: FastifyRequest): number {
  const contentType = contentTypeOf(request);
  if (isZip(contentType)) return http.uploadBytes;
  if (documentFormat(contentType) !== undefined) return http.documentBytes;
  return styleFormatOf(contentType) === "css" ? limits.cssBytes : limits.sldBytes;
}

function keyOf(request: FastifyRequest): QualifiedName {
  return { workspace: scopeOf(request), name: parameter(request, "style") };
}

function list(context: ServerContext): RouteHandler {
  return listObjects(context, {
    record: "style",
    scope: async (reader, request) => {
      const workspace = scopeOf(request);
      await requireScope(reader, workspace);
      return workspace;
    },
    path: stylePath,
  });
}

function collection(context: ServerContext): Handlers {
  const createEntry = createDocument(context, {
    parse: (request) => parseStyleInput(documentBody(request, "style")),
    run: async (writer, input, request) => {
      const workspace = scopeOf(request) ?? (input.workspace || null);
      return { name: await createStyleEntry(writer, workspace, input) };
    },
  });
  return {
    GET: list(context),
    POST: byContent((request, reply, form) => {
      const workspace = scopeOf(request);
      if (form === "package") return postStylePackage(request, reply, context, workspace);
      if (form === "content") return postStyleContent(request, reply, context, workspace);
      return createEntry(request, reply);
    }),
  };
}

type BodyForm = "package" | "content" | "entry";

function byContent(
  send: (request: FastifyRequest, reply: FastifyReply, form: BodyForm) => Promise<unknown>,
): RouteHandler {
  return async (request, reply) => {
    const contentType = contentTypeOf(request);
    if (contentType === "")
      throw new CatalogError("bad-map-document", "A Content-Type is required");
    if (isZip(contentType)) return send(request, reply, "package");
    const isEntry = documentFormat(contentType) !== undefined;
    return send(request, reply, isEntry ? "entry" : "content");
  };
}

/** Missing styles have another error for PUT, which precedes preconditions. */
const style: DocumentNoun<Stored<"style">> = {
  ...shownStyle,
  find: async (reader, request) => {
    const { workspace, name } = keyOf(request);
    const found = await reader.get("style", workspace, name);
    if (found !== undefined) return found;
    const missing = new CatalogError("style-missing", `Style ${name} not found`);
    if (request.method === "PUT") throw missing;
    return missing;
  },
};

function single(context: ServerContext): Handlers {
  const changeEntry = changeDocument(context, style, {
    parse: (request) => parseStyleInput(documentBody(request, "style")),
    run: async (writer, input, { found }) =>
      updateStyleEntry(writer, context.dialect, { style: await found(), change: input }),
  });
  return {
    GET: (request, reply) => sendStyle(request, reply, context, keyOf(request)),
    PUT: byContent((request, reply, form) => {
      const key = keyOf(request);
      if (form === "package") return putStylePackage(request, reply, context, key);
      if (form === "content") return putStyleContent(request, reply, context, key);
      return changeEntry(request, reply);
    }),
    DELETE: removeDocument(context, style, {
      run: (writer, { request }) =>
        deleteStyle(writer, context.dialect, keyOf(request), {
          recurse: queryFlag(request, "recurse"),
          purge: queryFlag(request, "purge"),
        }),
    }),
  };
}
