/** Layers, and the styles a layer lists beside its default (docs/compatibility.md, "Layers"). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import { renderList, type Rendering } from "../../wire/document.ts";
import { parseLayerInput, renderLayer } from "../../wire/layer.ts";
import { parseStyleReference } from "../../wire/style-reference.ts";
import { pathOf, routePattern, stylePath } from "../../wire/paths.ts";
import { referenceName } from "../../wire/tree.ts";
import { CatalogError } from "../catalog/errors.ts";
import { deleteLayer, findLayer, offerStyle, updateLayer } from "../catalog/layer.ts";
import { missingText } from "../catalog/missing-text.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { parameter, queryFlag, route, type Handlers } from "../plugins/methods.ts";
import { bothForms, renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/work.ts";
import { sendCreated, sendDone } from "./created.ts";

/** Registers the routes. */
export function layerRoutes(app: FastifyInstance, context: ServerContext): void {
  const options = { bodyLimit: http.documentBytes };
  route(app, routePattern("layers"), globalCollection(context), options);
  route(app, routePattern("workspaceLayers"), workspaceCollection(context), options);
  route(app, routePattern("layer"), single(context), options);
  route(app, routePattern("workspaceLayer"), single(context), options);
  route(app, routePattern("layerStyles"), layerStyles(context), options);
}

function globalCollection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const found = await view(request, context, (reader) => reader.list("layer"));
      const listed = found.map(({ workspace, name }) => {
        const qualified = `${workspace}:${name}`;
        return { name: qualified, path: pathOf("layer", { layer: qualified }) };
      });
      return sendDocument(request, reply, renderList("layers", "layer", listed, rendering));
    },
  };
}

function workspaceCollection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const workspace = parameter(request, "workspace");
      const found = await view(request, context, (reader) => reader.list("layer", workspace));
      const listed = found.map(({ name }) => ({
        name,
        path: pathOf("workspaceLayer", { workspace, layer: name }),
      }));
      return sendDocument(request, reply, renderList("layers", "layer", listed, rendering));
    },
  };
}

function single(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const { layer, name } = await view(request, context, (reader) => locate(reader, request));
      if (layer === undefined) throw new CatalogError("not-found", `No such layer: ${name}`);
      return sendDocument(request, reply, render(layer, rendering), addressOf(layer));
    },
    PUT: async (request, reply) => {
      const input = parseLayerInput(documentBody(request, "layer"));
      await change(request, context, async (writer) => {
        const { layer, name } = await locate(writer, request);
        await checkMatch(request, context, layer);
        if (layer === undefined) throw missingLayer(context, name);
        const { enabled: _enabled, ...others } = input;
        const isPassedOn = context.dialect.layerEnabled === "passed-on";
        await updateLayer(writer, layer, isPassedOn ? input : others);
      });
      return sendDone(reply);
    },
    DELETE: async (request, reply) => {
      await change(request, context, async (writer) => {
        const { layer, name } = await locate(writer, request);
        await checkMatch(request, context, layer);
        if (layer === undefined) throw new CatalogError("not-found", name);
        await deleteLayer(writer, layer, { recurse: queryFlag(request, "recurse") });
      });
      return sendDone(reply);
    },
  };
}

function missingLayer({ dialect }: ServerContext, name: string): CatalogError {
  const message = missingText(dialect, "layer", `No such layer: ${name}`);
  return new CatalogError("store-missing", message);
}

async function locate(
  reader: CatalogReader,
  request: FastifyRequest,
): Promise<{ layer: Stored<"layer"> | undefined; name: string }> {
  const workspace = parameter(request, "workspace");
  const name = parameter(request, "layer");
  const layer =
    workspace === "" ? await findLayer(reader, name) : await reader.get("layer", workspace, name);
  return { layer, name };
}

function render(layer: Stored<"layer">, rendering: Rendering) {
  const { name, value, created, modified } = layer;
  return renderLayer(
    { ...value, name, workspace: layer.workspace ?? "", created, modified },
    rendering,
  );
}

function checkMatch(
  request: FastifyRequest,
  context: ServerContext,
  layer: Stored<"layer"> | undefined,
) {
  return checkPreconditions(
    request,
    () =>
      layer && {
        of: addressOf(layer),
        bodies: bothForms(request, context, (rendering) => render(layer, rendering)),
      },
  );
}

/** Deviation: style-links. */
function layerStyles(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const rendering = renderingFor(request, context);
      const { layer, name } = await view(request, context, (reader) => locate(reader, request));
      if (layer === undefined) throw new CatalogError("store-missing", `No such layer: ${name}`);
      const listed = layer.value.styles.map((style) => ({
        name: style.name,
        path: stylePath(style.workspace, style.name),
      }));
      return sendDocument(request, reply, renderList("styles", "style", listed, rendering));
    },
    POST: async (request, reply) => {
      const body = documentBody(request, "style");
      const style = parseStyleReference(body);
      if (style === undefined)
        throw new CatalogError("field-missing", "The style's name is missing");
      const asDefault = queryFlag(request, "default");
      await change(request, context, async (writer) => {
        const { layer, name } = await locate(writer, request);
        if (layer === undefined) throw new CatalogError("store-missing", `No such layer: ${name}`);
        await offerStyle(writer, layer, { style, asDefault });
      });
      return sendCreated(request, reply, referenceName(body) ?? style.name);
    },
  };
}

/** Whose a document is, for its ETag. */
function addressOf({ workspace, name }: Stored<"layer">): Address {
  return { kind: "Layer", workspace, name };
}
