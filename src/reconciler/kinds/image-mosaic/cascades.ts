/**
 * What a server removes with a mosaic or its coverages: layers with their choice of styles and
 * rules, and in a recreated store granules that no source brings back.
 */
import { storePlace } from "../../../model/store.ts";
import { isSameAddress, type Address } from "../../../model/address.ts";
import {
  dimensionMetadata,
  readDimensions,
  type DeclaredCoverage,
  type CoverageSettings,
} from "../../../wire/coverage-settings.ts";
import type { KeptSettings, NewObjectDefaults } from "../../../wire/kept-settings.ts";
import type { Tree } from "../../../wire/tree.ts";
import {
  setIn,
  type Cascade,
  type Content,
  type Departure,
  type Facts,
  type KindContext,
  type Live,
  type Resource,
  type UpdateOf,
} from "../../kind.ts";
import {
  leftBehind,
  type LeftBehind,
  type Move,
  type Publishers,
  layersCascade,
} from "../layer/cascades.ts";
import { storeFolders, templateCascade } from "../published/templates.ts";
import { byUpload, storeWords } from "../published/store-words.ts";
import { identityIn } from "./coverages.ts";
import { coveragePlaces, foreignGranule } from "./observe-granules.ts";
import { readPublished } from "./published.ts";
import type { MosaicPayload } from "./payload.ts";
import { detachedCoverages } from "./coverage-steps.ts";
import { EMPTYABLE } from "./removal.ts";

export async function storeCascades(
  context: KindContext,
  live: Live,
  declared: readonly Resource<MosaicPayload>[],
  { to, recorded }: Departure = {},
): Promise<Cascade> {
  const published = await readPublished(context, storePlace(live.address));
  const own = declared.find(({ address }) => isSameAddress(address, live.address));
  const inside = declared.filter(({ address }) => address.workspace === live.address.workspace);
  const owners = publishersOf(inside, ({ address }) =>
    isSameAddress(address, live.address) ? published : [],
  );
  const { address } = live;
  const goesOn = declared.find((one) => isSameAddress(one.address, to ?? address));
  const store = { goes: true, owner: goesOn?.address };
  const affected = await whatGoes(context, { address, published, owners, store });
  const after = goesOn && (await whatStays(context, live, { published, goesOn }));
  const foreign = own === undefined ? foreignNames(published, recorded) : [];
  const contents = affected.contents.map((content): Content => {
    const isForeign = content.addresses.some(({ name }) => foreign.includes(name));
    // Coverages that others published from the mosaic go only if the plan deletes them.
    return isForeign ? { ...content, goes: "if-deleted" } : content;
  });
  return {
    ...affected,
    affected: [...affected.affected, ...(after?.affected ?? [])],
    contents,
    gone: affected.gone.filter(({ name }) => !foreign.includes(name)),
    irreversible: [...affected.irreversible, ...(after?.irreversible ?? [])],
    damage: [...(affected.damage ?? []), ...(after?.damage ?? [])],
  };
}

/** What a recreated or renamed mosaic loses. */
async function whatStays(
  context: KindContext,
  { address, facts }: Live,
  about: {
    readonly published: readonly CoverageSettings[];
    readonly goesOn: Resource<MosaicPayload>;
  },
): Promise<LeftBehind> {
  const { published, goesOn } = about;
  const { workspace, store } = storePlace(address);
  const isHere = isSameAddress(goesOn.address, address);
  const moves = isHere ? new Map<string, Move>() : movesOf(about, address);
  const away = await leftBehind(context, workspace, moves);
  return {
    affected: away.affected,
    irreversible: [
      ...(isHere ? await notDeclared(context, goesOn, { published, facts }) : []),
      ...(await storeWords(
        context,
        "coverageStore",
        { workspace, store },
        byUpload(goesOn.payload),
      )),
      ...away.irreversible,
    ],
    damage: away.damage,
  };
}

/**
 * Layers of a renamed mosaic that get other names. An upload publishes under the store's name,
 * unless the definition says otherwise.
 */
function movesOf(
  {
    published,
    goesOn,
  }: { published: readonly CoverageSettings[]; goesOn: Resource<MosaicPayload> },
  from: Address,
): ReadonlyMap<string, Move> {
  const { workspace, name: store } = goesOn.address;
  const returning = publishersOf([goesOn], () => published);
  const staying = workspace === from.workspace ? publishersOf([goesOn], () => []) : new Map();
  return new Map(
    [...returning]
      .filter(([name]) => !staying.has(name))
      .map(([name, publisher]) => {
        const to = { kind: "Layer", workspace, name: name === from.name ? store : name };
        return [name, { to, publisher }];
      }),
  );
}

/** Coverages that the estate never published from its mosaic. */
function foreignNames(
  published: readonly CoverageSettings[],
  recorded: Facts | undefined,
): readonly string[] {
  if (recorded === undefined) return [];
  const isOurs =
    recorded["coverages"] === undefined
      ? ({ name, nativeName }: CoverageSettings) => name === nativeName
      : ({ name }: CoverageSettings) =>
          setIn(recorded, "coverages").some((text) => identityIn(text).name === name);
  return published.filter((one) => !isOurs(one)).map(({ name }) => name);
}

