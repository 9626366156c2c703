/** Copies styles: contents byte for byte, then entries. */
import { each } from "../model/each.ts";
import { isPackageImage, styleFolder } from "../model/style.ts";
import { stylePathTo } from "../wire/addressing.ts";
import { getIfThere } from "../wire/reading.ts";
import { parseStyle } from "../wire/style.ts";
import { ifShown, type Copying } from "./copying.ts";
import { readDocument, writeDocument } from "./documents.ts";
import { bytesOfFile, namesInFolder } from "../reconciler/kinds/file/stored.ts";
import { writeFile } from "./files.ts";
import { styles as noun, type FoundDocument } from "./nouns.ts";

export interface StyleName {
  readonly workspace: string | null;
  readonly name: string;
}

/** Missing styles are left out. */
export async function copyStyles(copying: Copying, styles: readonly StyleName[]): Promise<void> {
  const found = await each(styles, (style) => readStyle(copying, style));
  for (const style of found) {
    if (style === undefined) continue;
    // Content comes first: the server keeps a file that exists before its entry.
    const { document, file, content } = style;
    if (content !== undefined && !(await writeFile(copying, file, content)))
      copying.miss(document.address, "the copy refused its content");
    await writeDocument(copying, noun, document);
  }
  for (const workspace of new Set(styles.map((style) => style.workspace)))
    await copyImages(copying, workspace);
}

/** Images of styles lie beside the contents. */
async function copyImages(copying: Copying, workspace: string | null): Promise<void> {
  const folder = styleFolder(workspace);
  for (const name of (await namesInFolder(copying.original, folder)).filter(isPackageImage)) {
    const bytes = await bytesOfFile(copying.original, `${folder}/${name}`);
    if (bytes !== undefined) await writeFile(copying, `${folder}/${name}`, bytes);
  }
}

interface FoundStyle {
  readonly document: FoundDocument;
  readonly file: string;
  readonly content: Uint8Array | undefined;
}

async function readStyle(
  copying: Copying,
  { workspace, name }: StyleName,
): Promise<FoundStyle | undefined> {
  const document = await readDocument(copying, noun, { at: { workspace }, name });
  if (document === undefined) return undefined;
  const { format = "sld", fileName = `${name}.${format}` } = parseStyle(document.response);
  const file = `${styleFolder(workspace)}/${fileName}`;
  const content = await ifShown(
    copying,
    document.address,
    async () =>
      (await bytesOfFile(copying.original, file)) ??
      contentShown(copying, { workspace, name, format }),
  );
  return { document, file, content };
}

/** Reads the content by the style's path where files are not shown. */
async function contentShown(
  { original }: Copying,
  { workspace, name, format }: StyleName & { readonly format: string },
): Promise<Uint8Array | undefined> {
  if (original.server.resources) return undefined;
  return (await getIfThere(original.read, stylePathTo(workspace, name, format)))?.body;
}
