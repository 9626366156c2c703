/**
 * What a server removes along with a mosaic or with some of its coverages: layers with their
 * styles and rules, and in a store that is recreated the granules that nothing brings back.
 */
import type { Address } from "../../../model/address.ts";
import type { CoverageInput, CoverageSettings } from "../../../wire/coverage-settings.ts";
import type { Cascade, Facts, KindContext, Live, Resource, UpdateOf } from "../../kind.ts";
import { lostLayers, lostRules, takenLayers, type Publishers } from "../published/cascades.ts";
import { coveragePlaces, foreignGranule } from "./observe-granules.ts";
import { readPublished } from "./published.ts";
import { placeOf, type MosaicPayload } from "./payload.ts";
import { shedCoverages } from "./coverage-steps.ts";
import { EMPTYABLE } from "./removal.ts";
import { setIn } from "./sets.ts";

/** Finds out what goes with a store, and what of it comes back with the mosaics that are declared. */
export async function storeCascades(
  context: KindContext,
  live: Live,
  declared: readonly Resource<MosaicPayload>[],
): Promise<Cascade> {
  const published = await readPublished(context, placeOf(live.address));
  const own = declared.find(({ address }) => sameAddress(address, live.address));
  const inside = declared.filter(({ address }) => address.workspace === live.address.workspace);
  const owners = publishersOf(inside, ({ address }) =>
    sameAddress(address, live.address) ? published : [],
  );
  const { address } = live;
  const coverages = inside.flatMap(({ payload }) => payload.coverages ?? []);
  const lost = await whatGoes(context, { address, published, owners, declared: coverages });
  const foreign =
    own === undefined ? [] : await notDeclared(context, own, { published, facts: live.facts });
  return { ...lost, irreversible: [...lost.irreversible, ...foreign] };
}

/** Finds out what goes with the coverages that an update withdraws. */
export async function shedCascades(
  context: KindContext,
  { resource, live }: UpdateOf<MosaicPayload>,
): Promise<Cascade> {
  const going = new Set(shedCoverages(resource.payload, live));
  const published = await readPublished(context, placeOf(live.address));
  const owners = publishersOf([resource], () => []);
  return whatGoes(context, {
    address: live.address,
    published: published.filter(({ name }) => going.has(name)),
    owners,
    declared: resource.payload.coverages ?? [],
  });
}

function sameAddress(one: Address, other: Address): boolean {
  return one.workspace === other.workspace && one.name === other.name;
}

/** What publishes each name; `before` tells what a mosaic has published so far. */
function publishersOf(
  mosaics: readonly Resource<MosaicPayload>[],
  before: (mosaic: Resource<MosaicPayload>) => readonly CoverageSettings[],
): Publishers {
  return new Map(
    mosaics.flatMap((mosaic) => {
      const { address, payload } = mosaic;
      const titled = (payload.coverages ?? []).filter(({ title }) => title !== undefined);
      return namesOf(payload, before(mosaic)).map((name) => {
        const givesTitle = titled.some((one) => one.name === name);
        return [name, { owner: address, store: address.name, givesTitle }] as const;
      });
    }),
  );
}

/**
 * Names that a mosaic publishes: those declared, else those that it published before under the names
 * that an upload gives.
 */
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
  /** The mosaics that publish the names afterwards. */
  readonly owners: Publishers;
  /** The coverages that their manifests declare. */
  readonly declared: readonly CoverageInput[];
}

async function whatGoes(
  context: KindContext,
  { address, published, owners, declared }: Going,
): Promise<Cascade> {
  const workspace = address.workspace ?? "";
  const names = published.map(({ name }) => name);
  const returning = new Map([...owners].filter(([name]) => names.includes(name)));
  const kept = published.filter(({ name }) => owners.has(name));
  return {
    lost: [
      ...(await lostRules(context, workspace, names)),
      ...(await lostLayers(context, workspace, returning)),
    ],
    gone: names
      .filter((name) => !owners.has(name))
      .map((name) => ({ kind: "Layer", workspace, name })),
    contents: names
      .filter((name) => !owners.has(name))
      .map((name) => ({
        addresses: [{ kind: "Coverage", workspace, name }],
        what: `coverage ${name}`,
        goes: "unless-declared",
      })),
    taken: takenLayers(workspace, names, owners),
    irreversible: kept.flatMap((one) =>
      ownWords(
        one,
        declared.find(({ name }) => name === one.name),
      ),
    ),
  };
}

/** What somebody set in a coverage, titles apart, and no manifest says; a new one starts without it. */
function ownWords(published: CoverageSettings, declared: CoverageInput | undefined) {
  const { name, nativeName, abstract, keywords, enabled, dimensions } = published;
  const usual = new Set([name, nativeName, "WCS", "ImageMosaic"]);
  const words: readonly (readonly [boolean, string])[] = [
    [abstract !== "", "the abstract of"],
    [keywords.some((keyword) => !usual.has(keyword)), "the keywords of"],
    [declared?.dimensions === undefined && dimensions.length > 0, "the dimensions of"],
    [!enabled, "the disabling of"],
  ];
  return words.filter(([isSet]) => isSet).map(([, what]) => `${what} coverage ${name}`);
}

/** What a recreated store does not get back from its manifest: granules and coverages. */
async function notDeclared(
  context: KindContext,
  { address, payload }: Resource<MosaicPayload>,
  { published, facts }: { readonly published: readonly CoverageSettings[]; readonly facts: Facts },
): Promise<readonly string[]> {
  // Of an index that cannot be read there is nothing that could be kept.
  const isReadable = ({ coverage }: { readonly coverage: string }) =>
    facts[EMPTYABLE] === undefined || setIn(facts, EMPTYABLE).includes(coverage);
  const places = coveragePlaces(placeOf(address), published, payload).filter(isReadable);
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
