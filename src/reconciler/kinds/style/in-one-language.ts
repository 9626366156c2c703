/** Styles of any language as SLD, so that a style that changes its language can be compared with what it was. */
import { translateSheet } from "../../../geocss/translate.ts";
import { inspectStyle } from "../../../wire/sld.ts";
import { decodeText } from "../../../wire/text.ts";
import { WireError } from "../../../wire/wire-error.ts";
import type { FileContent } from "../../kind.ts";
import { contentPath } from "./source.ts";

/**
 * A style as SLD, to be compared with another one; undefined for a sheet that cannot be read, and for other languages. What a
 * sheet does not name is called as in the other one.
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

/** The names of layer and style, which stand on lines of their own in what is written for a sheet. */
const NAME = /^ *<sld:Name>[^<]*<\/sld:Name>\n/m;

function namedAs({ path, bytes }: FileContent, sld: string): string {
  if (path !== contentPath("sld")) return sld;
  const { name, layers } = inspectStyle(bytes, "sld");
  const first = layers[0] ?? "";
  return [first, name ?? ""].reduce((text, own) => text.replace(NAME, () => named(own)), sld);
}

/** An element that the search for the next name passes over. */
function named(name: string): string {
  const text = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return text === "" ? "" : `<sld:Name >${text}</sld:Name>\n`;
}
