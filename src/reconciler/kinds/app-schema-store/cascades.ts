/**
 * What a server removes with a store: layers with their choice of styles, their rules, and
 * settings of feature types. It comes back with the types of the new mapping
 * (docs/compatibility.md, "Cascades").
 */
import { storePlace } from "../../../model/store.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import { isSameAddress, type Address } from "../../../model/address.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { KeptSettings } from "../../../wire/kept-settings.ts";
import { memberText } from "../../../wire/tree.ts";
import {
  setIn,
  type Cascade,
  type Departure,
  type Facts,
  type KindContext,
  type Live,
  type Resource,
} from "../../kind.ts";
import { type Move, type Publishers, layersCascade } from "../layer/cascades.ts";
import { storeFolders, templateCascade } from "../published/templates.ts";
import { byUpload, storeWords } from "../published/store-words.ts";
import { configuredTypes } from "./observe.ts";
import type { StorePayload } from "./source.ts";
import { besideDeclared } from "./types.ts";
import { mappedNewborn } from "../published/mapped-newborn.ts";

export async function cascades(
  context: KindContext,
  live: Live,
  declared: readonly Resource<StorePayload>[],
  { to }: Departure = {},
): Promise<Cascade> {
  const { name: store } = live.address;
  const workspace = live.address.workspace ?? "";
  const types = await configuredTypes(context, workspace, store);
  const foreign = new Set(await foreignTypes(context, live, types));
  const owners = publishers(context, workspace, declared);
  const mapped = types.filter((type) => !foreign.has(type));
  const returning = onlyOf(owners, mapped);
  const next = declared.find(({ address }) => isSameAddress(address, to ?? live.address));
  const goesOn = next !== undefined;
  const isAway = to !== undefined && to.workspace !== workspace;
  const there: Publishers = isAway
    ? onlyOf(publishers(context, to.workspace, declared), types)
    : new Map();
  const owner = goesOn ? (to ?? live.address) : undefined;
  const backOf = (type: string) => returning.get(type) ?? there.get(type);
  const own = { workspace, store, owner, goes: true, names: types, backOf };
  const templates = await templateCascade(context, storeFolders(own));
  const moves = movesTo(to, there);
  const about = { workspace, names: types, owners, returning, moves, templates };
  const cascade = await layersCascade(context, about);
  return {
    ...cascade,
    gone: [
      ...types
        .filter((type) => !owners.has(type) && mapped.includes(type))
        .map((name) => ({ kind: "Layer", workspace, name })),
      ...cascade.gone,
    ],
    contents: types
      .filter((type) => !owners.has(type) || foreign.has(type))
      .map((name) => ({
        addresses: [{ kind: "FeatureType", workspace, name }],
        what: `feature type ${name}`,
        // Types that others published from the mapping go only if the plan deletes them.
        goes: foreign.has(name) ? "if-deleted" : "unless-declared",
      })),
    irreversible: [
      ...(goesOn
        ? await storeWords(context, "dataStore", { workspace, store }, byUpload(next.payload))
        : []),
      ...cascade.irreversible,
    ],
  };
}

/** Layers keep their names in another workspace. */
function movesTo(to: Address | undefined, there: Publishers): ReadonlyMap<string, Move> {
  const { workspace = null } = to ?? {};
  const layer = (name: string): Address => ({ kind: "Layer", workspace, name });
  return new Map([...there].map(([name, publisher]) => [name, { to: layer(name), publisher }]));
}

function onlyOf(owners: Publishers, types: readonly string[]): Publishers {
  return new Map([...owners].filter(([type]) => types.includes(type)));
}

/** A type may move from one store to another. */
function publishers(
  { server }: KindContext,
  workspace: Address["workspace"] | undefined,
  declared: readonly Resource<StorePayload>[],
): Publishers {
  return new Map(
    declared
      .filter(({ address }) => address.workspace === workspace)
      .flatMap(({ address, facts, payload }) =>
        (facts["featureTypes"] as readonly string[]).map((type) => {
          const newborn = { ...mappedNewborn(server), keywords: [["features", type]] };
          const laidOver = (kept: KeptSettings) => besideDeclared(kept, payload.types?.[type]);
          const owner = { owner: address, store: address.name, givesTitle: false, newborn };
          return [type, { ...owner, laidOver }] as const;
        }),
      ),
  );
}

/** Feature types that others published from the mapping under names of their own. */
async function foreignTypes(
  { read }: KindContext,
  { address, facts }: Pick<Live, "address" | "facts">,
  types: readonly string[],
): Promise<readonly string[]> {
  const mapped = mappedIn(facts);
  const unknown = types.filter((type) => !mapped.has(type));
  const found = await Promise.all(
    unknown.map(async (featureType) => {
      const place = { ...storePlace(address), featureType };
      const response = await getIfThere(read, pathTo("storeFeatureType", place, "xml"));
      if (response === undefined) return [];
      const document = documentIn(response).content;
      const nativeName = memberText(document, "nativeName") ?? featureType;
      return nativeName === featureType ? [] : [featureType];
    }),
  );
  return found.flat();
}

/** Names that the mapping on the server publishes; none where it could not be read. */
function mappedIn(facts: Facts): ReadonlySet<string> {
  return new Set(facts["mapping"] === undefined ? [] : setIn(facts, "featureTypes"));
}
