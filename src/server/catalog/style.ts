/** Commands on styles; the caller has checked content (docs/interface.md, 4.2). */
import type { QualifiedName } from "../../model/layer.ts";
import { nameProblem } from "../../model/name.ts";
import {
  isDefaultStyle,
  isStyleFormat,
  styleFileName,
  noLegend,
  styleFolder,
  type Style,
  type StyleContent,
  type StyleFormat,
  type StylePatch,
} from "../../model/style.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { detachStyle } from "./layer.ts";
import { updateGroupReferences, refuseGroupUse } from "./layer-group-references.ts";
import { contentLink, styleLink } from "./links.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter, StoredFile } from "./unit-of-work.ts";

/** Path of a style's content. */
export function stylePathOf(style: Stored<"style">): string {
  return `${styleFolder(style.workspace)}/${style.value.fileName}`;
}

/** Throws if the style does not exist. */
export async function requireStyle(
  reader: CatalogReader,
  key: QualifiedName,
): Promise<Stored<"style">> {
  const found = await reader.get("style", key.workspace, key.name);
  if (found !== undefined) return found;
  const where =
    key.workspace === null ? `: ${key.name}` : ` ${key.name} in workspace ${key.workspace}`;
  throw new CatalogError("not-found", `No such style${where}`);
}

/** Throws if the workspace does not exist. */
export async function requireScope(reader: CatalogReader, workspace: string | null): Promise<void> {
  if (workspace === null || (await reader.get("workspace", null, workspace)) !== undefined) return;
  throw new CatalogError("not-found", `Workspace ${workspace} not found`);
}

/** Returns undefined if the entry has no content. */
export async function styleFile(
  reader: CatalogReader,
  style: Stored<"style">,
): Promise<StoredFile | undefined> {
  return reader.file(stylePathOf(style));
}

/** Creates an entry; existing content of its file name becomes the style's. */
export async function createStyleEntry(
  writer: CatalogWriter,
  workspace: string | null,
  change: StylePatch,
): Promise<string> {
  await requireScope(writer, workspace);
  const { name, fileName } = change;
  if (!fileName) throw new CatalogError("field-missing", "Style fileName must not be null");
  if (!name) throw new CatalogError("field-missing", "Style name must not be null");
  checkNames(name, fileName);
  if ((await writer.get("style", workspace, name)) !== undefined) {
    const where = workspace === null ? "" : ` in workspace ${workspace}`;
    throw new CatalogError("style-entry-exists", `Style named '${name}' already exists${where}`);
  }
  await writer.put(
    { kind: "style", workspace, name },
    {
      format: formatOf(change.format) ?? "sld",
      version: versionOf(change.version) ?? "1.0.0",
      fileName,
      legend: change.legend ?? null,
      ...metadataOf(change),
    },
  );
  return name;
}

function checkNames(...names: readonly string[]): void {
  for (const name of names) {
    const problem = nameProblem(name);
    if (problem !== undefined)
      throw new CatalogError("name-invalid", `The style name '${name}' ${problem}`);
  }
}

function formatOf(text: string | undefined): StyleFormat | undefined {
  if (text === undefined || text === "") return undefined;
  const format = text.toLowerCase();
  if (isStyleFormat(format)) return format;
  throw new CatalogError("style-type-unknown-post", `No such style handler: format = ${text}`);
}

function metadataOf({ metadata }: StylePatch) {
  return metadata && { metadata: Object.fromEntries(metadata) };
}

function metadataIn({ metadata }: Pick<Style, "metadata">) {
  return metadata && { metadata };
}

function versionOf(text: string | undefined): "1.0.0" | "1.1.0" | undefined {
  if (text === undefined || text === "") return undefined;
  return text.startsWith("1.1") ? "1.1.0" : "1.0.0";
}

export interface NewStyle extends QualifiedName {
  readonly content: StyleContent;
  readonly bytes: Uint8Array;
  /** Images of a package by file name. */
  readonly images?: ReadonlyMap<string, Uint8Array>;
}

