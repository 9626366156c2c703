/** A catalog with an index of many rows, filled through the storage layer, and questions to it. */
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import type { IndexKey } from "../../src/server/catalog/granule-index.ts";
import { serverOrigin, type Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import { HOUR, rowOf, START, TILES } from "./mosaic-estate.ts";

/** Rows of one transaction. */
const PART = 10_000;

/** Puts rows into an index that is there and holds the first of them. */
export async function fillIndex(catalog: Catalog, key: IndexKey, count: number): Promise<void> {
  for (let first = 1; first < count; first += PART) {
    const size = Math.min(PART, count - first);
    const rows = Array.from({ length: size }, (_unused, index) => rowOf(first + index));
    await catalog.write(serverOrigin, async (writer) => {
      const index = await writer.granules(key);
      await index?.refresh(rows);
    });
  }
}

/** Times, in milliseconds, of questions that are asked without a server. */
export async function askInProcess(
  folder: string,
  key: IndexKey,
  filters: readonly string[],
): Promise<readonly number[]> {
  const catalog = await openSqliteCatalog(folder, () => new Date().toISOString());
  const times: number[] = [];
  for (const filter of filters) {
    const started = performance.now();
    await catalog.read(async (reader) => {
      const index = await reader.granules(key);
      return index?.list({ filter: parseFilter(filter), offset: 0, limit: 10 });
    });
    times.push(performance.now() - started);
  }
  await catalog.close();
  return times;
}

/** Filters by box and time: 1 to 20 degrees wide and high, 1 hour to 3 days long. */
export function boxAndTime(count: number, rows: number): readonly string[] {
  const random = randomNumbers(20_240_101);
  const hours = rows / TILES;
  return Array.from({ length: count }, () => {
    const [width, height] = [1 + random() * 19, 1 + random() * 19];
    const [x, y] = [-180 + random() * (360 - width), -60 + random() * (120 - height)];
    const box = [x, y, x + width, y + height].map((side) => side.toFixed(3)).join(",");
    const from = START + Math.floor(random() * hours) * HOUR;
    const to = from + Math.ceil(random() * 72) * HOUR;
    return `BBOX(the_geom,${box}) AND time DURING ${instant(from)}/${instant(to)}`;
  });
}

/** An hour from the start on, as filters write it. */
export function instantAt(hours: number): string {
  return instant(START + hours * HOUR);
}

function instant(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
