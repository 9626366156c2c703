/** Layers and their alternate styles (docs/compatibility.md, "Layers"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LayerPatch } from "../../model/layer.ts";
import { parseLayerInput, renderLayer } from "../../wire/layer.ts";
import { pathOf, stylePath } from "../../wire/paths.ts";
import { parseStyleReference } from "../../wire/style-reference.ts";
import { referenceName } from "../../wire/tree.ts";
import { CatalogError } from "../catalog/errors.ts";
import { deleteLayer, findLayer, offerStyle, updateLayer } from "../catalog/layer.ts";
import { missingText } from "../catalog/missing-text.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { parameter, queryFlag, type Handlers } from "../plugins/methods.ts";
import {
  addressAs,
  createDocument,
  documentRoute,
  documentRoutes,
  listDocuments,
  listObjects,
  type Collection,
  type DocumentNoun,
} from "./documents.ts";

/** Registers the routes. */
export function layerRoutes(app: FastifyInstance, context: ServerContext): void {
  const { dialect } = context;
  const isPassedOn = dialect.layerEnabled === "passed-on";
  const layer = {
    ...layerNoun(context),
    update: {
      parse: (request: FastifyRequest) => parseLayerInput(documentBody(request, "layer")),
      run: async (writer, input, { found }) => {
        const { enabled: _enabled, ...others } = input;
        const patch = isPassedOn ? input : others;
        await updateLayer(writer, dialect, { layer: await found(), patch });
      },
    },
    remove: {
      run: async (writer, { request, found }) =>
        deleteLayer(writer, await found(), { recurse: queryFlag(request, "recurse") }),
    },
  } satisfies Partial<Collection<Stored<"layer">, LayerPatch, never>>;
  const everyLayer = listDocuments(context, "layer", async (reader) =>
    (await reader.list("layer")).map(({ workspace, name }) => {
      const qualified = `${workspace}:${name}`;
      return { name: qualified, path: pathOf("layer", { layer: qualified }) };
    }),
  );
  const ofWorkspace = listObjects(context, {
    record: "layer",
    scope: (_reader, request) => parameter(request, "workspace"),
    path: (workspace, name) => pathOf("workspaceLayer", { workspace, layer: name }),
  });
  documentRoutes(app, context, { ...layer, path: "layer", list: everyLayer });
  documentRoutes(app, context, {
    ...layer,
    path: "workspaceLayer",
    list: ofWorkspace,
  });
  documentRoute(app, "layerStyles", layerStyles(context));
}

function layerNoun(context: ServerContext): DocumentNoun<Stored<"layer">> {
  return {
    address: addressAs("Layer"),
    isKept: true,
    find: async (reader, request) =>
      (await findNamed(reader, request)) ?? missing(context, request),
    render: ({ name, workspace, value, created, modified }, rendering) =>
      renderLayer({ ...value, name, workspace: workspace ?? "", created, modified }, rendering),
  };
}

function missing({ dialect }: ServerContext, request: FastifyRequest): CatalogError {
  const name = parameter(request, "layer");
  if (request.method === "DELETE") return new CatalogError("not-found", name);
  const message = `No such layer: ${name}`;
  if (request.method === "PUT")
    return new CatalogError("store-missing", missingText(dialect, "layer", message));
  return new CatalogError("not-found", message);
}

/** Names without workspace are searched in all workspaces. */
async function findNamed(
  reader: CatalogReader,
  request: FastifyRequest,
): Promise<Stored<"layer"> | undefined> {
  const workspace = parameter(request, "workspace");
  const name = parameter(request, "layer");
  return workspace === "" ? findLayer(reader, name) : reader.get("layer", workspace, name);
}

async function requireNamed(
  reader: CatalogReader,
  request: FastifyRequest,
): Promise<Stored<"layer">> {
  const found = await findNamed(reader, request);
  if (found !== undefined) return found;
  throw new CatalogError("store-missing", `No such layer: ${parameter(request, "layer")}`);
}

/** Deviation: style-links. */
function layerStyles(context: ServerContext): Handlers {
  return {
    GET: listDocuments(context, "style", async (reader, request) =>
      (await requireNamed(reader, request)).value.styles.map(({ workspace, name }) => ({
        name,
        path: stylePath(workspace, name),
      })),
    ),
    POST: createDocument(context, {
      parse: (request) => {
        const body = documentBody(request, "style");
        const style = parseStyleReference(body);
        if (style === undefined)
          throw new CatalogError("field-missing", "The style's name is missing");
        return { style, name: referenceName(body) ?? style.name };
      },
      run: async (writer, { style, name }, request) => {
        const asDefault = queryFlag(request, "default");
        await offerStyle(writer, await requireNamed(writer, request), { style, asDefault });
        return { name };
      },
    }),
  };
}
