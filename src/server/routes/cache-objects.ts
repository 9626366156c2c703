/** Objects of the tile cache that a PUT replaces as a whole (docs/compatibility.md, "Tile cache"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sealedObject } from "../../model/cache-noun.ts";
import { cacheNouns, type AnyCacheNoun } from "../../model/nouns.ts";
import { cacheDocument, typedBody } from "../../wire/cache-documents.ts";
import { objectPath } from "../../wire/paths.ts";
import { renderTileCacheList } from "../../wire/tile-cache.ts";
import { cacheCommands, type CacheObject, type SaidObject } from "../catalog/cache-objects.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import { parameter } from "../plugins/methods.ts";
import { secretBody } from "../plugins/secret-bodies.ts";
import {
  documentRoute,
  putDocument,
  readDocument,
  removeDocument,
  type DocumentNoun,
} from "./documents.ts";

/** Registers the routes. */
export function cacheObjectRoutes(app: FastifyInstance, context: ServerContext): void {
  for (const noun of cacheNouns) routesOf(app, context, noun);
}

function routesOf(app: FastifyInstance, context: ServerContext, noun: AnyCacheNoun): void {
  const { kind, member } = noun;
  const commands = cacheCommands(noun);
  const { render } = cacheDocument(noun);
  const nameIn = (request: FastifyRequest) => parameter(request, member);
  const document: DocumentNoun<CacheObject> = {
    address: ({ name }) => ({ kind, workspace: null, name }),
    find: async (reader, request) => {
      const name = nameIn(request);
      return (await commands.find(reader, name)) ?? commands.missing("get", name);
    },
    render: ({ name, value }, rendering) => render(name, value, rendering),
  };
  documentRoute(app, `${member}s`, {
    GET: readDocument(context, {
      find: async (reader) =>
        (await commands.list(reader)).map((name) => ({ name, path: objectPath(member, { name }) })),
      render: (listed, rendering) => renderTileCacheList(member, listed, rendering),
    }),
  });
  documentRoute(app, member, {
    GET: readDocument(context, { ...document, first: "xml" }),
    PUT: putDocument(context, document, {
      parse: (request) => saidIn(request, noun, context),
      run: (writer, said, { request }) => commands.put(writer, nameIn(request), said),
    }),
    DELETE: removeDocument(context, document, {
      run: (writer, { request }) => commands.remove(writer, context.dialect, nameIn(request)),
    }),
  });
}

/** What a body says, sealed where it may hold secrets. */
function saidIn(request: FastifyRequest, noun: AnyCacheNoun, { seal }: ServerContext): SaidObject {
  const { member, typed } = noun;
  const { read } = cacheDocument(noun);
  const said = typed
    ? secretBody(request, (bytes, contentType) => read(...typedBody(bytes, contentType)))
    : reading("bad-document", "", () => read(member, documentBody(request, member)));
  if (said !== undefined) return sealedObject(noun, said, seal);
  const roots = Object.keys(typed?.types ?? {}).map((type) => `${type}${typed?.end}`);
  throw new CatalogError("bad-document", `The root element must be one of ${roots.join(", ")}`);
}
