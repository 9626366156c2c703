/**
 * Adds files to the indexes of a mosaic. Each batch is one unit of work that replaces known
 * locations, so a killed harvest can be repeated (docs/interface.md, 4.3, rule 1).
 */
import type { Geometry } from "../../model/geometry.ts";
import type { GranuleRow } from "../../model/granule.ts";
import { harvest as limits } from "../../model/limits.ts";
import type { FoundGrid, GranuleFile, ReadFile, ReadGranules } from "./granule-file.ts";
import { IndexError } from "./granule-index.ts";
import type { Indexes } from "./indexes.ts";
import {
  indexedCoverage,
  putIndexed,
  recordChange,
  requireMosaic,
  type MosaicPlace,
} from "./mosaic.ts";
import type { IndexedCoverage, Stored } from "./records.ts";
import type { Catalog, CatalogWriter, Origin } from "./unit-of-work.ts";

/** The ports that a harvest needs. */
export interface HarvestPorts {
  readonly catalog: Pick<Catalog, "read" | "write">;
  readonly indexes: Indexes;
  readonly readGranules: ReadGranules;
  /** Returns undefined if the geometry cannot be transformed. */
  readonly reproject: (geometry: Geometry, from: string, to: string) => Geometry | undefined;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/** A file to harvest, or the reason to skip it. */
export type Candidate = GranuleFile | { readonly location: string; readonly reason: string };

export interface HarvestJob {
  readonly place: MosaicPlace;
  readonly origin: Origin;
  readonly candidates: AsyncIterable<Candidate> | Iterable<Candidate>;
  /** Id of the file change that moved the files in; adding granules records it. */
  readonly change?: string | undefined;
  readonly onBatch: (batch: BatchOutcome) => void;
}

/** The result of a batch. */
export interface BatchOutcome {
  readonly files: number;
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  readonly added: number;
  readonly replaced: number;
}

/** Rejects if the mosaic or its index is missing or unreachable. */
export async function harvestFiles(ports: HarvestPorts, job: HarvestJob): Promise<void> {
  const reading: Promise<readonly ReadFile[]>[] = [];
  const writeNext = async () => {
    const read = await reading.shift();
    if (read !== undefined) job.onBatch(await writeBatch(ports, job, read));
  };
  // Reads the next batches while one is written.
  for await (const batch of batches(job.candidates)) {
    const next = readBatch(ports, job.place, batch);
    // The error is thrown when the batch's turn comes.
    next.catch(() => {});
    reading.push(next);
    if (reading.length > limits.batchesAhead) await writeNext();
  }
  while (reading.length > 0) await writeNext();
}

async function* batches(
  candidates: HarvestJob["candidates"],
): AsyncGenerator<readonly Candidate[]> {
  let batch: Candidate[] = [];
  for await (const candidate of candidates) {
    batch.push(candidate);
    if (batch.length < limits.batch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function readBatch(
  { catalog, readGranules, wallClock }: HarvestPorts,
  place: MosaicPlace,
  batch: readonly Candidate[],
): Promise<readonly ReadFile[]> {
  const { definition } = (await catalog.read((reader) => requireMosaic(reader, place))).value;
  const files = batch.filter((candidate) => "path" in candidate);
  const refused = batch.filter((candidate) => "reason" in candidate);
  const read = await readGranules({ definition, files, now: wallClock() });
  return [
    ...read,
    ...refused.map(({ location, reason }) => ({ file: { path: "", location }, reason })),
  ];
}

async function writeBatch(
  ports: HarvestPorts,
  { place, origin, change }: HarvestJob,
  read: readonly ReadFile[],
): Promise<BatchOutcome> {
  return ports.catalog.write(origin, async (writer) => {
    const mosaic = await requireMosaic(writer, place);
    const outcome = await indexFiles(writer, ports, { mosaic, read });
    if (change !== undefined && outcome.added > 0) await recordChange(writer, mosaic, change);
    return outcome;
  });
}

/** Runs in the caller's unit of work. */
export async function indexFiles(
  writer: CatalogWriter,
  ports: Pick<HarvestPorts, "indexes" | "reproject">,
  job: { readonly mosaic: Stored<"mosaic">; readonly read: readonly ReadFile[] },
): Promise<BatchOutcome> {
  const { mosaic, read } = job;
  const skipped = read.flatMap(({ file, reason }) =>
    reason === undefined ? [] : [{ file: file.location, reason }],
  );
  const totals = { added: 0, replaced: 0 };
  const touched: IndexedCoverage[] = [];
  for (const [coverage, found] of byCoverage(read)) {
    const indexed = indexedCoverage(mosaic, coverage) ?? fresh(mosaic, found);
    const { rows, refused } = fitting(ports, { mosaic, indexed, found });
    skipped.push(...refused);
    if (rows.length === 0) continue;
    const written = await refresh(writer, ports, { mosaic, indexed, rows });
    skipped.push(...written.refused);
    totals.added += written.added;
    totals.replaced += written.replaced;
    if (written.added > 0)
      touched.push({ ...indexed, grid: indexed.grid ?? found[0]?.grid ?? null });
  }
  if (touched.length > 0) await putIndexed(writer, mosaic, touched);
  return { files: read.length, skipped, ...totals };
}

interface Found extends FoundGrid {
  readonly location: string;
}

function byCoverage(read: readonly ReadFile[]): ReadonlyMap<string, readonly Found[]> {
  const all = read.flatMap(({ file, grids = [] }) =>
    grids.map((grid) => ({ ...grid, location: file.location })),
  );
  return Map.groupBy(all, ({ coverage }) => coverage);
}

function fresh(mosaic: Stored<"mosaic">, [first]: readonly Found[]): IndexedCoverage {
  if (first === undefined) throw new TypeError("a coverage starts with a file");
  const crs = mosaic.value.definition.mosaicCrs ?? first.grid.crs ?? UNKNOWN_CRS;
  const schema = { ...first.schema, crs };
  return { name: first.coverage, schema, domains: first.domains, grid: null };
}

/** Stock servers assume this CRS for rasters without one. */
const UNKNOWN_CRS = "EPSG:4326";

interface LocatedRows {
  readonly location: string;
  readonly rows: readonly GranuleRow[];
}

interface Refused {
  readonly file: string;
  readonly reason: string;
}

/** Refuses other CRSs than the index's unless the mosaic allows them. */
function fitting(
  ports: Pick<HarvestPorts, "reproject">,
  {
    mosaic,
    indexed,
    found,
  }: {
    readonly mosaic: Stored<"mosaic">;
    readonly indexed: IndexedCoverage;
    readonly found: readonly Found[];
  },
): { readonly rows: readonly LocatedRows[]; readonly refused: readonly Refused[] } {
  const { crs } = indexed.schema;
  const rows: LocatedRows[] = [];
  const refused: Refused[] = [];
  for (const { location, grid, rows: own } of found) {
    const from = grid.crs ?? crs;
    if (from === crs) rows.push({ location, rows: own });
    else if (
      !mosaic.value.definition.heterogeneousCrs &&
      mosaic.value.definition.mosaicCrs === undefined
    )
      refused.push({ file: location, reason: `is in ${from}, the mosaic is in ${crs}` });
    else {
      const moved = own.map((row) => ({
        ...row,
        footprint: ports.reproject(row.footprint, from, crs),
      }));
      const whole = moved.filter(isPlaced);
      if (whole.length === moved.length) rows.push({ location, rows: whole });
      else refused.push({ file: location, reason: `cannot be brought from ${from} to ${crs}` });
    }
  }
  return { rows, refused };
}

function isPlaced(row: {
  readonly footprint: Geometry | undefined;
  readonly values: GranuleRow["values"];
}): row is GranuleRow {
  return row.footprint?.type === "Polygon" || row.footprint?.type === "MultiPolygon";
}

interface Refreshed {
  readonly added: number;
  readonly replaced: number;
  readonly refused: readonly Refused[];
}

/** If a row does not fit, writes file by file to skip only the file of that row. */
async function refresh(
  writer: CatalogWriter,
  { indexes }: Pick<HarvestPorts, "indexes">,
  {
    mosaic,
    indexed,
    rows,
  }: {
    readonly mosaic: Stored<"mosaic">;
    readonly indexed: IndexedCoverage;
    readonly rows: readonly LocatedRows[];
  },
): Promise<Refreshed> {
  const { name: coverage, schema } = indexed;
  const index = await indexes.create(writer, { mosaic, coverage, schema });
  try {
    const counts = await index.refresh(rows.flatMap((file) => file.rows));
    return { ...counts, refused: [] };
  } catch (error) {
    if (!isUnfit(error)) throw error;
  }
  const total = { added: 0, replaced: 0 };
  const refused: Refused[] = [];
  for (const file of rows) {
    try {
      const { added, replaced } = await index.refresh(file.rows);
      total.added += added;
      total.replaced += replaced;
    } catch (error) {
      if (!isUnfit(error)) throw error;
      refused.push({ file: file.location, reason: error.message });
    }
  }
  return { ...total, refused };
}

function isUnfit(error: unknown): error is IndexError {
  return error instanceof IndexError && error.code === "unfit";
}
