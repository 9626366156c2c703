/** Copies what stores publish, feature types and coverages, as documents. */
import type { Address } from "../model/address.ts";
import { qualifiedName } from "../model/layer.ts";
import { parseNames } from "../wire/list.ts";
import { mediaTypes } from "../wire/media.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { memberFlag, members, memberText } from "../wire/tree.ts";
import { parseXml } from "../wire/xml.ts";
import { documentAt, each, xmlRequest, type Copying } from "./copying.ts";

/** A store by its place. */
export interface StorePlace {
  readonly workspace: string;
  readonly store: string;
}

/** Something that a store publishes. */
export interface FoundPublished {
  readonly name: string;
  readonly document: string;
}

/** Of which sort, by the words of the interface. */
export type PublishedSort = keyof typeof sorts;

const sorts = {
  FeatureType: {
    element: "featureType",
    list: "storeFeatureTypes",
    path: (place: StorePlace, name: string, suffix?: string) =>
      pathTo("storeFeatureType", { ...place, featureType: name }, suffix),
  },
  Coverage: {
    element: "coverage",
    list: "storeCoverages",
    path: (place: StorePlace, name: string, suffix?: string) =>
      pathTo("storeCoverage", { ...place, coverage: name }, suffix),
  },
} as const;

/** What a store of the original publishes. */
export async function readPublished(
  copying: Copying,
  sort: PublishedSort,
  place: StorePlace,
): Promise<readonly FoundPublished[]> {
  const { element, list, path } = sorts[sort];
  const found = await getIfThere(copying.original.read, pathTo(list, place, "xml"));
  const names = found === undefined ? [] : parseNames(found, element);
  const documents = await each(names, async (name) => {
    const document = await documentAt(copying, path(place, name, "xml"));
    return document && { name, document: document.text };
  });
  return documents.filter((document) => document !== undefined);
}

/** Publishes the same on the copy; `layers` are those of the original. */
export async function copyPublished(
  copying: Copying,
  sort: PublishedSort,
  job: {
    readonly place: StorePlace;
    readonly published: readonly FoundPublished[];
    readonly layers: ReadonlySet<string>;
  },
): Promise<void> {
  const { place, published, layers } = job;
  const { list, path, element } = sorts[sort];
  for (const { name, document } of published) {
    const address: Address = { kind: sort, workspace: place.workspace, name };
    const body = sort === "Coverage" ? withoutRepeatedName(document) : document;
    const isMade = await copying.write(address, xmlRequest("POST", pathTo(list, place), body));
    if (!isMade) continue;
    // A new one is enabled, whatever its document says, and says more of itself than that.
    if (isDisabled(document))
      await copying.write(address, xmlRequest("PUT", path(place, name), document));
    await unsetOthers(copying, { address, path: path(place, name), element, document });
    if (!layers.has(name)) {
      const layer = pathTo("layer", { layer: qualifiedName(place.workspace, name) });
      await copying.write(address, { method: "DELETE", path: layer });
    }
  }
}

/**
 * A coverage to be made. Where nobody said which raster it shows, a stock server repeats its name as the native one, and
 * takes that for the name of a raster when it is sent.
 */
function withoutRepeatedName(document: string): string {
  const { content } = parseXml(document);
  const isRepeated =
    memberText(content, "nativeCoverageName") === undefined &&
    memberText(content, "nativeName") === memberText(content, "name");
  return isRepeated ? document.replace(/<nativeName>[^<]*<\/nativeName>/, "") : document;
}

/** Takes fields from an object of the copy that its document does not have. */
async function unsetOthers(
  { copy, write }: Copying,
  about: {
    readonly address: Address;
    readonly path: string;
    readonly element: string;
    readonly document: string;
  },
): Promise<void> {
  const { address, path, element, document } = about;
  const response = await getIfThere(copy.read, `${path}.xml`);
  if (response === undefined) return;
  const own = new Set(members(parseXml(document).content).map(([field]) => field));
  const others = members(parseXml(bodyText(response)).content)
    .map(([field]) => field)
    .filter((field) => !own.has(field) && !field.startsWith("@"));
  if (others.length === 0) return;
  const fields = Object.fromEntries(others.map((field) => [field, null]));
  const body = JSON.stringify({ [element]: fields });
  await write(address, { method: "PUT", path, mediaType: mediaTypes.json, body });
}

/** Whether a document says that its object is switched off. */
export function isDisabled(document: string): boolean {
  return memberFlag(parseXml(document).content, "enabled") === false;
}

/** The name of the index behind a coverage. */
export function nativeNameIn(document: string): string {
  const { content } = parseXml(document);
  const own = memberText(content, "nativeCoverageName") ?? memberText(content, "nativeName");
  return own ?? memberText(content, "name") ?? "";
}
