/** `/gwc/rest/gridsets` (docs/compatibility.md, "Tile cache"). */
import type { FastifyInstance } from "fastify";
import { GRID_SET, parseGridSetInput, renderGridSet } from "../../wire/grid-set.ts";
import { pathOf } from "../../wire/paths.ts";
import { renderTileCacheList } from "../../wire/tile-cache.ts";
import { CatalogError } from "../catalog/errors.ts";
import {
  deleteGridSet,
  findGridSet,
  listGridSets,
  putGridSet,
  type NamedGridSet,
} from "../catalog/grid-set.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import { parameter } from "../plugins/methods.ts";
import {
  documentRoute,
  putDocument,
  readDocument,
  removeDocument,
  type DocumentNoun,
} from "./documents.ts";

const gridSet: DocumentNoun<NamedGridSet> = {
  address: ({ name }) => ({ kind: "GridSet", workspace: null, name }),
  find: async (reader, request) => {
    const name = parameter(request, "gridSet");
    const text = `Failed to get GridSet. A GridSet with name "${name}" does not exist.`;
    return (await findGridSet(reader, name)) ?? new CatalogError("not-found", text);
  },
  render: ({ name, value }, rendering) => renderGridSet(name, value, rendering),
};

/** Registers the routes. */
export function gridSetRoutes(app: FastifyInstance, context: ServerContext): void {
  documentRoute(app, "gridSets", {
    GET: readDocument(context, {
      find: async (reader) =>
        (await listGridSets(reader)).map((name) => ({
          name,
          path: pathOf("gridSet", { gridSet: name }),
        })),
      render: (listed, rendering) => renderTileCacheList(GRID_SET, listed, rendering),
    }),
  });
  documentRoute(app, "gridSet", {
    GET: readDocument(context, { ...gridSet, first: "xml" }),
    PUT: putDocument(context, gridSet, {
      parse: (request) => {
        const body = documentBody(request, GRID_SET);
        return reading("bad-document", "", () => parseGridSetInput(body));
      },
      run: (writer, input, { request }) => putGridSet(writer, parameter(request, "gridSet"), input),
    }),
    DELETE: removeDocument(context, gridSet, {
      run: (writer, { request }) =>
        deleteGridSet(writer, context.dialect, parameter(request, "gridSet")),
    }),
  });
}
