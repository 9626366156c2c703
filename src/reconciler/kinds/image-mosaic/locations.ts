/** Filters that name locations, within what an address may hold. */
import { mosaicPlan as limits } from "../../../model/limits.ts";

/** A filter and the locations that it names. */
export interface LocationFilter {
  readonly filter: string;
  readonly locations: readonly string[];
}

/** One filter for many locations. */
function anyOf(attribute: string, locations: readonly string[]): string {
  return `${attribute} IN (${locations.map(quoted).join(",")})`;
}

/** As few filters as the length of an address allows. */
export function locationFilters(
  attribute: string,
  locations: readonly string[],
): readonly LocationFilter[] {
  const filters: LocationFilter[] = [];
  let chunk: string[] = [];
  let length = 0;
  const close = () => {
    if (chunk.length > 0) filters.push({ filter: anyOf(attribute, chunk), locations: chunk });
    chunk = [];
    length = 0;
  };
  for (const location of locations) {
    const own = encodeURIComponent(`${quoted(location)},`).length;
    const isFull = length + own > limits.filterCharacters || chunk.length >= limits.filterLocations;
    if (isFull) close();
    chunk.push(location);
    length += own;
  }
  close();
  return filters;
}

function quoted(location: string): string {
  return `'${location.replaceAll("'", "''")}'`;
}
