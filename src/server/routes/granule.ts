/** The index of a coverage: its schema and its granules (docs/interface.md, 4.3). */
import { relative, resolve } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { FilterError, type Filter } from "../../model/filter.ts";
import { granuleNumber, type Granule, type IndexSchema } from "../../model/granule.ts";
import { granules as limits } from "../../model/limits.ts";
import { parseFilter } from "../../wire/filter.ts";
import { renderGranules } from "../../wire/granule.ts";
import { renderIndexSchema } from "../../wire/mosaic-index.ts";
import { routePattern } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { GranuleIndexReader } from "../catalog/granule-index.ts";
import {
  isSamePlace,
  recordChange,
  requireIndex,
  type FoundIndex,
  type Purge,
} from "../catalog/mosaic.ts";
import { removeGranules } from "../catalog/mosaic-coverage.ts";
import type { NoteRemoval } from "../catalog/mosaic-files.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { checkFilter } from "../filters/evaluate.ts";
import { parameter, query, queryFlag, route, type Handlers } from "../plugins/methods.ts";
import { documentFormatFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { sendDone } from "./created.ts";
import { readDocument } from "./documents.ts";
import { placeOf } from "./place.ts";

/** Registers the routes. */
export function granuleRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("coverageIndex"), schemaHandlers(context));
  route(app, routePattern("granules"), collection(context));
  route(app, routePattern("granule"), single(context));
}

async function find(request: FastifyRequest, reader: CatalogReader): Promise<FoundIndex> {
  const place = await placeOf(request, reader);
  return requireIndex(reader, { ...place, coverage: parameter(request, "coverage") });
}

/** Queries an index; an external one is queried after the catalog was read. */
async function ask<Result>(
  request: FastifyRequest,
  context: ServerContext,
  work: (index: () => Promise<GranuleIndexReader>, schema: IndexSchema) => Promise<Result>,
): Promise<Result> {
  const { indexes } = context;
  const later = await view(request, context, async (reader) => {
    const found = await find(request, reader);
    const { schema } = found.indexed;
    const outside = indexes.outside(found);
    if (outside !== undefined) return () => work(outside, schema);
    const result = await work(() => indexes.read(reader, found), schema);
    return async () => result;
  });
  return later();
}

function schemaHandlers(context: ServerContext): Handlers {
  return {
    GET: readDocument(context, {
      first: "xml",
      find: async (reader, request) => {
        const { indexed } = await find(request, reader);
        const coverage = parameter(request, "coverage");
        return { schema: indexed.schema, of: { ...(await placeOf(request, reader)), coverage } };
      },
      render: ({ schema, of }, rendering) => renderIndexSchema(schema, of, rendering),
    }),
  };
}

function collection(context: ServerContext): Handlers {
  return {
    GET: async (request, reply) => {
      const format = documentFormatFor(request, "xml");
      const page = pageOf(request);
      const text = query(request, "filter");
      const { schema, granules } = await ask(request, context, async (index, found) => {
        const filter = filterOf(text ?? "INCLUDE", found, context.systems);
        return { schema: found, granules: await listed(await index(), filter, page) };
      });
      return send(request, reply, { schema, granules, format });
    },
    DELETE: async (request, reply) => {
      const text = query(request, "filter")?.trim() ?? "";
      if (text === "") throw unfiltered();
      await remove(request, context, (schema) => filterOf(text, schema, context.systems));
      return sendDone(reply);
    },
  };
}

/** Deviation: granules-need-filter. */
function unfiltered(): CatalogError {
  const message = "A filter is needed; to remove all granules send filter=INCLUDE";
  return new CatalogError("filter-missing", message);
}

