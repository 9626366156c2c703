/** Filters that name locations, within what an address may hold. */
import { isMasked, partsOfMasked } from "../declare/secrets.ts";
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

/** One of which the secrets are not known any more: no manifest wants an address with one. */
function likeMasked(attribute: string, location: string): string {
  return `${attribute} LIKE ${quoted(partsOfMasked(location).join("%"))}`;
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
