/** The fewest requests from one small catalog to another, by search breadth first. */
import type { DialectName } from "../../src/model/dialect.ts";
import {
  access,
  FRESH,
  perform,
  published,
  type Catalog,
  type Grants,
  type Operation,
} from "./catalog.ts";

/** What is wanted of a catalog. Styles of layers that are not named stay as they were. */
export interface Wanted {
  readonly workspace: Catalog["workspace"];
  readonly base: boolean;
  readonly store: Catalog["store"];
  readonly database: Catalog["database"];
  readonly ways: Catalog["ways"];
  readonly styles: Catalog["styles"];
  readonly drawn: Readonly<Record<string, string>>;
  readonly rules: Catalog["rules"];
  readonly groups: Catalog["groups"];
  readonly mode: string | undefined;
}

/** The catalog that must come out, as there is only one. */
export function outcome(start: Catalog, wanted: Wanted): Catalog {
  const { drawn, mode, ...same } = wanted;
  const names = [
    ...(wanted.base ? ["z"] : []),
    ...(wanted.store === null ? [] : published[wanted.store]),
    ...(wanted.ways === null ? [] : ["ways"]),
  ];
  const layers = names.map((name) => [name, drawn[name] ?? start.layers[name] ?? FRESH]);
  const all = Object.fromEntries(layers) as Catalog["layers"];
  return { ...same, layers: all, mode: mode ?? start.mode };
}

/** Everything about a catalog as one text. */
function keyOf(catalog: Catalog): string {
  const sorted = (object: object) =>
    Object.entries(object)
      .map(([key, value]) => `${key}:${String(value)}`)
      .toSorted()
      .join(",");
  const { styles, layers, rules, groups, ...rest } = catalog;
  return [...Object.values(rest), ...[styles, layers, rules, groups].map(sorted)].join("|");
}

/** Whether a catalog is another one to the letter. */
export function same(a: Catalog, b: Catalog): boolean {
  return keyOf(a) === keyOf(b);
}

/**
 * Tells of a catalog between two others the layer of which it lets people do more than before and more than after;
 * undefined when there is none. Who may read and write a layer can do more than with either alone, and who may read
 * other data, something else.
 */
export function exposureBetween(
  start: Catalog,
  goal: Catalog,
): (catalog: Catalog) => string | undefined {
  const endsWith = (unseen: readonly string[]) => ({
    unseen,
    ends: [start, goal].map((one) => access(one, unseen)),
  });
  const [plain, hidden] = [endsWith([]), endsWith(["ways"])];
  const stays = start.database !== null && goal.database !== null && start.ways === null;
  const isLess = ({ data, may }: Grants, end: Grants | undefined) =>
    may.size === 0 || (end?.data === data && may.isSubsetOf(end.may));
  return (catalog) => {
    const { unseen, ends } = stays && catalog.database !== null ? hidden : plain;
    const found = [...access(catalog, unseen)].find(
      ([layer, grants]) => !ends.some((end) => isLess(grants, end.get(layer))),
    );
    return found?.[0];
  };
}

/**
 * The length of the shortest way that widens access nowhere; undefined where there is none of at
 * most this many requests.
 */
export function shortest(
  start: Catalog,
  goal: Catalog,
  { dialect, most }: { readonly dialect: DialectName; readonly most: number },
): number | undefined {
  const operations = operationsFor(start, goal);
  const exposure = exposureBetween(start, goal);
  const target = keyOf(goal);
  const known = new Set([keyOf(start)]);
  if (known.has(target)) return 0;
  let edge: readonly Catalog[] = [start];
  for (let length = 1; length <= most; length++) {
    const next: Catalog[] = [];
    for (const catalog of edge) {
      for (const operation of operations) {
        const after = perform(catalog, operation, dialect);
        if (after === undefined) continue;
        const key = keyOf(after);
        if (known.has(key)) continue;
        known.add(key);
        if (exposure(after) !== undefined) continue;
        if (key === target) return length;
        next.push(after);
      }
    }
    edge = next;
  }
  return undefined;
}

/** Requests that can be of use: with values that the start or the goal has. */
function operationsFor(start: Catalog, goal: Catalog): readonly Operation[] {
  const both = [start, goal];
  const values = (field: "workspace" | "store" | "database" | "ways") =>
    distinct([null, ...both.map((one) => one[field])]);
  const names = (field: "styles" | "layers" | "groups" | "rules") =>
    distinct(both.flatMap((one) => Object.keys(one[field])));
  const single = (["workspace", "store", "database", "ways"] as const).flatMap((field) =>
    both.every((one) => one[field] === start[field]) && start[field] === null
      ? []
      : values(field).map((to) => ({ do: field, to })),
  );
  const styles = names("styles").flatMap((name) =>
    distinct([null, ...both.map((one) => one.styles[name] ?? null)]).map(
      (to) => ({ do: "style", name, to }) as const,
    ),
  );
  const draws = names("layers").flatMap((layer) =>
    distinct([FRESH, ...both.flatMap((one) => one.layers[layer] ?? [])]).map(
      (style) => ({ do: "draw", layer, style }) as const,
    ),
  );
  const groups = names("groups").flatMap((name) =>
    [null, ...both.flatMap((one) => (one.groups[name] ? [one.groups[name]] : []))].map(
      (to) => ({ do: "group", name, to }) as const,
    ),
  );
  const modes = distinct(both.map(({ mode }) => mode)).map((to) => ({ do: "mode", to }) as const);
  const away = [{ do: "layer-away", name: "ways" } as const];
  return [...single, ...styles, ...draws, ...groups, ...modes, ...away, ...ruleOperations(both)];
}

/**
 * Every list, every part of it, and the deletion of what goes, with roles that a rule has at either end. A rule that
 * stays is not deleted in between: a run that ends there would lose it.
 */
function ruleOperations(both: readonly Catalog[]): readonly Operation[] {
  const keys = distinct(both.flatMap(({ rules }) => Object.keys(rules)));
  let lists: readonly Readonly<Record<string, string>>[] = [{}];
  for (const key of keys) {
    const roles = distinct(both.map(({ rules }) => rules[key]));
    const choices = [...new Set([undefined, ...roles])];
    lists = lists.flatMap((list) =>
      choices.map((role) => (role === undefined ? list : { ...list, [key]: role })),
    );
  }
  const filled = lists.filter((list) => Object.keys(list).length > 0);
  return [
    ...filled.map((rules) => ({ do: "rules-post", rules }) as const),
    ...filled.map((rules) => ({ do: "rules-put", rules }) as const),
    ...keys
      .filter((key) => both.at(-1)?.rules[key] === undefined)
      .map((key) => ({ do: "rule-away", key }) as const),
  ];
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}
