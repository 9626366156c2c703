/** Fonts for styles: files below the styles folder (docs/compatibility.md, "Fonts"). */
import { compareText } from "../../model/address.ts";
import { fontNames } from "../../model/font.ts";
import { fonts as limits } from "../../model/limits.ts";
import { recent, type Recent } from "../../model/recent.ts";
import { styleFolder } from "../../model/style.ts";
import type { CatalogReader } from "./unit-of-work.ts";

const FONT = /\.(?:ttf|otf)$/i;

/** Font names by content digest. */
export type KnownFonts = Pick<Recent<readonly string[]>, "get" | "keep">;

/** Creates an empty cache. */
export function knownFonts(): KnownFonts {
  return recent(limits.files);
}

/** Ignores files that are not fonts. */
export async function listFonts(
  reader: CatalogReader,
  known: KnownFonts,
): Promise<readonly string[]> {
  const files = await reader.filesUnder(styleFolder(null));
  const fonts = files.filter(({ path, bytes }) => FONT.test(path) && bytes <= limits.bytes);
  const names = new Set<string>();
  for (const file of fonts.slice(0, limits.files)) {
    const found = known.get(file.digest) ?? fontNames(await reader.content(file));
    known.keep(file.digest, found);
    for (const name of found) names.add(name);
  }
  return [...names].toSorted(compareText);
}
