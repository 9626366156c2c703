/** Reads the granules of a mosaic's coverage. */
import { footprintOf, type Footprint } from "./footprint.ts";
import { itemsIn } from "./lists.ts";
import { RestError, type Rest } from "./reading.ts";

/** A raster of the mosaic, or a slice of one. */
export interface Granule {
  readonly id: string;
  /** Undefined where the index does not say. */
  readonly footprint: Footprint | undefined;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
}

export interface GranuleIndex {
  readonly granules: readonly Granule[];
  /** Whether the server has more granules. */
  readonly isCut: boolean;
  /** The time attribute; undefined where there is none. */
  readonly time: string | undefined;
}

/** Granules per response, and in all. */
const PAGE = 10_000;
const MOST = 100_000;

/** Types of temporal attributes. */
const TIMES = /^java\.(?:sql\.(?:Timestamp|Date)|util\.Date)$/;

/** A GeoJSON feature. */
interface Feature extends Pick<Granule, "id" | "properties"> {
  readonly geometry: unknown;
}

interface Attribute {
  readonly name: string;
  readonly binding: string;
}

/** A coverage may have an index. */
export function isCoverage(path: string): boolean {
  return /\/coveragestores\/[^/]+\/coverages\/[^/]+$/.test(path);
}

/** Undefined where the coverage has no index. Rejects with RestError. */
export async function readIndex(rest: Rest, path: string): Promise<GranuleIndex | undefined> {
  const schema = await schemaOf(rest, path);
  if (schema === undefined) return undefined;
  const time = schema.find(({ binding }) => TIMES.test(binding))?.name;
  const granules: Granule[] = [];
  for (;;) {
    const query = `limit=${PAGE}&offset=${granules.length}`;
    const page = (await rest.json(`${path}/index/granules.json?${query}`)) as {
      readonly features: readonly Feature[];
    };
    for (const { id, geometry, properties } of page.features)
      granules.push({ id, footprint: footprintOf(geometry), properties });
    const isLast = page.features.length < PAGE;
    if (isLast || granules.length >= MOST) return { granules, isCut: !isLast, time };
  }
}

async function schemaOf(rest: Rest, path: string): Promise<readonly Attribute[] | undefined> {
  try {
    const { Schema: schema } = (await rest.json(`${path}/index.json`)) as {
      readonly Schema: { readonly attributes: unknown };
    };
    return itemsIn({ list: schema.attributes }) as readonly Attribute[];
  } catch (error) {
    if (error instanceof RestError && error.status === 404) return undefined;
    throw error;
  }
}
