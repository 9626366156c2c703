/** Commands on layers: styles, flags, and what goes when a layer goes. */
import { parseRuleKey, ruleHangsOnLayer } from "../../model/access-rule.ts";
import type { DetailsChange } from "../../model/details.ts";
import { qualifiedName, splitQualifiedName } from "../../model/layer.ts";
import { mergeDetails } from "./details.ts";
import { CatalogError } from "./errors.ts";
import type { RecordValues, Stored, StyleKey } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Style of layers whose geometry is not known. */
const FALLBACK_STYLE: StyleKey = { workspace: null, name: "generic" };

/** Style of layers that show a coverage. */
const RASTER_STYLE: StyleKey = { workspace: null, name: "raster" };

/** The style that a layer of a type has when nobody chose one. */
export function firstStyle(type: RecordValues["layer"]["type"]): StyleKey {
  return type === "RASTER" ? RASTER_STYLE : FALLBACK_STYLE;
}

/** The link under which layers that use a style are found. */
export function styleLink(style: StyleKey): string {
  return `style:${qualifiedName(style.workspace, style.name)}`;
}

/** Writes a layer together with its links to styles. */
export async function putLayer(
  writer: CatalogWriter,
  key: { workspace: string | null; name: string },
  value: RecordValues["layer"],
): Promise<void> {
  const links = [value.defaultStyle, ...value.styles].map(styleLink);
  await writer.put({ kind: "layer", ...key }, value, [...new Set(links)]);
}

/** The layer of a name, with or without workspace; a bare name prefers the default workspace. */
export async function findLayer(
  reader: CatalogReader,
  name: string,
): Promise<Stored<"layer"> | undefined> {
  const split = splitQualifiedName(name);
  if (split.workspace !== null) return reader.get("layer", split.workspace, split.name);
  const setting = await reader.get("setting", null, "default-workspace");
  const preferred = setting && (await reader.get("layer", setting.value.text, name));
  return preferred ?? (await reader.list("layer")).find((layer) => layer.name === name);
}

/** Changes styles, flags and kept fields; fields that are undefined keep their value. */
export async function updateLayer(
  writer: CatalogWriter,
  layer: Stored<"layer">,
  input: {
    defaultStyle?: StyleKey | undefined;
    styles?: readonly StyleKey[] | undefined;
    enabled?: boolean | undefined;
    queryable?: boolean | undefined;
    opaque?: boolean | undefined;
    details?: DetailsChange | undefined;
  },
): Promise<void> {
  const { defaultStyle, styles } = input;
  for (const style of [...(defaultStyle === undefined ? [] : [defaultStyle]), ...(styles ?? [])]) {
    if ((await writer.get("style", style.workspace, style.name)) === undefined) {
      const name = qualifiedName(style.workspace, style.name);
      throw new CatalogError("style-unresolved", `No such style: ${name}`);
    }
  }
  await putLayer(writer, layer, {
    ...layer.value,
    defaultStyle: defaultStyle ?? layer.value.defaultStyle,
    styles: uniqueStyles(styles ?? layer.value.styles),
    enabled: input.enabled ?? layer.value.enabled,
    queryable: input.queryable ?? layer.value.queryable,
    opaque: input.opaque ?? layer.value.opaque,
    details: mergeDetails(layer.value.details ?? {}, input.details),
  });
}

function uniqueStyles(styles: readonly StyleKey[]): readonly StyleKey[] {
  return [...new Map(styles.map((style) => [styleLink(style), style])).values()];
}

/** Removes a layer and, with it, its access rules (docs/compatibility.md, "Cascades"). */
export async function removeLayer(
  writer: CatalogWriter,
  workspace: string,
  name: string,
): Promise<void> {
  await writer.remove({ kind: "layer", workspace, name });
  for (const rule of await writer.list("access-rule")) {
    if (ruleHangsOnLayer(rule.name, workspace, name)) {
      await writer.remove({ kind: "access-rule", workspace: null, name: rule.name });
    }
  }
}

/**
 * Gives a layer another name within its workspace; its access rules follow. Refuses a name that
 * no rule can have while rules hang on the layer: they would guard nothing afterwards.
 */
export async function renameLayer(
  writer: CatalogWriter,
  { workspace, from, to }: { workspace: string; from: string; to: string },
): Promise<void> {
  if ((await writer.get("layer", workspace, from)) === undefined) return;
  await writer.rename({ kind: "layer", workspace, name: from }, { workspace, name: to });
  for (const { name } of await writer.list("access-rule")) {
    if (!ruleHangsOnLayer(name, workspace, from)) continue;
    const [scope, , mode] = name.split(".");
    const key = { workspace: null, name: `${scope}.${to}.${mode}` };
    if (typeof parseRuleKey(key.name) === "string") {
      const message = `The access rule ${name} cannot follow to the name '${to}'; remove the rule first`;
      throw new CatalogError("name-invalid", message);
    }
    if ((await writer.get("access-rule", null, key.name)) !== undefined) {
      await writer.remove({ kind: "access-rule", ...key });
    }
    await writer.rename({ kind: "access-rule", workspace: null, name }, key);
  }
}

/** Removes a layer; with `recurse`, the feature type or coverage that it shows too. */
export async function deleteLayer(
  writer: CatalogWriter,
  layer: Stored<"layer">,
  options: { recurse: boolean },
): Promise<void> {
  const workspace = layer.workspace ?? "";
  await removeLayer(writer, workspace, layer.name);
  const kind = layer.value.type === "RASTER" ? "coverage" : "feature-type";
  if (options.recurse) await writer.remove({ kind, workspace, name: layer.name });
}

/** Takes a style out of every layer that uses it: defaults fall back, alternates vanish. */
export async function detachStyle(writer: CatalogWriter, style: StyleKey): Promise<void> {
  const gone = styleLink(style);
  for (const layer of await writer.linked("layer", gone)) {
    const { defaultStyle, styles } = layer.value;
    await putLayer(writer, layer, {
      ...layer.value,
      defaultStyle: styleLink(defaultStyle) === gone ? firstStyle(layer.value.type) : defaultStyle,
      styles: styles.filter((other) => styleLink(other) !== gone),
    });
  }
}
