/** Layer groups, global and per workspace (docs/compatibility.md, "Layer groups"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseLayerGroupInput, renderLayerGroup } from "../../wire/layer-group.ts";
import { layerGroupPath } from "../../wire/paths.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { CatalogError } from "../catalog/errors.ts";
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
import { reading } from "../plugins/errors.ts";
import { parameter } from "../plugins/methods.ts";
import { addressAs, documentRoutes, listObjects, type DocumentNoun } from "./documents.ts";
import { scopeOf } from "./place.ts";

/** Registers the routes. */
export function layerGroupRoutes(app: FastifyInstance, context: ServerContext): void {
  const { dialect } = context;
  for (const path of ["layerGroup", "workspaceLayerGroup"] as const)
    documentRoutes(app, context, {
      ...layerGroupNoun(dialect),
      path,
      list: listObjects(context, {
        record: "layer-group",
        scope: (reader, request) => requireScope(reader, scopeOf(request)),
        path: layerGroupPath,
      }),
      create: {
        parse: inputOf,
        run: async (writer, input, request) => {
          const workspace = scopeOf(request);
          await requireScope(writer, workspace);
          const key = await createLayerGroup(writer, dialect, { workspace, change: input });
          // A stock server omits the workspace from the Location.
          const scope = dialect.name === "documented" ? key.workspace : null;
          return { name: key.name, path: layerGroupPath(scope, key.name) };
        },
      },
      update: {
        parse: inputOf,
        run: async (writer, input, { found }) =>
          updateLayerGroup(writer, dialect, { group: await found(), change: input }),
      },
      remove: { run: async (writer, { found }) => deleteLayerGroup(writer, await found()) },
    });
}

function layerGroupNoun(dialect: Dialect): DocumentNoun<Stored<"layer-group">> {
  return {
    address: addressAs("LayerGroup"),
    isKept: true,
    find: async (reader, request) => {
      await requireScope(reader, scopeOf(request));
      const name = parameter(request, "layerGroup");
      return (await findLayerGroup(reader, scopeOf(request), name)) ?? missing(dialect, request);
    },
    render: ({ name, workspace, value, created, modified }, rendering) =>
      renderLayerGroup({ ...value, name, workspace, created, modified }, rendering),
  };
}

/** The message has the words of stock servers and those that clients look for. */
async function requireScope<Scope extends string | null>(
  reader: CatalogReader,
  workspace: Scope,
): Promise<Scope> {
  if (workspace === null || (await reader.get("workspace", null, workspace)) !== undefined)
    return workspace;
  throw new CatalogError("not-found", `Workspace ${workspace} not found: no such workspace`);
}

function inputOf(request: FastifyRequest) {
  const body = documentBody(request, "layerGroup");
  return reading("bad-document", "", () => parseLayerGroupInput(body));
}

function missing(dialect: Dialect, request: FastifyRequest): CatalogError {
  const workspace = scopeOf(request);
  const where = workspace === null ? "" : ` in workspace ${workspace}`;
  const message = `No such layer group ${parameter(request, "layerGroup")}${where}`;
  if (request.method === "PUT")
    return new CatalogError("group-missing", missingText(dialect, "layerGroup", message));
  return new CatalogError(request.method === "DELETE" ? "group-missing" : "not-found", message);
}