/** Creates a style from its content. */
export async function createStyle(
  writer: CatalogWriter,
  dialect: Dialect,
  style: NewStyle,
): Promise<void> {
  const { workspace, name, content } = style;
  await requireScope(writer, workspace);
  checkNames(name);
  if ((await writer.get("style", workspace, name)) !== undefined) {
    throw new CatalogError("style-exists", `Style ${name} already exists.`);
  }
  const fileName = styleFileName(name, content.format);
  const path = `${styleFolder(workspace)}/${fileName}`;
  if (dialect.orphanFileRefuses && (await writer.file(path)) !== undefined) {
    throw new CatalogError("style-exists", `Style resource ${fileName} already exists.`);
  }
  const { format, version } = content;
  await writer.put({ kind: "style", workspace, name }, { format, version, fileName, legend: null });
  await writer.writeFile(path, style.bytes);
  await writeImages(writer, workspace, style.images);
}

/** Without `content`, the bytes are unchecked, and format and version stay. */
export async function replaceStyleContent(
  writer: CatalogWriter,
  style: Stored<"style">,
  change: {
    readonly bytes: Uint8Array;
    readonly content?: Pick<StyleContent, "format" | "version"> | undefined;
    readonly images?: ReadonlyMap<string, Uint8Array> | undefined;
  },
): Promise<void> {
  const { format, version } = change.content ?? style.value;
  await writer.put(
    { kind: "style", workspace: style.workspace, name: style.name },
    { ...style.value, format, version },
  );
  await writer.writeFile(stylePathOf(style), change.bytes);
  await writeImages(writer, style.workspace, change.images);
}

async function writeImages(
  writer: CatalogWriter,
  workspace: string | null,
  images: ReadonlyMap<string, Uint8Array> | undefined,
): Promise<void> {
  for (const [name, bytes] of images ?? [])
    await writer.writeFile(`${styleFolder(workspace)}/${name}`, bytes);
}

/**
 * Content and references follow. The dialect keeps or resets omitted fields except file and legend.
 */
export async function updateStyleEntry(
  writer: CatalogWriter,
  dialect: Dialect,
  { style, change }: { readonly style: Stored<"style">; readonly change: StylePatch },
): Promise<void> {
  const moved = {
    workspace: change.workspace === undefined ? style.workspace : change.workspace || null,
    name: change.name || style.name,
  };
  await checkMove(writer, style, moved);
  const fileName = change.fileName || (await renamedFile(writer, style, moved));
  checkNames(moved.name, fileName);
  const value = { fileName, ...entryAfter(dialect, style.value, change) };
  const key = { kind: "style", workspace: style.workspace, name: style.name } as const;
  await writer.put(key, value);
  await moveContent(writer, style, moved.workspace, change.fileName ? undefined : fileName);
  if (moved.name === style.name && moved.workspace === style.workspace) return;
  await writer.rename(key, moved);
  await updateStyleReferences(writer, style, moved);
}

function entryAfter(
  { unsaidFields, nullsClear }: Dialect,
  before: Stored<"style">["value"],
  change: StylePatch,
) {
  const unsaid: Pick<Style, "format" | "version" | "metadata"> =
    unsaidFields === "usual" ? { format: "sld", version: "1.0.0" } : before;
  const taken = nullsClear ? null : noLegend;
  return {
    format: formatOf(change.format) ?? unsaid.format,
    version: versionOf(change.version) ?? unsaid.version,
    legend: change.legend === undefined ? before.legend : (change.legend ?? taken),
    ...(metadataOf(change) ?? metadataIn(unsaid)),
  };
}

async function checkMove(
  writer: CatalogWriter,
  style: Stored<"style">,
  to: QualifiedName,
): Promise<void> {
  const renamed = to.name !== style.name;
  const elsewhere = to.workspace !== style.workspace;
  if (!renamed && !elsewhere) return;
  if (isDefaultStyle(style.workspace, style.name)) {
    const message = renamed
      ? "Cannot rename default styles"
      : "Cannot change the workspace of default styles";
    throw new CatalogError("default-style", message);
  }
  await requireScope(writer, to.workspace);
  if ((await writer.get("style", to.workspace, to.name)) !== undefined) {
    throw new CatalogError("style-entry-exists", `Style named '${to.name}' already exists`);
  }
}

