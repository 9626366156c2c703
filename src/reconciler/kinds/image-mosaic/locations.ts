/** Filters for locations, within the length of a URL. */
import { isMasked, partsOfMasked } from "../declare/secrets.ts";
import { mosaicPlan as limits } from "../../../model/limits.ts";

export interface LocationFilter {
  readonly filter: string;
  readonly locations: readonly string[];
}

function anyOf(attribute: string, locations: readonly string[]): string {
  return `${attribute} IN (${locations.map(quoted).join(",")})`;
}

/** A filter for a location with masked secrets. */
function likeMasked(attribute: string, location: string): string {
  return `${attribute} LIKE ${quoted(partsOfMasked(location).join("%"))}`;
}

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
    if (isMasked(location)) {
      filters.push({ filter: likeMasked(attribute, location), locations: [location] });
      continue;
    }
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
