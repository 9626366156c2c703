/** Creates or extends a mosaic, completely or not at all (docs/interface.md, 4.3). */
import { coverageStoreFields } from "../../model/coverage-store.ts";
import { usualOf } from "../../model/schema.ts";
import { digestOfValue } from "../../model/digest.ts";
import type { MosaicDefinition } from "../../model/mosaic.ts";
import { isDefinitionPath } from "../../model/mosaic/granule-path.ts";
import { nameProblem } from "../../model/name.ts";
import { CatalogError } from "./errors.ts";
import type { ReadFile } from "./granule-file.ts";
import { indexFiles, type BatchOutcome, type HarvestPorts } from "./harvest.ts";
import { placeOfMosaic } from "./indexes.ts";
import { definitionFolder, findMosaic, MOSAIC_TYPE, type MosaicPlace } from "./mosaic.ts";
import { configureCoverage, updateCoverageBounds, type CoveragePorts } from "./mosaic-coverage.ts";
import { publishedOf } from "./published.ts";
import type { MosaicFolder, Stored } from "./records.ts";
import { checkUploadTarget, requireStoreWorkspace } from "./store.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";
import { withoutEnds } from "../../model/trim.ts";

/** A checked upload. */
export interface MosaicUpload {
  readonly place: MosaicPlace;
  readonly definition: MosaicDefinition;
  /** Sealed password of the index's database, if any. */
  readonly password: string | null;
  readonly folder: MosaicFolder;
  /** Id of the file change. */
  readonly change?: string;
  readonly url: string;
  /** Definition files by path in the data directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly read: readonly ReadFile[];
  readonly configure: boolean;
}

/** The ports that an upload needs. */
export type UploadPorts = CoveragePorts & Pick<HarvestPorts, "reproject">;

/** Throws if an upload is impossible; called before the body is read. */
export async function checkMosaicPlace(
  reader: CatalogReader,
  { workspace, store }: MosaicPlace,
): Promise<void> {
  await requireStoreWorkspace(reader, workspace);
  const found = await reader.get("coverage-store", workspace, store);
  const type = found?.value.storeType;
  if (found !== undefined && type !== MOSAIC_TYPE && type !== null) {
    throw new CatalogError(
      "store-type",
      `Store '${store}' exists and is of type ${type}, not ${MOSAIC_TYPE}`,
    );
  }
  await checkUploadTarget(reader, "coverage-store", { workspace, store });
}

/** Creates or extends a mosaic. Deviation: mosaic-kept. */
export async function uploadMosaic(
  writer: CatalogWriter,
  ports: UploadPorts,
  upload: MosaicUpload,
): Promise<BatchOutcome> {
  const { place, definition, password, folder, url } = upload;
  await checkMosaicPlace(writer, place);
  const before = await findMosaic(writer, place);
  if (before !== undefined) checkSame(before, definition);
  await putStore(writer, place, url);
  if (before === undefined && folder.type === "own")
    await forgetDefinition(writer, definitionFolder(place));
  for (const [path, content] of upload.files) await writer.writeFile(path, content);
  const coverages = before?.value.coverages ?? [];
  await writer.put(
    { kind: "mosaic", workspace: place.workspace, name: place.store },
    {
      definition,
      password,
      folder: before?.value.folder ?? folder,
      ...(upload.change === undefined ? {} : { change: upload.change }),
      coverages,
    },
  );
  const mosaic = await stored(writer, place);
  const outcome = await indexFiles(writer, ports, { mosaic, read: upload.read });
  if (upload.configure) await configureAll(writer, ports, await stored(writer, place));
  return outcome;
}

/** Old definition files must not affect a new mosaic. */
async function forgetDefinition(writer: CatalogWriter, folder: string): Promise<void> {
  for (const { path } of await writer.filesUnder(folder)) {
    if (isDefinitionPath(path.slice(folder.length + 1))) await writer.removeFile(path);
  }
}

/** Rows of another schema or index would become unreachable. */
function checkSame({ workspace, name, value }: Stored<"mosaic">, next: MosaicDefinition): void {
  if (value.coverages.length === 0) return;
  if (indexed(value.definition) === indexed(next)) return;
  throw new CatalogError(
    "mosaic-changed",
    `The mosaic ${workspace}:${name} has granules under another schema or in another index. ` +
      "Delete the store, then upload the new definition. To bring granules to the mosaic as it is, send them " +
      "by POST to the same address: a harvest takes no definition",
  );
}

/** What index rows depend on; logins do not count. */
function indexed({ name, typeName, schema, index, coverages }: MosaicDefinition): string {
  const schemas = coverages.map((one) => [one.name ?? null, one.schema ?? null]);
  const place =
    index.type === "postgis" ? [index.host, index.port, index.database, index.schema] : [];
  return digestOfValue([name, typeName ?? null, schema ?? null, index.type, place, schemas]);
}

async function putStore(
  writer: CatalogWriter,
  { workspace, store }: MosaicPlace,
  url: string,
): Promise<void> {
  const found = await writer.get("coverage-store", workspace, store);
  const value = found?.value ?? { ...usualOf(coverageStoreFields), enabled: true, details: {} };
  await writer.put(
    { kind: "coverage-store", workspace, name: store },
    { ...value, storeType: MOSAIC_TYPE, url },
  );
}

async function stored(reader: CatalogReader, place: MosaicPlace): Promise<Stored<"mosaic">> {
  const found = await findMosaic(reader, place);
  if (found === undefined) throw new TypeError("the mosaic was stored just now");
  return found;
}

/** Publishes coverages that have granules; updates bounds of published ones. */
async function configureAll(
  writer: CatalogWriter,
  ports: UploadPorts,
  mosaic: Stored<"mosaic">,
): Promise<void> {
  const published = await publishedOf(writer, "coverage", placeOfMosaic(mosaic));
  const known = new Set(published.map(({ value }) => value.nativeName));
  for (const indexed of mosaic.value.coverages) {
    if (known.has(indexed.name)) await updateCoverageBounds(writer, ports, { mosaic, indexed });
    else {
      const change = { nativeName: indexed.name };
      const name = await publishedName(writer, mosaic, indexed.name);
      await configureCoverage(writer, ports, { mosaic, name, change });
    }
  }
}

/** Replaces characters that an address cannot have. */
async function publishedName(
  reader: CatalogReader,
  mosaic: Stored<"mosaic">,
  native: string,
): Promise<string> {
  if (nameProblem(native) === undefined) return native;
  const plain = withoutEnds(native.replaceAll(/[^\p{L}\p{N}_.-]+/gu, "_"), "_.");
  const base = nameProblem(plain) === undefined ? plain : "coverage";
  let name = base;
  for (let number = 2; await reader.get("coverage", mosaic.workspace, name); number++) {
    name = `${base}_${number}`;
  }
  return name;
}
