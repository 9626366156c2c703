/** Tile layers (docs/compatibility.md, "Tile layers"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { qualifiedName } from "../../model/layer.ts";
import {
  parseTileLayerInput,
  renderTileLayer,
  renderTileLayers,
  TILE_LAYER,
  type ReadTileLayer,
} from "../../wire/tile-layer.ts";
import type { Tree } from "../../wire/tree.ts";
import { CatalogError } from "../catalog/errors.ts";
import {
  findTileLayer,
  putTileLayer,
  removeTileLayer,
  tileLayerNames,
  type FoundTileLayer,
} from "../catalog/tile-layer.ts";
import type { Dialect } from "../catalog/dialect.ts";
import type { ServerContext } from "../context.ts";
import { rootedBody } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import { parameter } from "../plugins/methods.ts";
import {
  changeDocument,
  documentRoute,
  readDocument,
  removeDocument,
  type DocumentNoun,
} from "./documents.ts";

const tileLayerNoun = ({ tileLayerShows }: Dialect): DocumentNoun<FoundTileLayer> => ({
  address: ({ workspace, name }) => ({ kind: "TileLayer", workspace, name }),
  find: async (reader, request) =>
    (await findTileLayer(reader, nameIn(request))) ??
    new CatalogError("not-found", `Unknown layer: ${nameIn(request)}`),
  render: ({ workspace, name, layer }, rendering) => {
    const shown = { ...layer, details: { ...tileLayerShows, ...layer.details } };
    return renderTileLayer({ name: qualifiedName(workspace, name), layer: shown }, rendering);
  },
});

/** Registers the routes. */
export function tileLayerRoutes(app: FastifyInstance, context: ServerContext): void {
  const tileLayer = tileLayerNoun(context.dialect);
  documentRoute(app, "tileLayers", {
    GET: readDocument(context, {
      find: tileLayerNames,
      render: renderTileLayers,
    }),
  });
  const write = (onlyThere: boolean) =>
    changeDocument<FoundTileLayer, Tree>(context, tileLayer, {
      parse: bodyIn,
      run: async (writer, tree, { request }) => {
        const name = nameIn(request);
        const there = (await findTileLayer(writer, name))?.layer.filters ?? [];
        const { patch } = checked(
          request,
          context,
          reading("bad-document", "", () =>
            parseTileLayerInput(tree, { unknown: "refused", there }),
          ),
        );
        await putTileLayer(writer, context.dialect, { name, patch, onlyThere });
      },
      ...(onlyThere ? {} : { says: () => "layer saved" }),
    });
  const POST = write(true);
  documentRoute(app, "tileLayer", {
    GET: readDocument(context, tileLayer),
    PUT: write(false),
    POST: async (request, reply) => {
      reply.header("Warning", "299: Deprecated API. Use PUT instead.");
      return POST(request, reply);
    },
    DELETE: removeDocument(context, tileLayer, {
      run: async (writer, { found }) => removeTileLayer(writer, await found()),
      says: (request) => `${nameIn(request)} deleted`,
    }),
  });
}

/** Throws tile-layer-invalid for layers of the tile cache alone, which do not exist here. */
function bodyIn(request: FastifyRequest): Tree {
  const { root, content } = rootedBody(request, TILE_LAYER, OWN_LAYER);
  if (root !== OWN_LAYER) return content;
  const message = `${OWN_LAYER} is a layer of the tile cache alone, which this server does not have; make a layer of a WMS store, and send its ${TILE_LAYER}`;
  throw invalid(message);
}

/** Root of a layer that a tile cache gets directly from another server. */
const OWN_LAYER = "wmsLayer";

function nameIn(request: FastifyRequest): string {
  return parameter(request, "tileLayer");
}

/** Throws tile-layer-invalid if the body and the path do not match. */
function checked(
  request: FastifyRequest,
  { dialect }: ServerContext,
  input: ReadTileLayer,
): ReadTileLayer {
  const { id, name = "" } = input;
  const isNamed = name !== "" || dialect.tileLayerUnsaid === "usual";
  // Tile layers have no ids here.
  if (id !== undefined && dialect.tileLayerUnsaid === "blank")
    throw invalid(`No GeoServer Layer or LayerGroup exists with id '${id}'`);
  if (!isNamed) throw invalid("Layer name not provided");
  if (name !== "" && name !== nameIn(request)) throw invalid(MISMATCH);
  return input;
}

const MISMATCH =
  "There is a mismatch between the name of the  layer in the submission and the URL you specified.";

function invalid(message: string): CatalogError {
  return new CatalogError("tile-layer-invalid", message);
}
