/** Layer groups, global and per workspace (docs/compatibility.md, "Layer groups"). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import { renderList, type Rendering } from "../../wire/document.ts";
import { parseLayerGroupInput, renderLayerGroup } from "../../wire/layer-group.ts";
import { layerGroupPath, routePattern } from "../../wire/paths.ts";
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";
import {
  createLayerGroup,
  deleteLayerGroup,
  findLayerGroup,
  updateLayerGroup,
} from "../catalog/layer-group.ts";
import { missingText } from "../catalog/missing-text.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { reading } from "../plugins/errors.ts";
import { parameter, route, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated, sendDone } from "./created.ts";

/** Registers the routes. */
export function layerGroupRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern("layerGroups"), collection(context), options);
  route(app, routePattern("workspaceLayerGroups"), collection(context), options);
  route(app, routePattern("layerGroup"), single(context), options);
  route(app, routePattern("workspaceLayerGroup"), single(context), options);
}

/** The workspace of the path; null for the global scope. */
function scopeOf(request: FastifyRequest): string | null {
  return parameter(request, "workspace") || null;
}

/** Refuses a missing workspace in the words that stock servers use and those that clients look for. */
async function requireScope(reader: CatalogReader, workspace: string | null): Promise<void> {
  if (workspace === null || (await reader.get("workspace", null, workspace)) !== undefined) return;
  throw new CatalogError("not-found", `Workspace ${workspace} not found: no such workspace`);
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const workspace = scopeOf(request);
      const found = await view(request, context, async (reader) => {
        await requireScope(reader, workspace);
        return reader.list("layer-group", workspace);
      });
      const listed = found.map(({ name }) => ({ name, path: layerGroupPath(workspace, name) }));
      return sendDocument(
        request,
        reply,
        renderList("layerGroups", "layerGroup", listed, rendering),
      );
    },
    POST: async (request, reply) => {
      const input = inputOf(request);
      const workspace = scopeOf(request);
      const { dialect } = context;
      const key = await change(request, context, async (writer) => {
        await requireScope(writer, workspace);
        return createLayerGroup(writer, dialect, { workspace, change: input });
      });
      // A stock server leaves the workspace out of the Location.
      const scope = dialect.name === "documented" ? key.workspace : null;
      return sendCreated(request, reply, key.name, layerGroupPath(scope, key.name));
    },
  };
}

function inputOf(request: FastifyRequest) {
  const body = documentBody(request, "layerGroup");
  return reading("bad-document", "", () => parseLayerGroupInput(body));
}

function single(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const group = await view(request, context, (reader) =>
        requireGroup(reader, request, "not-found"),
      );
      return sendDocument(request, reply, render(group, rendering), addressOf(group));
    },
    PUT: async (request, reply) => {
      const input = inputOf(request);
      await change(request, context, async (writer) => {
        const group = await groupToChange(writer, request, context);
        await updateLayerGroup(writer, context.dialect, { group, change: input });
      });
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      await change(request, context, async (writer) => {
        await deleteLayerGroup(writer, await groupToWrite(writer, request, context));
      });
      return sendDone(reply);
    },
  };
}

async function findGroup(reader: CatalogReader, request: FastifyRequest) {
  await requireScope(reader, scopeOf(request));
  return findLayerGroup(reader, scopeOf(request), parameter(request, "layerGroup"));
}

async function requireGroup(
  reader: CatalogReader,
  request: FastifyRequest,
  code: CatalogErrorCode,
): Promise<Stored<"layer-group">> {
  const found = await findGroup(reader, request);
  if (found !== undefined) return found;
  const workspace = scopeOf(request);
  const where = workspace === null ? "" : ` in workspace ${workspace}`;
  const name = parameter(request, "layerGroup");
  throw new CatalogError(code, `No such layer group ${name}${where}`);
}

/** The group of a writing request, with the conditions of the request honoured. */
async function groupToWrite(
  reader: CatalogReader,
  request: FastifyRequest,
  context: ServerContext,
): Promise<Stored<"layer-group">> {
  await checkPreconditions(request, async () => {
    const found = await findGroup(reader, request);
    return (
      found && {
        of: addressOf(found),
        bodies: bothForms(request, context, (rendering) => render(found, rendering)),
      }
    );
  });
  return requireGroup(reader, request, "group-missing");
}

/** As `groupToWrite`, with what a stock server says of a group that is to be changed and is missing. */
async function groupToChange(
  reader: CatalogReader,
  request: FastifyRequest,
  context: ServerContext,
): Promise<Stored<"layer-group">> {
  try {
    return await groupToWrite(reader, request, context);
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== "group-missing") throw error;
    throw new CatalogError(error.code, missingText(context.dialect, "layerGroup", error.message));
  }
}

function render(group: Stored<"layer-group">, rendering: Rendering) {
  const { name, workspace, value, created, modified } = group;
  return renderLayerGroup({ ...value, name, workspace, created, modified }, rendering);
}

/** Whose a document is, for its ETag. */
function addressOf({ workspace, name }: Stored<"layer-group">): Address {
  return { kind: "LayerGroup", workspace, name };
}
