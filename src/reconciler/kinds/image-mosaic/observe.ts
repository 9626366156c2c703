/** Reads mosaics: store, definition, coverages and granules. */
import { storePlace, type StorePlace } from "../../../model/store.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import { workspaceOf } from "../identity/workspace.ts";
import type { Address } from "../../../model/address.ts";
import { parseCoverageStore, type CoverageSettings } from "../../../wire/coverage-settings.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { indexPlaceOf, type IndexPlace } from "../../../wire/mosaic/index-place.ts";
import { getIfThere, ifReadable, ReadError } from "../../../wire/reading.ts";
import {
  sameFact,
  type Facts,
  type KindContext,
  type ListedPlace,
  type Live,
  type WantedObject,
  observing,
} from "../../kind.ts";
import { isInOwnFolder, isSurelyOwnFolder, MOSAIC_TYPE } from "../published/own-mosaic.ts";
import { unknownStores } from "../published/list.ts";
import { identityText, publishedText } from "./coverages.ts";
import { observeDefinition, readFolder } from "./observe-definition.ts";
import { coveragePlaces, hasGranules, indexedPlaces, observeGranules } from "./observe-granules.ts";
import { readPublished } from "./published.ts";
import type { MosaicPayload } from "./payload.ts";
import { EMPTYABLE, INDEX_PLACE } from "./removal.ts";
import { mosaicSettings } from "./settings.ts";
import { withoutEnd } from "../../../model/trim.ts";

type WantedMosaic = WantedObject<MosaicPayload>;

export const observeMosaics = observing(observe);

/** A list of stores does not show their types. */
export async function listMosaics(
  context: KindContext,
  { workspace, known }: Pick<ListedPlace, "workspace" | "known">,
): Promise<readonly Address[]> {
  const path = pathTo("coverageStores", { workspace }, "xml");
  const list = { path, member: "coverageStore", known };
  const names = await unknownStores(context, list, (store) =>
    // An unreadable store counts as a plain store, which reports it as left out.
    ifReadable(async () => {
      const response = await getIfThere(
        context.read,
        pathTo("coverageStore", { workspace, store }, "xml"),
      );
      if (response === undefined) return false;
      const { storeType, url } = parseCoverageStore(response);
      return storeType === MOSAIC_TYPE && isInOwnFolder(url, { workspace, store });
    }),
  );
  return names.map((name) => ({ kind: "ImageMosaic", workspace, name }));
}

async function observe(context: KindContext, wanted: WantedMosaic): Promise<Live | undefined> {
  const { address, facts, payload, presence } = wanted;
  const place = storePlace(address);
  const response = await getIfThere(context.read, pathTo("coverageStore", place, "xml"));
  if (response === undefined) return undefined;
  const { storeType, url } = parseCoverageStore(response);
  const live = { address, requires: workspaceOf(address) };
  // Where nothing is wanted, a store of another type is not the one that this kind once made.
  if (storeType !== MOSAIC_TYPE && facts === undefined && !presence) return undefined;
  if (storeType !== MOSAIC_TYPE || presence) return { ...live, facts: { storeType } };
  const published = await readPublished(context, place);
  const texts = await readFolder(context, folderIn(url, place));
  const index = isSurelyOwnFolder(url, place) ? indexPlaceOf(texts) : "unknown";
  const document = documentIn(response).content;
  const shown: Facts = {
    storeType,
    published: published.map(identityText),
    [INDEX_PLACE]: index,
    ...mosaicSettings.fields.shown(address, document, facts),
  };
  const about = { place, published, index };
  if (facts === undefined || payload === undefined)
    return { ...live, facts: { ...shown, ...(await emptyableFacts(context, about)) } };
  const { facts: definition, ...seen } = await observeDefinition(
    { ...wanted, facts, payload },
    texts,
  );
  const coverages = coverageFacts(published, payload);
  const isOther = (field: string) =>
    definition[field] !== undefined && !sameFact(definition[field], facts[field]);
  const isRemade = payload.declared.store !== place.store || isOther("index") || isOther("schema");
  const granules = await granulesOf(context, payload, { ...about, isRemade });
  const all = { ...shown, ...definition, ...coverages, ...granules.facts };
  return { ...live, ...seen, ...granules, facts: all };
}

export function folderIn(url: string, { workspace, store }: StorePlace): string {
  const usual = `data/${workspace}/${store}`;
  const at = url.indexOf(usual);
  return at === -1 ? usual : withoutEnd(url.slice(at), "/");
}

function coverageFacts(
  published: readonly CoverageSettings[],
  { coverages }: MosaicPayload,
): Facts {
  if (coverages === undefined) return {};
  const texts = published.map((one) =>
    publishedText(
      one,
      coverages.find(({ name, nativeName }) => name === one.name && nativeName === one.nativeName),
    ),
  );
  return { coverages: texts };
}

interface GranulesOf {
  readonly place: StorePlace;
  readonly published: readonly CoverageSettings[];
  readonly index: IndexPlace;
}

/**
 * Without a published coverage no index can be read, so what was applied stands in. But coverages
 * come last: where some are declared and none exists, nothing before them is certain.
 */
async function granulesOf(
  context: KindContext,
  payload: MosaicPayload,
  about: GranulesOf & { readonly isRemade: boolean },
): Promise<Pick<Live, "facts" | "footprints">> {
  const { granules } = payload;
  const places = coveragePlaces(about.place, about.published, payload);
  const isPartial = places.length === 0 && (payload.coverages ?? []).length > 0;
  if (isPartial) return { facts: { granules: [], contents: [], harvest: [] } };
  if (granules.locations === undefined || places.length === 0)
    return { facts: await emptyableFacts(context, about) };
  try {
    const { locations, footprints } = await observeGranules(context, places, granules);
    const facts = { granules: locations, ...(await emptyableFacts(context, about)) };
    return { facts, ...(footprints.size === 0 ? {} : { footprints }) };
  } catch (error) {
    // The table may have been dropped for the recreation.
    if (!(error instanceof ReadError) || about.index === "folder" || !about.isRemade) throw error;
    return { facts: { [EMPTYABLE]: [] } };
  }
}

/** Coverages whose granules can be removed singly, where the index may not be purged. */
async function emptyableFacts(context: KindContext, about: GranulesOf): Promise<Facts> {
  if (about.index === "folder") return {};
  const places = indexedPlaces(about.place, about.published);
  const filled = await Promise.all(
    places.map(async (place) => ((await hasGranules(context, place)) ? [place.coverage] : [])),
  );
  return { [EMPTYABLE]: filled.flat() };
}
