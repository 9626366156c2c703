/**
 * Stores mosaics in a catalog by their index rows alone, without reading granule files. For copies
 * of other catalogs, which show rows and not files.
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

/** A mosaic as its source server shows it. */
export interface SeededMosaic {
  readonly place: MosaicPlace;
  /** The store that the folder of the files is named after; not always this one. */
  readonly home: MosaicPlace;
  readonly definition: MosaicDefinition;
  /** Relative to the folder of `home`, or empty. */
  readonly sub: string;
  /** Definition files, by path relative to the mosaic's folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly coverages: readonly SeededCoverage[];
}

/** Footprints and the grid are in the CRS of the schema. */
export interface SeededCoverage {
  /** The native name, as published coverages call it. */
  readonly name: string;
  readonly schema: IndexSchema;
  readonly grid: RasterGrid;
  readonly rows: readonly GranuleRow[];
  /** Whether the rows are placeholders: nothing can be published without a row. */
  readonly isEmpty: boolean;
}

/** A server may be running. The workspaces must exist. Rejects with CatalogError. */
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
