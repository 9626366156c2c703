/**
 * Harvests and their reports: `POST …/coveragestores/{store}/external.imagemosaic` names files of
 * the server, `file.imagemosaic` uploads them (docs/interface.md, 4.3, rule 1).
 */
import { isAbsolute, join, relative, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { HarvestReport } from "../../model/harvest.ts";
import { harvest as limits } from "../../model/limits.ts";
import type { MosaicDefinition } from "../../model/mosaic.ts";
import { isGranulePath } from "../../model/mosaic/granule-path.ts";
import { nameProblem } from "../../model/name.ts";
import { renderHarvest, renderHarvests } from "../../wire/harvest.ts";
import { isZip } from "../../wire/media.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import { decodeText } from "../../wire/text.ts";
import { CatalogError } from "../catalog/errors.ts";
import { harvestFiles, type BatchOutcome, type Candidate } from "../catalog/harvest.ts";
import { requireMosaic, type MosaicPlace } from "../catalog/mosaic.ts";
import { updateCoverageBounds } from "../catalog/mosaic-coverage.ts";
import type { StagingFolder } from "../catalog/mosaic-files.ts";
import { namedHomes, type NamedHome } from "../catalog/store-files.ts";
import type { Stored } from "../catalog/records.ts";
import type { ServerContext } from "../context.ts";
import { stagedBody } from "../plugins/staged-body.ts";
import { readingLater } from "../plugins/errors.ts";
import { contentTypeOf, parameter, query, queryFlag, route } from "../plugins/methods.ts";
import { inTurn } from "../plugins/admission.ts";
import { documentFormatFor, sendDocument } from "../plugins/representation.ts";
import { baseOf } from "../plugins/url.ts";
import { change, originOf, view } from "../plugins/unit-of-work.ts";
import { confinedReader } from "./confined-reading.ts";
import { sendDone } from "./created.ts";
import { placeOf } from "./place.ts";

/** Registers the routes of reports. */
export function harvestRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("harvests"), {
    GET: async (request, reply) => {
      const format = documentFormatFor(request, "json");
      return sendDocument(request, reply, renderHarvests(await context.harvests.list(), format));
    },
  });
  route(app, routePattern("harvest"), {
    GET: async (request, reply) => {
      const id = parameter(request, "harvest");
      const report = await context.harvests.find(id);
      if (report === undefined) throw new CatalogError("not-found", `No such harvest: ${id}`);
      return sendDocument(
        request,
        reply,
        renderHarvest(report, documentFormatFor(request, "json")),
      );
    },
  });
}

/** Throws if the format or method is not allowed. Deviation: no-fetching. */
export function checkUploadFormat(text: string, methods: readonly string[]): string {
  const [method = "", format = ""] = text.split(/\.(?=[^.]*$)/);
  if (format.toLowerCase() !== "imagemosaic") {
    throw new CatalogError(
      "unsupported-format",
      `Unsupported format: ${format}, available formats are: [imagemosaic]`,
    );
  }
  if (methods.includes(method)) return method;
  const refused = `Refused file upload method: ${method}: the server fetches nothing by address. Send the files themselves (file.imagemosaic), or name a folder of the server (external.imagemosaic)`;
  const isKnown = method === "url" || method === "remote";
  throw new CatalogError(
    "unsupported-format",
    isKnown ? refused : `Unrecognized file upload method: ${method}`,
  );
}

export async function harvestRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const { place, mosaic, named } = await view(request, context, async (reader) => {
    const asked = await placeOf(request, reader);
    const found = await requireMosaic(reader, asked);
    return { place: asked, mosaic: found, named: await namedHomes(reader) };
  });
  const method = checkUploadFormat(parameter(request, "upload"), ["file", "external"]);
  const harvest = method === "external" ? harvestNamed : harvestSent;
  const report = await harvest(request, context, { place, mosaic, named });
  if (queryFlag(request, "updateBBox")) await updateBounds(request, context, place);
  return send(request, reply, context, report);
}

interface Target {
  readonly place: MosaicPlace;
  readonly mosaic: Stored<"mosaic">;
  readonly named: readonly NamedHome[];
}

async function harvestNamed(
  request: FastifyRequest,
  context: ServerContext,
  target: Target,
): Promise<HarvestReport> {
  const text = await namedIn(request);
  const found = await context.mosaicFiles.resolveHarvest(text, target.named);
  const root = rootOf(context, target.mosaic);
  const candidates =
    found.kind === "file"
      ? [{ path: found.path, location: locationIn(root, found.path) }]
      : candidatesBelow(context, { definition: target.mosaic.value.definition, root }, found.path);
  return run(request, context, { ...target, candidates });
}

/** Reads a path or URL from a body and trims it. */
export async function namedIn(request: FastifyRequest): Promise<string> {
  const bytes = (await stagedBody(request)?.content(limits.requestBytes)) ?? new Uint8Array();
  return decodeText(bytes, contentTypeOf(request)).trim();
}

function rootOf(
  { mosaicFiles: files }: ServerContext,
  { value: { folder } }: Stored<"mosaic">,
): string {
  return folder.type === "own" ? join(files.folderOf(folder.home), folder.sub) : folder.path;
}