export async function detachCascades(
  context: KindContext,
  { resource, live }: UpdateOf<MosaicPayload>,
): Promise<Cascade> {
  const going = new Set(detachedCoverages(resource.payload, live));
  const published = await readPublished(context, storePlace(live.address));
  const owners = publishersOf([resource], () => []);
  return whatGoes(context, {
    address: live.address,
    published: published.filter(({ name }) => going.has(name)),
    owners,
    store: { goes: false },
  });
}

/** `before` gives what a mosaic published before. */
function publishersOf(
  mosaics: readonly Resource<MosaicPayload>[],
  before: (mosaic: Resource<MosaicPayload>) => readonly CoverageSettings[],
): Publishers {
  return new Map(
    mosaics.flatMap((mosaic) => {
      const { address, payload } = mosaic;
      return namesOf(payload, before(mosaic)).map((name) => {
        const declared = (payload.coverages ?? []).find((one) => one.name === name);
        const givesTitle = declared?.title !== undefined;
        const laidOver = (kept: KeptSettings) => withDimensions(kept, declared);
        const known = { newborn: newborn(declared?.nativeName ?? name, name), laidOver };
        return [name, { owner: address, store: address.name, givesTitle, ...known }] as const;
      });
    }),
  );
}

function newborn(nativeName: string, name: string): NewObjectDefaults {
  const names = [...new Set([name, nativeName])];
  const keywords = names.map((one) => [...new Set([one, "WCS", "ImageMosaic"])]);
  return { root: "coverage", calculates: true, keywords };
}

/** Metadata entries are replaced together, so kept ones are sent with the declared dimensions. */
function withDimensions(
  { metadata, ...kept }: KeptSettings,
  declared: DeclaredCoverage | undefined,
): KeptSettings {
  if (metadata === undefined) return kept;
  if (declared?.dimensions === undefined) return { ...kept, metadata };
  const { otherMetadata } = readDimensions({ metadata: metadata as Tree });
  if (otherMetadata.length === 0) return kept;
  return { ...kept, metadata: dimensionMetadata(declared.dimensions, otherMetadata) };
}

/** The declared names, else the present ones that an upload would give. */
function namesOf(
  { coverages, configure }: MosaicPayload,
  published: readonly CoverageSettings[],
): readonly string[] {
  if (coverages !== undefined) return coverages.map(({ name }) => name);
  if (configure !== "onUpload") return [];
  return published.filter(({ name, nativeName }) => name === nativeName).map(({ name }) => name);
}

interface Going {
  readonly address: Address;
  readonly published: readonly CoverageSettings[];
  readonly owners: Publishers;
  /** Whether the store is deleted, and what replaces it. */
  readonly store: { readonly goes: boolean; readonly owner?: Address | undefined };
}

async function whatGoes(
  context: KindContext,
  { address, published, owners, store }: Going,
): Promise<Cascade> {
  const workspace = address.workspace ?? "";
  const names = published.map(({ name }) => name);
  const returning = new Map([...owners].filter(([name]) => names.includes(name)));
  const going = names.filter((name) => !owners.has(name));
  const { owner } = store;
  const moved = owner && owner.workspace !== address.workspace ? owner : undefined;
  const backOf = (name: string) =>
    owners.get(name) ?? (moved && { owner: moved, store: moved.name, workspace: moved.workspace });
  const folders = storeFolders({ workspace, store: address.name, ...store, names, backOf });
  const templates = await templateCascade(context, folders);
  const about = { workspace, names, owners, returning, templates };
  const cascade = await layersCascade(context, about);
  return {
    ...cascade,
    gone: [...going.map((name) => ({ kind: "Layer", workspace, name })), ...cascade.gone],
    contents: going.map((name) => ({
      addresses: [{ kind: "Coverage", workspace, name }],
      what: `coverage ${name}`,
      goes: "unless-declared",
    })),
  };
}

/** What a recreated store does not get back from its manifest. */
async function notDeclared(
  context: KindContext,
  { address, payload }: Resource<MosaicPayload>,
  { published, facts }: { readonly published: readonly CoverageSettings[]; readonly facts: Facts },
): Promise<readonly string[]> {
  // An index that cannot be read holds nothing that could be kept.
  const isReadable = ({ coverage }: { readonly coverage: string }) =>
    facts[EMPTYABLE] === undefined || setIn(facts, EMPTYABLE).includes(coverage);
  const places = coveragePlaces(storePlace(address), published, payload).filter(isReadable);
  const granules = await Promise.all(
    places.map(async (place) => {
      const one = await foreignGranule(context, place, payload.granules);
      const what = `granules of coverage ${place.coverage} that no source of the manifest holds`;
      return one === undefined ? [] : [`${what}, such as ${one}`];
    }),
  );
  const brings = new Set(namesOf(payload, published));
  const coverages = payload.coverages === undefined ? published : [];
  return [
    ...granules.flat(),
    ...coverages
      .filter(({ name }) => !brings.has(name))
      .map(({ name }) => `coverage ${name} that the manifest does not declare`),
  ];
}
