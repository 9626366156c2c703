/** Copies styles: their content byte for byte, then the entries that refer to it. */
import type { Address } from "../model/address.ts";
import { isPackageImage, styleFolder } from "../model/style.ts";
import { stylePathTo } from "../wire/addressing.ts";
import { stylesPath } from "../wire/paths.ts";
import { getIfThere } from "../wire/reading.ts";
import { parseNames } from "../wire/list.ts";
import { parseStyle } from "../wire/style.ts";
import { documentAt, each, xmlRequest, type Copying } from "./copying.ts";
import { fileAt, namesIn, writeFile } from "./files.ts";

/** A style by its scope and name. */
export interface StyleName {
  readonly workspace: string | null;
  readonly name: string;
}

/** The styles of a workspace of the original. */
export async function stylesOf(
  { original }: Copying,
  workspace: string,
): Promise<readonly StyleName[]> {
  const list = await getIfThere(original.read, stylesPath(workspace, "xml"));
  return (list === undefined ? [] : parseNames(list, "style")).map((name) => ({ workspace, name }));
}

/** Copies styles; those that are not there are left out. */
export async function copyStyles(copying: Copying, styles: readonly StyleName[]): Promise<void> {
  const found = await each(styles, (style) => readStyle(copying, style));
  for (const one of found) if (one !== undefined) await writeStyle(copying, one);
  for (const workspace of new Set(styles.map((style) => style.workspace)))
    await copyImages(copying, workspace);
}

/** Images that styles of one scope use lie beside their contents. */
async function copyImages(copying: Copying, workspace: string | null): Promise<void> {
  const folder = styleFolder(workspace);
  for (const name of (await namesIn(copying, folder)).filter(isPackageImage)) {
    const bytes = await fileAt(copying, `${folder}/${name}`);
    if (bytes !== undefined) await writeFile(copying, `${folder}/${name}`, bytes);
  }
}

interface FoundStyle extends StyleName {
  readonly entry: string;
  readonly file: string;
  readonly content: Uint8Array | undefined;
}

async function readStyle(
  copying: Copying,
  { workspace, name }: StyleName,
): Promise<FoundStyle | undefined> {
  const entry = await documentAt(copying, stylePathTo(workspace, name, "xml"));
  if (entry === undefined) return undefined;
  const { format = "sld", fileName = `${name}.${format}` } = parseStyle(entry.response);
  const file = `${styleFolder(workspace)}/${fileName}`;
  const content =
    (await fileAt(copying, file)) ?? (await contentShown(copying, { workspace, name, format }));
  return { workspace, name, entry: entry.text, file, content };
}

/** The content as the style's own address shows it, where files are not. */
async function contentShown(
  { original }: Copying,
  { workspace, name, format }: StyleName & { readonly format: string },
): Promise<Uint8Array | undefined> {
  if (original.server.resources) return undefined;
  return (await getIfThere(original.read, stylePathTo(workspace, name, format)))?.body;
}

async function writeStyle(copying: Copying, style: FoundStyle): Promise<void> {
  const { workspace, name, entry, file, content } = style;
  const address: Address = { kind: "Style", workspace, name };
  // The content first: what is there before its entry is taken as it is.
  if (content !== undefined && !(await writeFile(copying, file, content)))
    copying.miss(address, "the copy refused its content");
  const isThere = await copying.attempt({
    method: "GET",
    path: stylePathTo(workspace, name, "xml"),
  });
  const request =
    isThere.status === 200
      ? xmlRequest("PUT", stylePathTo(workspace, name), entry)
      : xmlRequest("POST", stylesPath(workspace), entry);
  await copying.write(address, request);
}
