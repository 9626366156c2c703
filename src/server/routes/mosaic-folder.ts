/**
 * Mosaics in existing folders, by a store document or `PUT …/external.imagemosaic`. Files are read
 * in place.
 */
import { join, relative, sep } from "node:path";
import type { FastifyRequest } from "fastify";
import { harvest as limits } from "../../model/limits.ts";
import { reveal } from "../../model/secret.ts";
import { CatalogError, type CatalogErrorCode } from "../catalog/errors.ts";
import type { GranuleFile, ReadFile } from "../catalog/granule-file.ts";
import { findMosaic, MOSAIC_TYPE, type MosaicPlace } from "../catalog/mosaic.ts";
import type { BatchOutcome } from "../catalog/harvest.ts";
import { uploadMosaic, type MosaicUpload } from "../catalog/mosaic-upload.ts";
import { namedHomes, type NamedHome } from "../catalog/store-files.ts";
import { checkFreeStoreName, requireStoreWorkspace } from "../catalog/store.ts";
import type { CatalogReader, CatalogWriter } from "../catalog/unit-of-work.ts";
import type { ServerContext } from "../context.ts";
import { change, view } from "../plugins/unit-of-work.ts";
import { confinedReader } from "./confined-reading.ts";
import { candidatesBelow, namedIn } from "./harvest.ts";
import { isIndexedPath } from "../../model/mosaic/granule-path.ts";
import { checkUsable, checkMosaic, type CheckedMosaic } from "./mosaic-files.ts";
import { workspaceOf } from "./place.ts";

interface StoreInput {
  readonly name?: string | undefined;
  readonly storeType?: string | null | undefined;
  readonly url?: string | null | undefined;
}

export interface FoundMosaic {
  readonly store: (writer: CatalogWriter, place: MosaicPlace) => Promise<void>;
}

/**
 * Reads the mosaic that a new store names. Returns undefined for other stores and for folders
 * without a readable mosaic; such a store is only a document. Throws if the mosaic is unusable.
 */
export async function readMosaicFolder(
  request: FastifyRequest,
  context: ServerContext,
  { name = "", storeType, url }: StoreInput,
): Promise<FoundMosaic | undefined> {
  if (storeType !== MOSAIC_TYPE || url === undefined || url === null) return undefined;
  const named = await view(request, context, namedHomes);
  const folder = await folderNamed(context, url, named);
  if (folder === undefined) return undefined;
  await view(request, context, async (reader) => {
    const workspace = await workspaceOf(request, reader);
    await requireStoreWorkspace(reader, workspace);
    await checkFreeStoreName(reader, { workspace, name });
  });
  const mosaic = await readMosaicIn(context, { folder, name, url });
  if (mosaic === undefined) return undefined;
  return {
    store: async (writer, place) => {
      await uploadMosaic(writer, context, { ...mosaic, configure: false, place });
    },
  };
}

/**
 * Creates or rereads a mosaic in the folder that the body names. Throws for files, unreadable
 * folders, unusable mosaics, and stores whose mosaic is elsewhere.
 */
export async function storeMosaicFolder(
  request: FastifyRequest,
  context: ServerContext,
  { place, configure }: { readonly place: MosaicPlace; readonly configure: boolean },
): Promise<BatchOutcome> {
  const text = await namedIn(request);
  const { kind, path: folder } = await context.mosaicFiles.resolveHarvest(text);
  if (kind !== "directory") {
    const message = `${text} is a file; name the folder of a mosaic, or send the file (file.imagemosaic)`;
    throw new CatalogError("harvest-invalid", message);
  }
  const url = /^file:/i.test(text) ? text : `file:${text}`;
  const mosaic = await readMosaicIn(context, { folder, name: place.store, url });
  if (mosaic === undefined) throw new CatalogError("mosaic-missing", `${text} holds no mosaic`);
  return change(request, context, async (writer) => {
    await checkSameFolder(writer, place, mosaic.folder);
    return uploadMosaic(writer, context, { ...mosaic, configure, place });
  });
}

async function checkSameFolder(
  reader: CatalogReader,
  place: MosaicPlace,
  wanted: MosaicUpload["folder"],
): Promise<void> {
  const found = (await findMosaic(reader, place))?.value.folder;
  if (found === undefined) return;
  const isSame =
    found.type === "outside" && wanted.type === "outside" && found.path === wanted.path;
  if (isSame) return;
  const where = found.type === "outside" ? found.path : "the folder that the server keeps for it";
  const message = `The mosaic of store '${place.store}' lies in ${where}; delete the store first`;
  throw new CatalogError("mosaic-changed", message);
}

/** Returns undefined if the folder has no mosaic. Throws if the mosaic is unusable. */
async function readMosaicIn(
  context: ServerContext,
  { folder, name, url }: { readonly folder: string; readonly name: string; readonly url: string },
): Promise<Omit<MosaicUpload, "place" | "configure"> | undefined> {
  const checked = await unlessRefused(["mosaic-missing"], () => checkFolder(context, folder, name));
  if (checked === undefined) return undefined;
  const root = join(folder, checked.root);
  const read = await readBelow(context, checked, root);
  checkUsable(read);
  const { definition, password } = checked;
  const mosaic: Omit<MosaicUpload, "place" | "configure"> = {
    definition,
    password: password === undefined ? null : context.seal(reveal(password)),
    folder: { type: "outside", path: root },
    url,
    files: new Map(),
    read,
  };
  await context.indexes.check({ ...mosaic, coverages: [] });
  return mosaic;
}

/** Returns undefined if the URL does not lead to a readable folder. */
async function folderNamed(
  { mosaicFiles: files }: ServerContext,
  url: string,
  named: readonly NamedHome[],
): Promise<string | undefined> {
  const found = await unlessRefused(
    ["harvest-invalid", "harvest-outside", "harvest-missing", "harvest-unreadable", "too-large"],
    () => files.resolveHarvest(url, named),
  );
  return found?.kind === "directory" ? found.path : undefined;
}

async function checkFolder(
  { mosaicFiles: files }: ServerContext,
  folder: string,
  name: string,
): Promise<CheckedMosaic> {
  const paths: string[] = [];
  for await (const met of files.walk(folder, { recursive: true, accept: () => true })) {
    const path = relative(folder, met.path);
    // Linked files outside may be granules, but not definition files.
    if (met.kind === "file" && !path.startsWith(`..${sep}`)) paths.push(path.split(sep).join("/"));
  }
  const read = async (path: string) => {
    const file = await files.openConfined(join(folder, path));
    try {
      return await file.content(limits.definitionBytes);
    } finally {
      await file.close();
    }
  };
  return checkMosaic({ paths, read }, name);
}

/** Reads granules in batches, like a harvest. */
async function readBelow(
  context: ServerContext,
  { definition }: CheckedMosaic,
  root: string,
): Promise<readonly ReadFile[]> {
  const reader = confinedReader(context.mosaicFiles, context.readGranules);
  const now = context.wallClock();
  const read: ReadFile[] = [];
  let files: GranuleFile[] = [];
  const below = { definition, root, isWanted: isIndexedPath };
  for await (const candidate of candidatesBelow(context, below, root)) {
    if ("reason" in candidate) {
      const { location, reason } = candidate;
      read.push({ file: { path: "", location }, reason });
    } else if (files.push(candidate) === limits.batch) {
      read.push(...(await reader({ definition, files, now })));
      files = [];
    }
  }
  read.push(...(await reader({ definition, files, now })));
  return read;
}

async function unlessRefused<Result>(
  codes: readonly CatalogErrorCode[],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CatalogError && codes.includes(error.code)) return undefined;
    throw error;
  }
}