/** Relative inside the mosaic, else absolute. */
function locationIn(root: string, path: string): string {
  const way = relative(root, path);
  const isInside = way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  return isInside ? way.split(sep).join("/") : path;
}

/** Yields the granules below a folder, with locations relative to `root`. */
export async function* candidatesBelow(
  { mosaicFiles: files }: Pick<ServerContext, "mosaicFiles">,
  {
    definition,
    root,
    isWanted = isGranulePath,
  }: {
    readonly definition: MosaicDefinition;
    readonly root: string;
    /** Takes the path below the folder. */
    readonly isWanted?: (path: string, definition: MosaicDefinition) => boolean;
  },
  folder: string,
): AsyncGenerator<Candidate> {
  const accept = (path: string) => isWanted(locationIn(folder, path), definition);
  for await (const entry of files.walk(folder, { recursive: definition.recursive, accept })) {
    const { path } = entry;
    const location = locationIn(root, path);
    yield entry.kind === "file" ? { path, location } : { location, reason: entry.message };
  }
}

async function harvestSent(
  request: FastifyRequest,
  context: ServerContext,
  target: Target,
): Promise<HarvestReport> {
  const { mosaicFiles: files } = context;
  const { definition, folder } = target.mosaic.value;
  if (folder.type === "outside")
    throw new CatalogError(
      "store-type",
      `The mosaic lies in ${folder.path}, which takes no uploads`,
    );
  const root = rootOf(context, target.mosaic);
  const staged = await files.stage();
  try {
    const paths = await bring(request, staged, folder.sub);
    const moved = await files.adopt(staged, folder.home, "merge");
    let isIndexed = false;
    try {
      const home = files.folderOf(folder.home);
      const candidates = paths
        .map((path) => join(home, path))
        .map((path) => ({ path, location: locationIn(root, path) }))
        .filter(
          ({ location }) => !isZip(contentTypeOf(request)) || isGranulePath(location, definition),
        );
      const onBatch = ({ added }: BatchOutcome) => {
        if (added === 0) return;
        isIndexed = true;
        moved.recorded();
      };
      return await run(request, context, { ...target, candidates, change: moved.id, onBatch });
    } finally {
      // After an error, granules of earlier batches stay in the index.
      if (isIndexed) await moved.done();
      else await moved.undo();
    }
  } finally {
    await staged.discard();
  }
}

async function bring(
  request: FastifyRequest,
  staged: StagingFolder,
  below: string,
): Promise<readonly string[]> {
  const body = stagedBody(request);
  if (body === undefined) throw new CatalogError("harvest-invalid", "The request has no body");
  if (isZip(contentTypeOf(request)))
    return readingLater("zip-malformed", "", () => staged.unpack(body.path, below));
  const name = query(request, "filename")?.trim() ?? "";
  const problem = name === "" ? "is missing; send ?filename=" : nameProblem(name);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The file name '${name}' ${problem}`);
  const path = below === "" ? name : `${below}/${name}`;
  await staged.take(body.path, path);
  return [path];
}

async function run(
  request: FastifyRequest,
  context: ServerContext,
  job: Target & {
    readonly candidates: AsyncIterable<Candidate> | readonly Candidate[];
    readonly change?: string;
    readonly onBatch?: (batch: BatchOutcome) => void;
  },
): Promise<HarvestReport> {
  const running = context.harvests.start(job.place);
  try {
    const readGranules = confinedReader(context.mosaicFiles, context.readGranules);
    await harvestFiles(
      { ...context, catalog: inTurn(request, context.catalog), readGranules },
      {
        place: job.place,
        origin: originOf(request),
        candidates: job.candidates,
        change: job.change,
        onBatch: (batch) => {
          running.add(batch);
          job.onBatch?.(batch);
        },
      },
    );
    return await running.done();
  } catch (error) {
    await running.failed(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

function isUseless({ files }: HarvestReport): boolean {
  return files.harvested === 0 && files.skipped > 0;
}

async function updateBounds(
  request: FastifyRequest,
  context: ServerContext,
  place: MosaicPlace,
): Promise<void> {
  await change(request, context, async (writer) => {
    const mosaic = await requireMosaic(writer, place);
    for (const indexed of mosaic.value.coverages) {
      await updateCoverageBounds(writer, context, { mosaic, indexed });
    }
  });
}

/** Deviation: harvest-told. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { dialect }: ServerContext,
  report: HarvestReport,
): FastifyReply {
  if (dialect.name === "geoserver") return sendDone(reply, 202);
  reply.header("Location", `${baseOf(request)}${pathOf("harvest", { harvest: report.id })}`);
  if (isUseless(report)) {
    const reasons = report.skipped.slice(0, 10).map(({ file, reason }) => `${file}: ${reason}`);
    throw new CatalogError(
      "harvest-useless",
      ["No file could be harvested", ...reasons].join("\n"),
    );
  }
  reply.code(201);
  return sendDocument(request, reply, renderHarvest(report, documentFormatFor(request, "json")));
}
