/**
 * Puts mosaics into the catalog of a folder by the rows of their indexes alone: no file of a granule
 * is there, and none is read. For copies of other catalogs, which show rows and not files.
 */
import type { GranuleRow, IndexSchema } from "../model/granule.ts";
import type { MosaicDefinition } from "../model/mosaic.ts";
import { domainsOf } from "../model/mosaic/coverage.ts";
import type { RasterGrid } from "../model/raster.ts";
import { definitionFolder, type MosaicPlace } from "./catalog/mosaic.ts";
import { uploadMosaic, type UploadPorts } from "./catalog/mosaic-upload.ts";
import { serverOrigin } from "./catalog/unit-of-work.ts";
import { systems } from "./mosaic-context.ts";
import { openIndexes } from "./storage/indexes.ts";
import { openSqliteCatalog } from "./storage/sqlite.ts";

/** A mosaic as its server shows it. */
export interface SeededMosaic {
  readonly place: MosaicPlace;
  /** The store whose name the folder of its files has: it may have had another one. */
  readonly home: MosaicPlace;
  readonly definition: MosaicDefinition;
  /** Folder of its files inside of that folder; empty for that one. */
  readonly sub: string;
  /** What defines it, by path relative to its folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly coverages: readonly SeededCoverage[];
}

/** The index of a coverage; footprints are in the system of its schema, as the grid is. */
export interface SeededCoverage {
  /** Its own name, which published coverages call the native one. */
  readonly name: string;
  readonly schema: IndexSchema;
  readonly grid: RasterGrid;
  readonly rows: readonly GranuleRow[];
  /** Whether its rows only stand in for none: without any, nothing can be published of it. */
  readonly isEmpty: boolean;
}

/**
 * Stores mosaics in the catalog of a folder, behind the back of a server that may run on it. Their
 * workspaces must be there. Rejects with CatalogError where a mosaic cannot be stored.
 */
export async function seedMosaics(folder: string, mosaics: readonly SeededMosaic[]): Promise<void> {
  const catalog = await openSqliteCatalog(folder, () => new Date().toISOString(), systems);
  const indexes = openIndexes({ unseal: () => undefined, systems, mark: "", isClosed: true });
  const ports: UploadPorts = {
    indexes,
    describeCoverage: async () => ({}),
    reproject: () => undefined,
  };
  try {
    for (const mosaic of mosaics) {
      const upload = uploadOf(mosaic);
      await catalog.write(serverOrigin, (writer) => uploadMosaic(writer, ports, upload));
    }
  } finally {
    await indexes.close();
    await catalog.close();
  }
}

function uploadOf({ place, home, definition, sub, files, coverages }: SeededMosaic) {
  const folder = [definitionFolder(home), sub].filter((part) => part !== "").join("/");
  const grids = coverages.map(({ name, schema, grid, rows }) => {
    const domains = domainsOf(definition, name);
    return { coverage: name, schema, domains, grid: { ...grid, crs: schema.crs }, rows };
  });
  return {
    place,
    definition,
    password: null,
    folder: { type: "own", home, sub },
    url: `file:${folder}`,
    files: new Map([...files].map(([path, bytes]) => [`${folder}/${path}`, bytes] as const)),
    read: grids.length === 0 ? [] : [{ file: { path: "", location: "index" }, grids }],
    configure: false,
  } as const;
}
