/** All that the stock server holds, in a form in which two servers can be compared. */
import { compareText } from "../../src/model/address.ts";
import { POOLING } from "./stores.ts";
import { SETTLED_COVERAGES, SETTLED_TYPES } from "./published-elements.ts";
import { unsprung } from "./services.ts";
import type { CoverageStore, DataStore, Layer, LayerGroup, MosaicIndex, State } from "./state.ts";
import { styleFolder, TRANSLATED_CSS, translationOf } from "./style-files.ts";
import { tilesOf } from "./tile-layers.ts";

/** What differs between servers that hold the same. */
const PASSING: ReadonlySet<string> = new Set(["created", "modified", "random", "clock", "learned"]);

/**
 * Objects as JSON by what they are and their names, but for times and what estates keep there. Of what comes in no
 * order, entries and roles, the order is always the same.
 */
export function tell(state: State): ReadonlyMap<string, string> {
  const files = [...state.files].filter(
    ([path, bytes]) => !path.startsWith("plumbline/") && !isTranslated(state, path, bytes),
  );
  // The first rule on requests that fits counts.
  const rules = { ...state.rules, rest: [...state.rules.rest] };
  const all = {
    ...state,
    rules,
    files: new Map(files),
    dataStores: each(state.dataStores, asShown),
    coverageStores: each(state.coverageStores, asShown),
    layerGroups: each(unsettled("layerGroups", state.layerGroups), tiled),
    layers: each(unsettled("layers", state.layers), tiled),
    indexes: each(state.indexes, unnumbered),
    featureTypes: unsettled("featureTypes", state.featureTypes),
    coverages: unsettled("coverages", state.coverages),
    cascadedLayers: unsettled("cascadedLayers", state.cascadedLayers),
    cascadedStores: each(state.cascadedStores, (one) => ({
      ...one,
      metadata: unsaid(one.metadata, POOLED),
    })),
    services: each(state.services, unsprung),
    urlChecks: state.urlChecks.toSorted((a, b) => compareText(a.name, b.name)),
  };
  return new Map(
    Object.entries(all)
      .filter(([name]) => !PASSING.has(name))
      .flatMap(([name, held]: [string, unknown]) =>
        held instanceof Map
          ? [...(held as Map<string, unknown>)].map(
              ([key, one]) => [`${name} ${key}`, text(one)] as const,
            )
          : [[name, text(held)] as const],
      )
      .toSorted(([a], [b]) => compareText(a, b)),
  );
}

/** What a server made of a style sheet, because somebody read the style: no request of a writer. */
function isTranslated({ styles }: State, path: string, bytes: Uint8Array): boolean {
  return (
    new TextDecoder().decode(bytes) === TRANSLATED_CSS &&
    [...styles.values()].some(
      ({ format, workspace, fileName }) =>
        format === "css" && translationOf(`${styleFolder(workspace)}/${fileName}`) === path,
    )
  );
}

function text(value: unknown): string {
  return JSON.stringify(plain(value)) ?? "";
}

function plain(value: unknown): unknown {
  if (value instanceof Map)
    return [...value]
      .map(([key, inner]) => [key, plain(inner)])
      .toSorted(([a], [b]) => compareText(String(a), String(b)));
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Set) return [...value].map(String).toSorted(compareText);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  // An empty map says what none says.
  const kept = Object.entries(value).filter(
    ([key, inner]) => !PASSING.has(key) && !(inner instanceof Map && inner.size === 0),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, plain(inner)]));
}

/** What a server says of an object once somebody changed it, where nobody did: it means the same before. */
const SETTLED: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  layerGroups: new Map([
    ["enabled", "true"],
    ["advertised", "true"],
  ]),
  layers: new Map([
    ["authorityURLs", ""],
    ["identifiers", ""],
  ]),
  featureTypes: SETTLED_TYPES,
  coverages: SETTLED_COVERAGES,
  cascadedLayers: SETTLED_COVERAGES,
};

/** The same of the metadata of a cascaded store. */
const POOLED: ReadonlyMap<string, string> = new Map([[POOLING, "true"]]);

/** A store with what it shows where nobody said it. */
function asShown(store: DataStore | CoverageStore): object {
  return { ...store, disables: store.disables ?? false };
}

/** A layer or group with the tiles that it shows: those that it has by itself are no others once they are set. */
function tiled(one: Layer | LayerGroup): object {
  const tiles = Object.entries(tilesOf(one) ?? {}).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) && name !== "meta" ? new Set(value) : value,
  ]);
  return { ...one, tiles: Object.fromEntries(tiles) };
}

/** Rows of an index without their numbers: these say how often it was filled. */
function unnumbered({ next: _next, rows, ...index }: MosaicIndex): object {
  const told = rows.map(({ id: _id, ...row }) => row);
  return { ...index, rows: told.toSorted((a, b) => compareText(a.location, b.location)) };
}

function unsettled<One extends { readonly fields: ReadonlyMap<string, string> }>(
  sort: string,
  held: ReadonlyMap<string, One>,
): ReadonlyMap<string, One> {
  return each(held, (one) => ({ ...one, fields: unsaid(one.fields, SETTLED[sort]) }));
}

function unsaid(
  said: ReadonlyMap<string, string>,
  usual: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, string> {
  return new Map([...said].filter(([name, value]) => usual?.get(name) !== value));
}

function each<One, Told>(
  held: ReadonlyMap<string, One>,
  tellOne: (one: One, key: string) => Told,
): ReadonlyMap<string, Told> {
  return new Map([...held].map(([key, one]) => [key, tellOne(one, key)]));
}
