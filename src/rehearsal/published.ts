/** Copies what stores publish, feature types and coverages, as documents. */
import type { Address } from "../model/address.ts";
import { qualifiedName } from "../model/layer.ts";
import { parseNames } from "../wire/list.ts";
import { pathOf } from "../wire/paths.ts";
import { getIfThere } from "../wire/reading.ts";
import { memberFlag, memberText } from "../wire/tree.ts";
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
      pathOf("storeFeatureType", { ...place, featureType: name }, suffix),
  },
  Coverage: {
    element: "coverage",
    list: "storeCoverages",
    path: (place: StorePlace, name: string, suffix?: string) =>
      pathOf("storeCoverage", { ...place, coverage: name }, suffix),
  },
} as const;

/** What a store of the original publishes. */
export async function readPublished(
  copying: Copying,
  sort: PublishedSort,
  place: StorePlace,
): Promise<readonly FoundPublished[]> {
  const { element, list, path } = sorts[sort];
  const found = await getIfThere(copying.original.read, pathOf(list, place, "xml"));
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
  const { list, path } = sorts[sort];
  for (const { name, document } of published) {
    const address: Address = { kind: sort, workspace: place.workspace, name };
    const isMade = await copying.write(address, xmlRequest("POST", pathOf(list, place), document));
    // A new one is enabled, whatever its document says.
    if (isMade && isDisabled(document))
      await copying.write(address, xmlRequest("PUT", path(place, name), document));
    if (isMade && !layers.has(name)) {
      const layer = pathOf("layer", { layer: qualifiedName(place.workspace, name) });
      await copying.write(address, { method: "DELETE", path: layer });
    }
  }
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
