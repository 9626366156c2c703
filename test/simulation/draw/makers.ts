/** Makes an object of each kind, with what it needs. */
import type { Chance } from "../chance.ts";
import type { Thing } from "../history.ts";
import { accessMakers } from "./access-makers.ts";
import {
  nameOf,
  ofKind,
  perhapsInWorkspace,
  publishedIn,
  specOf,
  stylesFor,
  thing,
  workspaceOf,
  type Draft,
  type Maker,
} from "./draft.ts";
import { serverMakers } from "./server-makers.ts";
import { storeMakers } from "./store-makers.ts";

const workspace: Maker = ({ fresh, chance }) => {
  const namespace = `http://example.org/${fresh("ns")}`;
  return thing("Workspace", { name: fresh("ws") }, specOf("Workspace", { namespace }, chance));
};

const COLOURS = ["#000001", "#000002", "#000003"];

const style: Maker = (draft) => {
  const { fresh, chance } = draft;
  const at = perhapsInWorkspace(draft);
  const name = fresh("st");
  const colour = chance.pick(COLOURS);
  const sort = chance.pick(["sld", "sld", "css", "folder"]);
  const source = sort === "folder" ? `./${name}/` : `./${name}.${sort}`;
  const spec = specOf("Style", { source }, chance);
  if (sort === "folder") {
    const files = { [`${name}/${name}.sld`]: { sld: colour }, [`${name}/icon.png`]: { png: 1 } };
    return thing("Style", { workspace: at, name }, spec, files);
  }
  const file = sort === "css" ? { css: colour } : { sld: colour };
  return thing("Style", { workspace: at, name }, spec, { [`${name}.${sort}`]: file });
};

const layer: Maker = ({ things, chance }) => {
  const said = new Set(ofKind(things, "Layer").map(nameOf));
  const free = publishedIn(things).filter(({ name }) => !said.has(name));
  if (free.length === 0) return undefined;
  const { workspace: at, name, by } = chance.pick(free);
  const usable = stylesFor(things, at);
  const spec = specOf(
    "Layer",
    {
      ...(chance.is(0.6) ? { defaultStyle: chance.pick(usable) } : { defaultStyle: undefined }),
      ...(chance.is(0.3) ? { styles: [chance.pick(usable)] } : { styles: undefined }),
      // Of a flag that both have, one manifest says it.
      ...("enabled" in by.spec ? { enabled: undefined } : {}),
    },
    chance,
  );
  return thing(
    "Layer",
    { workspace: at, name },
    Object.fromEntries(Object.entries(spec).filter(([, one]) => one !== undefined)),
  );
};

const layerGroup: Maker = (draft) => {
  const { things, chance, fresh } = draft;
  const all = publishedIn(things);
  if (all.length === 0) return undefined;
  const first = chance.pick(all);
  const at = chance.is(0.7) ? first.workspace : undefined;
  const near = at === undefined ? all : all.filter(({ workspace: own }) => own === at);
  const groups = ofKind(things, "LayerGroup").filter(
    (one) => at === undefined || workspaceOf(one) === at,
  );
  const members = [first, ...chance.some(near, 0.3).filter((one) => one !== first)].map((one) => ({
    layer: `${one.workspace}:${one.name}`,
    ...(chance.is(0.3) ? { style: chance.pick(stylesFor(things, one.workspace)) } : {}),
  }));
  const nested = chance.some(groups, 0.3).map((one) => {
    const own = workspaceOf(one);
    return { group: own === undefined ? nameOf(one) : `${own}:${nameOf(one)}` };
  });
  const layers = chance.shuffled([...members, ...nested]);
  const mode = chance.pick(["SINGLE", "NAMED", "CONTAINER", "OPAQUE_CONTAINER"]);
  const spec = specOf("LayerGroup", { layers, mode, root: undefined }, chance);
  return thing("LayerGroup", { workspace: at, name: fresh("gr") }, spec);
};

const OFTEN: Readonly<Record<string, number>> = {
  FeatureType: 6,
  Coverage: 2,
  WmsLayer: 2,
  AppSchemaStore: 2,
  Layer: 4,
  LayerGroup: 4,
  AccessRules: 5,
  TileLayer: 2,
  Style: 2,
  Service: 2,
};

/** By the name of the kind in manifests. */
export const makers: Readonly<Record<string, Maker>> = {
  Workspace: workspace,
  Style: style,
  Layer: layer,
  LayerGroup: layerGroup,
  ...storeMakers,
  ...accessMakers,
  ...serverMakers,
};

/** Kinds as often as they are drawn: what publishes, and what decides who sees it, more than once. */
export const kindsByWeight: readonly string[] = Object.keys(makers).flatMap((kind) =>
  Array.from({ length: OFTEN[kind] ?? 1 }, () => kind),
);

/** The most objects that an estate holds. */
const MOST = 12;

/** Goes on with an estate. */
export function draftOf(
  chance: Chance,
  things: readonly Thing[],
  fresh: Draft["fresh"],
  most = MOST,
): Draft {
  const draft: Draft = {
    chance,
    things: [...things],
    fresh,
    make: (kind) => {
      if (draft.things.length >= most) return undefined;
      const made = makers[kind]?.(draft);
      if (made === undefined || draft.things.length >= most) return undefined;
      draft.things.push(made);
      return made;
    },
  };
  return draft;
}