/** The file is named like the style, numbered if another style has that file. */
async function renamedFile(
  reader: CatalogReader,
  style: Stored<"style">,
  to: QualifiedName,
): Promise<string> {
  const { fileName } = style.value;
  if (to.name === style.name && to.workspace === style.workspace) return fileName;
  const dot = fileName.lastIndexOf(".");
  const [stem, extension] =
    dot < 0 ? [fileName, ""] : [fileName.slice(0, dot), fileName.slice(dot)];
  const isTaken = async (name: string) =>
    (await stylesOn(reader, to.workspace, name)).some(
      (other) => other.name !== style.name || other.workspace !== style.workspace,
    );
  const base = to.name === style.name ? stem : to.name;
  let name = `${base}${extension}`;
  for (let number = 1; await isTaken(name); number++) name = `${base}${number}${extension}`;
  return name;
}

async function stylesOn(
  reader: CatalogReader,
  workspace: string | null,
  fileName: string,
): Promise<readonly Stored<"style">[]> {
  const styles = await reader.linked("style", contentLink(fileName));
  return styles.filter((style) => style.workspace === workspace);
}

async function moveContent(
  writer: CatalogWriter,
  style: Stored<"style">,
  workspace: string | null,
  fileName: string | undefined,
): Promise<void> {
  const from = stylePathOf(style);
  const to = `${styleFolder(workspace)}/${fileName ?? style.value.fileName}`;
  const file = from === to ? undefined : await writer.file(from);
  if (file === undefined) return;
  const others = await stylesOn(writer, style.workspace, style.value.fileName);
  const isShared = others.some((other) => other.name !== style.name);
  if (isShared) await writer.writeFile(to, await writer.content(file));
  else await writer.moveFile(from, to);
}

async function updateStyleReferences(
  writer: CatalogWriter,
  from: QualifiedName,
  to: QualifiedName,
): Promise<void> {
  const old = styleLink(from);
  const follow = (style: QualifiedName) => (styleLink(style) === old ? to : style);
  for (const layer of await writer.linked("layer", old)) {
    const { defaultStyle, styles } = layer.value;
    await writer.put(
      { kind: "layer", ...layer },
      {
        ...layer.value,
        defaultStyle: defaultStyle && follow(defaultStyle),
        styles: styles.map(follow),
      },
    );
  }
  await updateGroupReferences(writer, await writer.linked("layer-group", old), { style: follow });
}

/** Removes a style; the dialect decides what happens to its content. */
export async function deleteStyle(
  writer: CatalogWriter,
  dialect: Dialect,
  key: QualifiedName,
  options: { recurse: boolean; purge: boolean },
): Promise<void> {
  const style = await writer.get("style", key.workspace, key.name);
  if (style === undefined) throw new CatalogError("not-found", `Style ${key.name} not found`);
  const isDefault = isDefaultStyle(style.workspace, style.name);
  const isUsed = (await writer.linked("layer", styleLink(style))).length > 0;
  if (isDefault && !(isUsed && dialect.reportsUseFirst && !options.recurse)) {
    throw new CatalogError("default-style", "Unable to delete a default style");
  }
  if (!options.recurse && isUsed) {
    throw new CatalogError("style-in-use", "Can't delete style referenced by existing layers.");
  }
  if (!options.recurse) await refuseGroupUse(writer, styleLink(style), "style");
  await detachStyle(writer, dialect, style);
  await writer.remove({ kind: "style", workspace: style.workspace, name: style.name });
  await disposeContent(writer, dialect, style, options.purge);
}

async function disposeContent(
  writer: CatalogWriter,
  dialect: Dialect,
  style: Stored<"style">,
  purge: boolean,
): Promise<void> {
  const path = stylePathOf(style);
  const others = await stylesOn(writer, style.workspace, style.value.fileName);
  if (others.length > 0 || (await writer.file(path)) === undefined) return;
  if (dialect.deletedStyleFile === "keep") {
    if (purge) await writer.removeFile(path);
    return;
  }
  let backup = `${path}.bak`;
  for (let n = 1; (await writer.file(backup)) !== undefined; n++) backup = `${path}.bak.${n}`;
  await writer.moveFile(path, backup);
}
