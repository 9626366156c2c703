/** Features that conditions of generated sheets are held against. */
import { polygonOf } from "../../../src/model/geometry.ts";
import type { Filter } from "../../../src/model/filter.ts";
import type { Granule, IndexSchema } from "../../../src/model/granule.ts";
import { matcher } from "../../../src/server/filters/evaluate.ts";

const schema: IndexSchema = {
  typeName: "t",
  geometry: "g",
  location: "s",
  crs: "EPSG:4326",
  attributes: [
    { name: "g", type: "geometry" },
    { name: "n", type: "double" },
    { name: "s", type: "string" },
  ],
};

const numbers = [null, 0, 0.5, 1, 1.5, 2, 3];
const texts = [null, "a", "b", "c", "ab", "1", "01", "1.0", "2", "true", "TRUE"];
const footprint = polygonOf({ minx: 0, miny: 0, maxx: 1, maxy: 1 });

/** With a number n, a text s, either of them missing as well, and ids t.1 and on. */
export const features: readonly Granule[] = numbers
  .flatMap((n) => texts.map((s) => ({ n, s })))
  .map((values, at) => ({ id: at + 1, footprint, values }));

/** Whether a feature is without one of its values. */
export function lacksValue({ values }: Granule): boolean {
  return Object.values(values).includes(null);
}

/** Says which features a filter is true for. */
export function isIn(filter: Filter): (feature: Granule) => boolean {
  return matcher(filter, schema);
}
