/** Translates styles to SLD, to compare a style that changes its language. */
import { translateSheet } from "../../../geocss/translate.ts";
import { inspectStyle } from "../../../wire/sld.ts";
import { decodeText } from "../../../wire/text.ts";
import { WireError } from "../../../wire/wire-error.ts";
import type { FileContent } from "../../kind.ts";
import { contentPath } from "./source.ts";

/**
 * Returns undefined for an unreadable sheet and for other languages. Names that a sheet leaves
 * out are taken from `other`.
 */
export async function inOneLanguage(
  { path, bytes }: FileContent,
  other: FileContent,
): Promise<FileContent | undefined> {
  if (path === contentPath("sld")) return { path, bytes };
  if (path !== contentPath("css")) return undefined;
  try {
    const { sld, name } = { name: undefined, ...translateSheet(decodeText(bytes)) };
    if (sld === undefined) return undefined;
    const text = name === undefined ? namedAs(other, sld) : sld;
    return { path: contentPath("sld"), bytes: Buffer.from(text) };
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

/** The names of layer and style; the translator writes each on its own line. */
const NAME = /^ *<sld:Name>[^<]*<\/sld:Name>\n/m;

function namedAs({ path, bytes }: FileContent, sld: string): string {
  if (path !== contentPath("sld")) return sld;
  const { name, layers } = inspectStyle(bytes, "sld");
  const first = layers[0] ?? "";
  return [first, name ?? ""].reduce((text, own) => text.replace(NAME, () => named(own)), sld);
}

/** The space before `>` makes NAME skip the element. */
function named(name: string): string {
  const text = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return text === "" ? "" : `<sld:Name >${text}</sld:Name>\n`;
}
