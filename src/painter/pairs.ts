/** Which rule of a style is which rule of its next version, and whether it draws the same. */
import type { Tile } from "./tile.ts";

/** A rule in both versions, or in one of them. `moved` rules draw the same, before or after others. */
export interface TilePair {
  readonly before: Tile | undefined;
  readonly after: Tile | undefined;
  readonly change: "none" | "moved" | "changed" | "added" | "removed";
}

/** Tiles that belong together, in the order of the new version; removed ones follow those that they followed. */
export function pairsOf(before: readonly Tile[], after: readonly Tile[]): readonly TilePair[] {
  const partners = partnersOf(before, after);
  const places = new Map(after.map((tile, at) => [tile, at]));
  const order = before.flatMap((tile) => {
    const partner = partners.get(tile);
    return partner === undefined ? [] : [{ tile, at: places.get(partner) ?? 0 }];
  });
  const still = longestRising(order.map(({ at }) => at));
  const moved = new Set(order.filter(({ at }) => !still.has(at)).map(({ tile }) => tile));
  const removedAfter = removedBehind(before, partners);
  const former = new Map([...partners].map(([old, now]) => [now, old]));
  const removed = (tile: Tile | undefined): readonly TilePair[] =>
    (removedAfter.get(tile) ?? []).map((one) => ({
      before: one,
      after: undefined,
      change: "removed",
    }));
  return [
    ...removed(undefined),
    ...after.flatMap((tile): readonly TilePair[] => {
      const old = former.get(tile);
      if (old === undefined) return [{ before: undefined, after: tile, change: "added" }];
      const change =
        tileText(old) === tileText(tile) ? (moved.has(old) ? "moved" : "none") : "changed";
      return [{ before: old, after: tile, change }, ...removed(old)];
    }),
  ];
}

/** All that a tile shows and tells, as text: two tiles with equal texts look the same. */
export function tileText(tile: Tile): string {
  const { title, layer, range, scale = 0, variant = 0, condition, drawing } = tile;
  const { nodes, definitions, notes, details } = drawing;
  const said = [title, layer, range, scale, variant, condition, notes, details];
  return JSON.stringify([said, nodes, [...definitions]]);
}

type Key = (tile: Tile) => string;

/** What makes tiles belong together, the surest first. */
const keys: readonly Key[] = [
  tileText,
  ({ level, name, title, condition, range, scale, variant }) =>
    JSON.stringify([level, name, title, condition, range, scale ?? 0, variant ?? 0]),
  ({ level, name, title }) => JSON.stringify([level, name, title]),
  ({ level, rule }) => JSON.stringify([level, rule]),
];

function partnersOf(before: readonly Tile[], after: readonly Tile[]): ReadonlyMap<Tile, Tile> {
  const partners = new Map<Tile, Tile>();
  let [left, free] = [before, after];
  for (const key of keys) {
    const waiting = Map.groupBy(free, key);
    const found = new Set<Tile>();
    left = left.filter((tile) => {
      const partner = waiting.get(key(tile))?.shift();
      if (partner === undefined) return true;
      partners.set(tile, partner);
      found.add(partner);
      return false;
    });
    free = free.filter((tile) => !found.has(tile));
  }
  return partners;
}

/** Tiles without a partner, by the last tile before them that has one. */
function removedBehind(
  before: readonly Tile[],
  partners: ReadonlyMap<Tile, Tile>,
): ReadonlyMap<Tile | undefined, readonly Tile[]> {
  const behind = new Map<Tile | undefined, Tile[]>();
  let last: Tile | undefined;
  for (const tile of before) {
    if (partners.has(tile)) last = tile;
    else if (behind.get(last)?.push(tile) === undefined) behind.set(last, [tile]);
  }
  return behind;
}

/** The most numbers of a list that rise from one to the next. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  // For each length, the place of the smallest number that ends a rising list of that length.
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [place, number] of numbers.entries()) {
    let [length, above] = [0, ends.length];
    while (length < above) {
      const middle = Math.floor((length + above) / 2);
      if ((numbers[ends[middle] ?? 0] ?? 0) >= number) above = middle;
      else length = middle + 1;
    }
    previous.push(length === 0 ? undefined : ends[length - 1]);
    ends[length] = place;
  }
  const rising = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = previous[place])
    rising.add(numbers[place] ?? 0);
  return rising;
}
