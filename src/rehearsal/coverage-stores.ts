/** Copies coverage stores with their coverages; mosaics with the rows of their indexes. */
import type { Address } from "../model/address.ts";
import type { SeededMosaic } from "../server/seed.ts";
import { parseCoverageStore } from "../wire/coverage-settings.ts";
import { parseNames } from "../wire/list.ts";
import { pathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { memberText } from "../wire/tree.ts";
import { parseXml, renderXml } from "../wire/xml.ts";
import { documentAt, each, xmlRequest, type Copying } from "./copying.ts";
import { readMosaic } from "./mosaics.ts";
import {
  copyPublished,
  isDisabled,
  nativeNameIn,
  readPublished,
  type FoundPublished,
  type StorePlace,
} from "./published.ts";
import type { SeenRead } from "./recorder.ts";

/** Type of a coverage store that holds a mosaic. */
const MOSAIC_TYPE = "ImageMosaic";

interface FoundStore {
  readonly place: StorePlace;
  readonly address: Address;
  readonly document: string;
  readonly coverages: readonly FoundPublished[];
  /** Undefined for stores of other types, and for mosaics that cannot be read. */
  readonly mosaic: SeededMosaic | undefined;
}

/**
 * Copies the coverage stores of a workspace. `layers` are the names of its layers, `seen` what was
 * read of granules before.
 */
export async function copyCoverageStores(
  copying: Copying,
  workspace: string,
  known: { readonly layers: ReadonlySet<string>; readonly seen: readonly SeenRead[] },
): Promise<void> {
  const path = pathTo("coverageStores", { workspace }, "xml");
  const list = await getIfThere(copying.original.read, path);
  const names = list === undefined ? [] : parseNames(list, "coverageStore");
  const { layers, seen } = known;
  const found = await each(names, (store) => readStore(copying, { workspace, store }, seen));
  for (const store of found) {
    if (store === undefined || !(await writeStore(copying, store))) continue;
    const { place, coverages: published } = store;
    await copyPublished(copying, "Coverage", { place, published, layers });
    if (store.mosaic !== undefined) await emptyIndexes(copying, store, store.mosaic);
  }
}

async function readStore(
  copying: Copying,
  place: StorePlace,
  seen: readonly SeenRead[],
): Promise<FoundStore | undefined> {
  const document = await documentAt(copying, pathTo("coverageStore", place, "xml"));
  if (document === undefined) return undefined;
  const { storeType, url } = parseCoverageStore(document.response);
  const coverages = await readPublished(copying, "Coverage", place);
  const isMosaic = storeType === MOSAIC_TYPE;
  const kind = isMosaic ? "ImageMosaic" : "CoverageStore";
  const address: Address = { kind, workspace: place.workspace, name: place.store };
  const mosaic = isMosaic
    ? await readMosaic(copying, { address, place, url, coverages }, seen)
    : undefined;
  return { place, address, document: document.text, coverages, mosaic };
}

async function writeStore(copying: Copying, store: FoundStore): Promise<boolean> {
  const { place, address, document, mosaic } = store;
  if (mosaic === undefined)
    return copying.write(address, {
      ...xmlRequest("POST", pathTo("coverageStores", place), document),
      confidential: true,
    });
  try {
    await copying.seed([mosaic]);
  } catch (error) {
    copying.miss(address, `the copy refused it: ${(error as Error).message}`);
    return false;
  }
  const description = memberText(parseXml(document).content, "description");
  if (!isDisabled(document) && description === undefined) return true;
  const body = renderXml("coverageStore", {
    ...(isDisabled(document) ? { enabled: false } : {}),
    ...(description === undefined ? {} : { description }),
  });
  return copying.write(address, xmlRequest("PUT", pathTo("coverageStore", place), body));
}

/** An index without granules had to have one until its coverages were published. */
async function emptyIndexes(
  copying: Copying,
  { place, address, coverages }: FoundStore,
  mosaic: SeededMosaic,
): Promise<void> {
  for (const { name: native, isEmpty } of mosaic.coverages) {
    const published = coverages.find(({ document }) => nativeNameIn(document) === native);
    if (!isEmpty || published === undefined) continue;
    const path = pathTo("granules", { ...place, coverage: published.name }, "xml");
    await copying.write(address, { method: "DELETE", path: `${path}?filter=INCLUDE` });
  }
}
