/**
 * Uploads of mosaics: `PUT …/coveragestores/{store}/file.imagemosaic` (docs/interface.md, 4.3). The
 * archive is unpacked to a staging folder and checked before it is stored. With
 * `external.imagemosaic`, the body names a folder of the server instead.
 */
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { harvest, mosaicZip } from "../../model/limits.ts";
import { reveal } from "../../model/secret.ts";
import { routePattern } from "../../wire/paths.ts";
import { renderWarning } from "../../wire/skipped.ts";
import { coverageStore } from "../catalog/coverage-store.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { GranuleFile, ReadFile } from "../catalog/granule-file.ts";
import {
  definitionFolder,
  findMosaic,
  freeHome,
  isSamePlace,
  type MosaicPlace,
} from "../catalog/mosaic.ts";
import type { BatchOutcome } from "../catalog/harvest.ts";
import type { StagingFolder } from "../catalog/mosaic-files.ts";
import { checkMosaicPlace, uploadMosaic, type MosaicUpload } from "../catalog/mosaic-upload.ts";
import { requireStore } from "../catalog/store.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { stagedBody, type StagedBody } from "../plugins/staged-body.ts";
import { readingLater } from "../plugins/errors.ts";
import { parameter, query, route, type Handlers } from "../plugins/methods.ts";
import { renderingFor, sendDocument } from "../plugins/representation.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { renderStore } from "./coverage-store.ts";
import { sendDone } from "./created.ts";
import { checkUploadFormat, harvestRequest } from "./harvest.ts";
import { checkUsable, checkMosaic, type CheckedMosaic } from "./mosaic-files.ts";
import { storeMosaicFolder } from "./mosaic-folder.ts";
import { placeOf } from "./place.ts";

/** Registers the upload route and the harvest route, which share a path. */
export function mosaicRoutes(app: FastifyInstance, context: ServerContext): void {
  const handlers: Handlers = {
    PUT: (request, reply) => upload(request, reply, context),
    POST: (request, reply) => harvestRequest(request, reply, context),
  };
  // A body that names files is short.
  const limitOf = (request: FastifyRequest) =>
    /^external\./i.test(parameter(request, "upload"))
      ? harvest.requestBytes
      : mosaicZip.packedBytes;
  const config = { body: "file" as const, limitOf };
  const options = { bodyLimit: mosaicZip.packedBytes, config };
  route(app, routePattern("coverageStoreUpload"), handlers, options);
}

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const method = checkUploadFormat(parameter(request, "upload"), ["file", "external"]);
  const place = await view(request, context, async (reader) => {
    const asked = await placeOf(request, reader);
    await checkMosaicPlace(reader, asked);
    return asked;
  });
  const configure = query(request, "configure")?.trim().toLowerCase() !== "none";
  const job = { place, configure };
  const { notes = [], ...outcome }: StoredMosaic =
    method === "external"
      ? await storeMosaicFolder(request, context, job)
      : await storeArchive(request, context, job);
  const warning = renderWarning(outcome, notes);
  if (warning !== undefined && context.dialect.name === "documented")
    reply.header("Warning", warning);
  const status = context.dialect.name === "documented" ? 200 : 201;
  if (!configure) return sendDone(reply, status);
  reply.code(status);
  return sendStore(request, reply, context);
}

/** `notes` lists settings that this server ignores. */
interface StoredMosaic extends BatchOutcome {
  readonly notes?: readonly string[];
}

async function storeArchive(
  request: FastifyRequest,
  context: ServerContext,
  job: Pick<StoreJob, "place" | "configure">,
): Promise<StoredMosaic> {
  const staged = await context.mosaicFiles.stage();
  try {
    const checked = await checkArchive(request, staged, job.place);
    const outcome = await store(request, context, { ...job, staged, checked });
    return { ...outcome, notes: checked.notes };
  } finally {
    await staged.discard();
  }
}

async function checkArchive(
  request: FastifyRequest,
  staged: StagingFolder,
  { store }: MosaicPlace,
): Promise<CheckedMosaic> {
  const { path } = archiveOf(request);
  const paths = await readingLater("zip-malformed", "", () => staged.unpack(path));
  return checkMosaic({ paths, read: staged.read }, store);
}

