/** Pairs the rules of two versions of a style. */
import type { Tile } from "./tile.ts";

/** A rule in one or both versions. `moved` rules draw the same at another place. */
export interface TilePair {
  readonly before: Tile | undefined;
  readonly after: Tile | undefined;
  readonly change: "none" | "moved" | "changed" | "added" | "removed";
}

/** Pairs in the order of the new version. A removed tile follows its predecessor. */
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

/** All content of a tile as text: equal texts mean equal pictures. */
export function tileText(tile: Tile): string {
  const { title, layer, range, scale = 0, variant = 0, condition, drawing } = tile;
  const { nodes, definitions, notes, details } = drawing;
  const said = [title, layer, range, scale, variant, condition, notes, details];
  return JSON.stringify([said, nodes, [...definitions]]);
}

type Key = (tile: Tile) => string;

/** The criteria that pair tiles, the most certain first. */
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

/** Tiles without a partner, by the last preceding tile with one. */
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

/** The longest increasing subsequence. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  // For each length, the index of the smallest number that ends an increasing list.
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
