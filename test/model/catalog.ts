/**
 * A catalog in miniature, written by hand from docs/interface.md: what it holds, what each request
 * does to it, what it refuses, and who sees what. It knows nothing of the reconciler.
 */
import type { DialectName } from "../../src/model/dialect.ts";

/** Which of two contents something has. */
export type Version = "1" | "2";

/** A small catalog with one workspace, `w`. Absent objects are null or have no entry. */
export interface Catalog {
  readonly workspace: Version | null;
  /** A mapped store that publishes layer z, and one that publishes a, or a and b. */
  readonly base: boolean;
  readonly store: Version | null;
  /** A database with the type `ways` in it. */
  readonly database: Version | null;
  readonly ways: Version | null;
  readonly styles: Readonly<Record<string, Version>>;
  /** Layers with the style that each is drawn with. */
  readonly layers: Readonly<Record<string, string>>;
  /** Rules on layers, each with one role. */
  readonly rules: Readonly<Record<string, string>>;
  /** Members of groups in their order, `layer` or `layer style`. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly mode: string;
}

/** A writing request. */
export type Operation =
  | { readonly do: "workspace" | "store" | "database" | "ways"; readonly to: Version | null }
  | { readonly do: "layer-away"; readonly name: string }
  | { readonly do: "style"; readonly name: string; readonly to: Version | null }
  | { readonly do: "draw"; readonly layer: string; readonly style: string }
  | { readonly do: "group"; readonly name: string; readonly to: readonly string[] | null }
  | { readonly do: "rules-post" | "rules-put"; readonly rules: Readonly<Record<string, string>> }
  | { readonly do: "rule-away"; readonly key: string }
  | { readonly do: "mode"; readonly to: string };

/** What a store publishes. */
export const published: Readonly<Record<Version, readonly string[]>> = {
  "1": ["a"],
  "2": ["a", "b"],
};

/** How a layer is drawn that nobody said anything of. */
export const FRESH = "generic";

/** Styles that every catalog has. */
const PREDEFINED: readonly string[] = [FRESH, "line"];

/** The catalog after a request; undefined when it is refused. */
export function perform(
  catalog: Catalog,
  operation: Operation,
  dialect: DialectName,
): Catalog | undefined {
  switch (operation.do) {
    case "workspace":
      return performWorkspace(catalog, operation.to);
    case "store":
      return performStore(catalog, operation.to);
    case "database":
      return performDatabase(catalog, operation.to);
    case "ways":
      return performType(catalog, operation.to);
    case "layer-away":
      return operation.name === "ways" && catalog.ways !== null
        ? withoutLayers({ ...catalog, ways: null }, ["ways"])
        : undefined;
    case "style":
      return performStyle(catalog, operation);
    case "draw":
      return isUsable(catalog, `${operation.layer} ${operation.style}`)
        ? { ...catalog, layers: { ...catalog.layers, [operation.layer]: operation.style } }
        : undefined;
    case "group":
      return performGroup(catalog, operation);
    case "mode":
      return { ...catalog, mode: operation.to };
    case "rule-away":
    case "rules-post":
    case "rules-put":
      break;
  }
  return performRules(catalog, operation, dialect);
}

/** A workspace goes when it is empty; with its namespace it is made at once. */
function performWorkspace(catalog: Catalog, to: Version | null): Catalog | undefined {
  if (to !== null) return { ...catalog, workspace: to };
  const { base, store, database, styles } = catalog;
  const isEmpty = !base && store === null && database === null && styles["own"] === undefined;
  if (catalog.workspace === null || !isEmpty) return undefined;
  return { ...catalog, workspace: null, rules: rulesBut(catalog, (key) => key.startsWith("w.")) };
}

/** Another set of types is another store: it is deleted with all it publishes and recreated. */
function performStore(catalog: Catalog, to: Version | null): Catalog | undefined {
  if (to === null)
    return catalog.store === null
      ? undefined
      : withoutLayers({ ...catalog, store: null }, published[catalog.store]);
  if (catalog.store !== null || catalog.workspace === null) return undefined;
  const layers = Object.fromEntries(published[to].map((name) => [name, FRESH]));
  return { ...catalog, store: to, layers: { ...catalog.layers, ...layers } };
}

function performDatabase(catalog: Catalog, to: Version | null): Catalog | undefined {
  if (to !== null) return catalog.workspace === null ? undefined : { ...catalog, database: to };
  if (catalog.database === null) return undefined;
  const gone = catalog.ways === null ? [] : ["ways"];
  return withoutLayers({ ...catalog, database: null, ways: null }, gone);
}

/** A type whose layer is in a group goes by its layer only. */
function performType(catalog: Catalog, to: Version | null): Catalog | undefined {
  if (to === null) {
    if (catalog.ways === null || isInGroup(catalog, "ways")) return undefined;
    return withoutLayers({ ...catalog, ways: null }, ["ways"]);
  }
  if (catalog.database === null) return undefined;
  const layers = catalog.ways === null ? { ...catalog.layers, ways: FRESH } : catalog.layers;
  return { ...catalog, ways: to, layers };
}

/** Layers go with their rules and their places in groups; a group that is left empty goes too. */
function withoutLayers(catalog: Catalog, gone: readonly string[]): Catalog {
  const layers = Object.entries(catalog.layers).filter(([name]) => !gone.includes(name));
  const groups = Object.entries(catalog.groups).flatMap(([name, members]) => {
    const left = members.filter((member) => !gone.includes(layerOf(member)));
    return left.length === 0 ? [] : [[name, left] as const];
  });
  const rules = rulesBut(catalog, (key) => gone.includes(key.split(".")[1] ?? ""));
  return {
    ...catalog,
    layers: Object.fromEntries(layers),
    groups: Object.fromEntries(groups),
    rules,
  };
}

function rulesBut({ rules }: Catalog, goes: (key: string) => boolean): Catalog["rules"] {
  return Object.fromEntries(Object.entries(rules).filter(([key]) => !goes(key)));
}

function layerOf(member: string): string {
  return member.split(" ")[0] ?? "";
}

function isInGroup({ groups }: Catalog, layer: string): boolean {
  return Object.values(groups).some((members) => members.some((one) => layerOf(one) === layer));
}

/** Whether a member's layer and style are there. */
function isUsable({ layers, styles }: Catalog, member: string): boolean {
  const [layer = "", style = FRESH] = member.split(" ");
  return layers[layer] !== undefined && (PREDEFINED.includes(style) || styles[style] !== undefined);
}

/** A style that something is drawn with stays. */
function performStyle(
  catalog: Catalog,
  { name, to }: { readonly name: string; readonly to: Version | null },
): Catalog | undefined {
  if (to !== null) {
    const hasPlace = name !== "own" || catalog.workspace !== null;
    return hasPlace ? { ...catalog, styles: { ...catalog.styles, [name]: to } } : undefined;
  }
  const drawn = [
    ...Object.values(catalog.layers),
    ...Object.values(catalog.groups).flatMap((members) => members.map((one) => one.split(" ")[1])),
  ];
  if (catalog.styles[name] === undefined || drawn.includes(name)) return undefined;
  const { [name]: _gone, ...styles } = catalog.styles;
  return { ...catalog, styles };
}

function performGroup(
  catalog: Catalog,
  { name, to }: { readonly name: string; readonly to: readonly string[] | null },
): Catalog | undefined {
  if (to !== null)
    return to.every((member) => isUsable(catalog, member))
      ? { ...catalog, groups: { ...catalog.groups, [name]: to } }
      : undefined;
  if (catalog.groups[name] === undefined) return undefined;
  const { [name]: _gone, ...groups } = catalog.groups;
  return { ...catalog, groups };
}

/** A POST sets the list, or adds where a stock server answers; a PUT changes what is there. */
function performRules(
  catalog: Catalog,
  operation: Extract<Operation, { readonly do: "rules-post" | "rules-put" | "rule-away" }>,
  dialect: DialectName,
): Catalog | undefined {
  const { rules } = catalog;
  if (operation.do === "rule-away") {
    if (rules[operation.key] === undefined) return undefined;
    return { ...catalog, rules: rulesBut(catalog, (key) => key === operation.key) };
  }
  const keys = Object.keys(operation.rules);
  if (operation.do === "rules-post" && dialect === "documented")
    return { ...catalog, rules: operation.rules };
  const mustBeThere = operation.do === "rules-put";
  if (keys.some((key) => (rules[key] !== undefined) !== mustBeThere)) return undefined;
  return { ...catalog, rules: { ...rules, ...operation.rules } };
}

/** What people may do with a layer: `mode role`, and the data that it shows. Nobody stands for every other account. */
export interface Grants {
  readonly data: string;
  readonly may: ReadonlySet<string>;
}

/** The grants of all layers; `unseen` are layers that a database may publish though no manifest says so. */
export function access(
  { layers, rules, store, database }: Catalog,
  unseen: readonly string[],
): ReadonlyMap<string, Grants> {
  const granted = (layer: string, mode: string) =>
    [`w.${layer}.${mode}`, `w.*.${mode}`, `*.*.${mode}`]
      .map((key) => rules[key])
      .find((role) => role !== undefined)
      ?.split(",");
  const mayOf = (layer: string) =>
    ["r", "w"].flatMap((mode) => {
      const roles = granted(layer, mode) ?? ["*"];
      return ["A", "B", "GROUP_ADMIN", "nobody"]
        .filter((role) => roles.includes("*") || roles.includes(role))
        .map((role) => `${mode} ${role}`);
    });
  const all = new Set([...Object.keys(layers), ...unseen]);
  return new Map(
    [...all].map((layer) => {
      const data = layer === "z" ? "" : String(layer === "ways" ? database : store);
      return [layer, { data, may: new Set(mayOf(layer)) }];
    }),
  );
}