function archiveOf(request: FastifyRequest): StagedBody {
  const body = stagedBody(request);
  if (body !== undefined) return body;
  throw new CatalogError("zip-not-a-zip", "The request has no body; send a ZIP archive");
}

interface StoreJob {
  readonly place: MosaicPlace;
  readonly staged: StagingFolder;
  readonly checked: CheckedMosaic;
  readonly configure: boolean;
}

/** Number of attempts if other requests change the store. */
const TRIES = 3;

/** Retries at the store's current place if it changes meanwhile. */
async function store(
  request: FastifyRequest,
  context: ServerContext,
  job: StoreJob,
): Promise<BatchOutcome> {
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = await storeAt(request, context, job);
    if (outcome !== undefined) return outcome;
  }
  throw new CatalogError("busy", `The store '${job.place.store}' is being changed by others`);
}

/**
 * Reads the granules, adopts the files and stores everything in one transaction. Returns undefined,
 * changing nothing, if the store was created or removed meanwhile.
 */
async function storeAt(
  request: FastifyRequest,
  context: ServerContext,
  { place, staged, checked, configure }: StoreJob,
): Promise<BatchOutcome | undefined> {
  // A writer sees all stores.
  const { home, isNew } = await change(request, context, (writer) => homeOf(writer, place));
  const root = join(context.mosaicFiles.folderOf(home), checked.root);
  const read = await readAll(context, checked, (path) => ({
    path: join(root, path),
    location: path,
    source: join(staged.folder, checked.root, path),
  }));
  const upload = { ...stored(context, { place, home, checked }), read };
  await context.indexes.check({ ...upload, coverages: [] });
  const moved = await context.mosaicFiles.adopt(staged, home, isNew ? "create" : "merge");
  let outcome: BatchOutcome | undefined;
  try {
    outcome = await change(request, context, async (writer) => {
      const now = await homeOf(writer, place);
      if (now.isNew !== isNew || !isSamePlace(now.home, home)) return undefined;
      return uploadMosaic(writer, context, { ...upload, change: moved.id, configure });
    });
  } finally {
    if (outcome === undefined) await moved.undo();
    else await moved.done();
  }
  return outcome;
}

async function homeOf(
  reader: CatalogReader,
  place: MosaicPlace,
): Promise<{ readonly home: MosaicPlace; readonly isNew: boolean }> {
  const found = await findMosaic(reader, place);
  if (found === undefined) return { home: await freeHome(reader, place), isNew: true };
  const { folder } = found.value;
  if (folder.type === "own") return { home: folder.home, isNew: false };
  throw new CatalogError(
    "store-type",
    `The mosaic of store '${place.store}' lies in ${folder.path}, which takes no uploads`,
  );
}

function stored(
  { seal }: ServerContext,
  job: { readonly place: MosaicPlace; readonly home: MosaicPlace; readonly checked: CheckedMosaic },
): Omit<MosaicUpload, "read" | "configure"> {
  const { place, home, checked } = job;
  const { definition, password, files, root: sub } = checked;
  // Has the store's name; the granules may be in the folder of a former name.
  const folder = [definitionFolder(place), sub].filter((part) => part !== "").join("/");
  return {
    place,
    definition,
    folder: { type: "own", home, sub },
    url: `file:${folder}`,
    password: password === undefined ? null : seal(reveal(password)),
    files: new Map([...files].map(([path, bytes]) => [`${folder}/${path}`, bytes])),
  };
}

async function readAll(
  context: ServerContext,
  { definition, granules }: CheckedMosaic,
  fileOf: (path: string) => GranuleFile,
): Promise<readonly ReadFile[]> {
  const files = granules.map(fileOf);
  const read = await context.readGranules({ definition, files, now: context.wallClock() });
  checkUsable(read);
  return read;
}

async function sendStore(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const isLinked = context.dialect.name === "documented";
  const rendering = { ...renderingFor(request, context, "xml"), isLinked };
  const found = await view(request, context, async (reader) =>
    requireStore(reader, coverageStore, await placeOf(request, reader)),
  );
  return sendDocument(request, reply, renderStore(found, rendering));
}
