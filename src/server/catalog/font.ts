/** Fonts that styles can name: those of the files below the folder of styles (docs/compatibility.md, "Fonts"). */
import { compareText } from "../../model/address.ts";
import { fontNames } from "../../model/font.ts";
import { fonts as limits } from "../../model/limits.ts";
import { styleFolder } from "../../model/style.ts";
import type { CatalogReader } from "./unit-of-work.ts";

const FONT = /\.(?:ttf|otf)$/i;

/** Their names, each once and in order. Files that are no fonts are passed over. */
export async function listFonts(reader: CatalogReader): Promise<readonly string[]> {
  const files = await reader.filesUnder(styleFolder(null));
  const fonts = files.filter(({ path, bytes }) => FONT.test(path) && bytes <= limits.bytes);
  const names = new Set<string>();
  for (const file of fonts.slice(0, limits.files))
    for (const name of fontNames(await reader.content(file))) names.add(name);
  return [...names].toSorted(compareText);
}
