/** Small catalogs to go between: four objects each, which are absent or have one of two contents. */
import { document, type Files } from "../support/estates/passes.ts";
import type { Catalog, Version } from "./catalog.ts";
import { contents } from "./requests.ts";
import type { Wanted } from "./search.ts";

/** State of an object: absent, or one of its contents. */
type State = 0 | 1 | 2;
type States = readonly [State, State, State, State];

/** Four objects, and what is wanted when each is in a state. */
export interface Mix {
  readonly name: string;
  readonly wanted: (states: States) => Wanted;
}

/** What a new catalog holds. */
export const EMPTY: Catalog = {
  workspace: null,
  base: false,
  store: null,
  database: null,
  ways: null,
  styles: {},
  layers: {},
  rules: { "*.*.r": "*", "*.*.w": "ADMIN,GROUP_ADMIN" },
  groups: {},
  mode: "HIDE",
};

const nothing: Wanted = { ...EMPTY, drawn: {}, mode: undefined };
const furnished: Wanted = { ...nothing, workspace: "1", base: true };

const version = (state: State): Version | null => (state === 0 ? null : state === 1 ? "1" : "2");
const role = (state: State) => (state === 1 ? "A" : "B");

function rule(key: string, state: State): Readonly<Record<string, string>> {
  return state === 0 ? {} : { [key]: role(state) };
}

function style(name: string, state: State): Catalog["styles"] {
  const own = version(state);
  return own === null ? {} : { [name]: own };
}

/** A group that puts the layer last, or first and in a style of its own. */
function group(state: State, layer: readonly string[], drawn: string): Catalog["groups"] {
  if (state === 0) return {};
  return { g: state === 1 ? ["z", ...layer] : [...layer.map((one) => `${one}${drawn}`), "z"] };
}

/** Every mix. */
export const mixes: readonly Mix[] = [
  {
    name: "a mapped store, a rule on its layer, its style, a group of it",
    wanted: ([store, ruled, styled, grouped]) => ({
      ...furnished,
      store: version(store),
      rules: { ...EMPTY.rules, ...rule("w.a.r", ruled) },
      styles: style("red", styled),
      drawn: store === 0 ? {} : { a: styled === 0 ? "line" : "red" },
      groups: group(grouped, store === 0 ? [] : ["a"], styled === 0 ? "" : " red"),
    }),
  },
  {
    name: "a database, a type in it, a rule on its layer, a group of it",
    wanted: ([database, type, ruled, grouped]) => {
      const ways = database === 0 ? null : version(type);
      return {
        ...furnished,
        database: version(database),
        ways,
        rules: { ...EMPTY.rules, ...rule("w.ways.r", ruled) },
        groups: group(grouped, ways === null ? [] : ["ways"], ""),
      };
    },
  },
  {
    name: "three rules and the catalog mode",
    wanted: ([all, reading, writing, mode]) => ({
      ...furnished,
      rules: {
        ...EMPTY.rules,
        ...rule("w.*.r", all),
        ...rule("w.z.r", reading),
        ...rule("w.z.w", writing),
      },
      mode: mode === 0 ? undefined : mode === 1 ? "MIXED" : "CHALLENGE",
    }),
  },
  {
    name: "a workspace, a style and a store in it, a rule",
    wanted: ([workspace, own, store, ruled]) => {
      const isThere = workspace !== 0;
      return {
        ...nothing,
        workspace: version(workspace),
        styles: isThere ? style("own", own) : {},
        store: isThere ? version(store) : null,
        drawn: isThere && store !== 0 ? { a: own === 0 ? "line" : "own" } : {},
        rules: { ...EMPTY.rules, ...rule("w.a.r", ruled) },
      };
    },
  },
];

/** What is wanted in all combinations of states, each once. */
export function combinations({ wanted }: Mix): readonly Wanted[] {
  const states: readonly State[] = [0, 1, 2];
  const all = states.flatMap((a) =>
    states.flatMap((b) => states.flatMap((c) => states.map((d) => wanted([a, b, c, d])))),
  );
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Manifests that want this. */
export function manifestsOf(wanted: Wanted): Files {
  const { workspace, base, store, database, ways, styles, drawn, rules, groups, mode } = wanted;
  const inside = (name: string) => ({ workspace: "w", name });
  const own = Object.entries(rules).filter(([key]) => !key.startsWith("*"));
  const access = { mode: "exclusive", scope: ["w.*"], rules: listed(own) };
  const files: Record<string, string | undefined> = {
    anchor: document("Workspace", { name: "anchor" }, {}),
    rules: document("AccessRules", { name: "rules" }, access),
    w:
      workspace === null
        ? undefined
        : document("Workspace", { name: "w" }, { namespace: contents.namespace(workspace) }),
    base: base ? document("AppSchemaStore", inside("base"), { mapping: "./base.xml" }) : undefined,
    s: store === null ? undefined : document("AppSchemaStore", inside("s"), { mapping: "./s.xml" }),
    db:
      database === null
        ? undefined
        : document("DataStore", inside("db"), {
            type: "PostGIS",
            connectionParameters: { dbtype: "postgis", host: `${database}.example.org` },
          }),
    ways:
      ways === null
        ? undefined
        : document("FeatureType", inside("ways"), { store: "db", title: contents.title(ways) }),
    mode: mode === undefined ? undefined : document("CatalogMode", { name: "catalog" }, { mode }),
  };
  for (const name of Object.keys(styles)) {
    const metadata = name === "own" ? inside(name) : { name };
    files[`style-${name}`] = document("Style", metadata, { source: `./${name}.sld` });
  }
  for (const [name, drawnWith] of Object.entries(drawn))
    files[`layer-${name}`] = document("Layer", inside(name), { defaultStyle: drawnWith });
  for (const [name, members] of Object.entries(groups))
    files[name] = document("LayerGroup", { name }, { layers: members.map(asMember) });
  return { ...named(files), ...artefactsOf(wanted) };
}

function artefactsOf({ store, styles }: Wanted): Files {
  const files: Record<string, string> = {
    "base.xml": contents.store("1").replaceAll("t:a", "t:z"),
  };
  if (store !== null) files["s.xml"] = contents.store(store);
  for (const [name, own] of Object.entries(styles)) files[`${name}.sld`] = contents.style(own);
  return files;
}

function named(files: Readonly<Record<string, string | undefined>>): Files {
  return Object.fromEntries(
    Object.entries(files).flatMap(([name, text]) =>
      text === undefined ? [] : [[`${name}.yaml`, text]],
    ),
  );
}

function listed(rules: readonly (readonly [string, string])[]): object {
  return Object.fromEntries(rules.map(([key, one]) => [key, [one]]));
}

function asMember(member: string): object {
  const [layer, drawn] = member.split(" ");
  return { layer: `w:${layer}`, ...(drawn === undefined ? {} : { style: drawn }) };
}
