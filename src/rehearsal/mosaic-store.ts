/** Copies mosaic stores from their definition and index rows. */
import type { SeededMosaic } from "../server/seed.ts";
import { pathTo } from "../wire/addressing.ts";
import { renderXml } from "../wire/xml.ts";
import { xmlRequest, type Copying } from "./copying.ts";
import { readMosaic } from "./mosaics.ts";
import { nativeNameIn, type FoundStore, type WriteStore } from "./nouns.ts";
import type { SeenRead } from "./recorder.ts";
import { settingsAgain } from "./store-settings.ts";

/** Undefined for other types, or if the mosaic is unreadable. */
export async function readMosaicStore(
  copying: Copying,
  store: FoundStore,
  seen: readonly SeenRead[],
): Promise<WriteStore | undefined> {
  if (store.document.address.kind !== "ImageMosaic") return undefined;
  const mosaic = await readMosaic(copying, store, seen);
  if (mosaic === undefined) return undefined;
  return async (publish) => {
    if (!(await writeMosaic(copying, store, mosaic))) return;
    await publish();
    await emptyIndexes(copying, store, mosaic);
  };
}

async function writeMosaic(
  copying: Copying,
  { place, document: { address, text } }: FoundStore,
  mosaic: SeededMosaic,
): Promise<boolean> {
  try {
    await copying.seed([mosaic]);
  } catch (error) {
    copying.miss(address, `the copy refused it: ${(error as Error).message}`);
    return false;
  }
  const set = settingsAgain(text);
  if (Object.keys(set).length === 0) return true;
  const body = renderXml("coverageStore", set);
  return copying.write(address, xmlRequest("PUT", pathTo("coverageStore", place), body));
}

/** Removes the row that an empty index needed until its coverages were published. */
async function emptyIndexes(
  copying: Copying,
  { place, document, published }: FoundStore,
  mosaic: SeededMosaic,
): Promise<void> {
  for (const { name: native, isEmpty } of mosaic.coverages) {
    const coverage = published.find(({ text }) => nativeNameIn(text) === native)?.address.name;
    if (!isEmpty || coverage === undefined) continue;
    const path = pathTo("granules", { ...place, coverage }, "xml");
    await copying.write(document.address, { method: "DELETE", path: `${path}?filter=INCLUDE` });
  }
}