function single(context: ServerContext): Handlers {
  const asked = (request: FastifyRequest) =>
    parameter(request, "granule").replace(/\.(?:xml|json)$/, "");
  return {
    GET: async (request, reply) => {
      const format = documentFormatFor(request, "xml");
      const id = asked(request);
      const { schema, granule } = await ask(request, context, async (index, found) => {
        const number = granuleNumber(found, id);
        const granule = number === undefined ? undefined : await (await index()).get(number);
        return { schema: found, granule };
      });
      if (granule === undefined) {
        const coverage = parameter(request, "coverage");
        const message = `Could not find a granule with id ${id} in coverage ${coverage}`;
        throw new CatalogError("not-found", message);
      }
      return send(request, reply, { schema, granules: [granule], format });
    },
    DELETE: async (request, reply) => {
      const ids = [asked(request)];
      await remove(request, context, () => ({ type: "ids", ids }));
      return sendDone(reply);
    },
  };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    schema,
    granules,
    format,
  }: {
    readonly schema: IndexSchema;
    readonly granules: readonly Granule[];
    readonly format: "xml" | "json";
  },
): FastifyReply {
  const coverage = parameter(request, "coverage");
  return sendDocument(request, reply, renderGranules({ schema, coverage, granules }, format));
}

async function remove(
  request: FastifyRequest,
  context: ServerContext,
  filterFor: (schema: IndexSchema) => Filter,
): Promise<void> {
  const purge = purgeOf(request);
  const updateBounds = queryFlag(request, "updateBBox");
  const { folder } = (await view(request, context, (reader) => find(request, reader))).mosaic.value;
  const removeRows = (note?: NoteRemoval) =>
    change(request, context, async (writer) => {
      const found = await find(request, writer);
      const filter = filterFor(found.indexed.schema);
      const gone = await removeGranules(writer, context, { found, filter, updateBounds });
      const { folder: now } = found.mosaic.value;
      if (note === undefined || gone.length === 0 || now.type !== "own") return undefined;
      if (folder.type !== "own" || !isSamePlace(now.home, folder.home)) return undefined;
      const home = context.mosaicFiles.folderOf(now.home);
      const paths = gone.map((location) => relative(home, resolve(home, now.sub, location)));
      const removal = await note(paths);
      await recordChange(writer, found.mosaic, removal);
      return removal;
    });
  if (purge === "none" || folder.type !== "own") {
    await removeRows();
    return;
  }
  // Under one lock, so that a file uploaded again meanwhile is not removed.
  const what = purge === "all" ? "with-side-files" : "side-files";
  await context.mosaicFiles.removeFiles(folder.home, what, removeRows);
}

/** "lenient" treats invalid values as `none` instead of throwing. */
export function purgeOf(request: FastifyRequest, manner: "strict" | "lenient" = "strict"): Purge {
  const text = query(request, "purge");
  const asked = (text ?? "none").trim().toLowerCase();
  if (asked === "none" || asked === "metadata" || asked === "all") return asked;
  if (manner === "lenient") return "none";
  throw new CatalogError(
    "query-invalid",
    `Invalid purge value ${text}, allowed values are [NONE, METADATA, ALL]`,
  );
}

interface Page {
  readonly offset: number;
  readonly limit: number | undefined;
}

function pageOf(request: FastifyRequest): Page {
  const offset = numberOf(request, "offset", 0) ?? 0;
  const limit = numberOf(request, "limit", 1);
  if (limit === undefined || limit <= limits.page) return { offset, limit };
  const message = `Invalid limit value: ${limit}; the limit is ${limits.page}`;
  throw new CatalogError("query-invalid", message);
}

function numberOf(request: FastifyRequest, name: string, least: number): number | undefined {
  const text = query(request, name)?.trim();
  if (text === undefined || text === "") return undefined;
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new CatalogError("query-invalid", `Invalid ${name} value: ${text}`);
}

/** Without a limit, returns all granules, or throws if they exceed one page. */
async function listed(
  index: GranuleIndexReader,
  filter: Filter,
  { offset, limit }: Page,
): Promise<readonly Granule[]> {
  if (limit !== undefined) return index.list({ filter, offset, limit });
  const found = await index.list({ filter, offset, limit: limits.page + 1 });
  if (found.length <= limits.page) return found;
  throw new CatalogError(
    "too-large",
    `More than ${limits.page} granules match; ask for them in pages, with limit and offset`,
  );
}

function filterOf(text: string, schema: IndexSchema, systems: ServerContext["systems"]): Filter {
  try {
    const filter = parseFilter(text);
    checkFilter(filter, schema, systems);
    return filter;
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    if (error.kind === "bound") throw new CatalogError("too-large", error.message);
    throw new CatalogError("filter-invalid", `Invalid cql syntax: ${error.message}`);
  }
}
