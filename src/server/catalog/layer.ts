/** Commands on layers, and the cascades of their removal. */
import { renamedRuleKey, ruleTargetsLayer } from "../../model/access-rule.ts";
import {
  formatName,
  splitQualifiedName,
  type Layer,
  type LayerPatch,
  type QualifiedName,
} from "../../model/layer.ts";
import { dropRules, moveRule } from "./access-rules.ts";
import { merged } from "./patch.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import {
  detachGroupStyle,
  updateLayerReferences,
  refuseGroupUse,
  takeOutOfGroups,
} from "./layer-group-references.ts";
import { memberLink, styleLink } from "./links.ts";
import type { RecordKind, Stored } from "./records.ts";
import { removeTemplates } from "./template-files.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** For layers of unknown geometry. */
const FALLBACK_STYLE: QualifiedName = { workspace: null, name: "generic" };

/** For coverages and cascaded layers. */
const RASTER_STYLE: QualifiedName = { workspace: null, name: "raster" };

export function firstStyle(type: Layer["type"]): QualifiedName {
  return type === "VECTOR" ? FALLBACK_STYLE : RASTER_STYLE;
}

/** The kinds of records that layers show, by their types. */
export const shownKinds = {
  VECTOR: "feature-type",
  RASTER: "coverage",
  WMS: "wms-layer",
  WMTS: "wmts-layer",
} as const satisfies Readonly<Record<Layer["type"], RecordKind>>;

/** A name without workspace prefers the default workspace. */
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

/** Updates a layer. `enabled` is also written to the resource, because both are one flag. */
export async function updateLayer(
  writer: CatalogWriter,
  dialect: Dialect,
  { layer, patch }: { readonly layer: Stored<"layer">; readonly patch: LayerPatch },
): Promise<void> {
  const find = (style: QualifiedName) => usable(writer, dialect, { layer, style });
  const defaultStyle = patch.defaultStyle && (await find(patch.defaultStyle));
  const styles: QualifiedName[] = [];
  for (const style of patch.styles ?? layer.value.styles) {
    const found = await find(style);
    if (found !== undefined) styles.push(found);
  }
  const drawn = { ...patch, defaultStyle, styles: uniqueStyles(styles) };
  await writer.put({ kind: "layer", ...layer }, merged(layer.value, drawn));
  if (patch.enabled !== undefined) await enableBehind(writer, layer, patch.enabled);
}

async function enableBehind(
  writer: CatalogWriter,
  { workspace, name, value }: Stored<"layer">,
  enabled: boolean,
): Promise<void> {
  const kind = shownKinds[value.type];
  const shown = await writer.get(kind, workspace, name);
  if (shown === undefined || shown.value.enabled === enabled) return;
  await writer.put({ kind, workspace, name }, { ...shown.value, enabled });
}

export async function copyEnabled(
  writer: CatalogWriter,
  { workspace, name }: { readonly workspace: string; readonly name: string },
  enabled: boolean,
): Promise<void> {
  const layer = await writer.get("layer", workspace, name);
  if (layer === undefined || layer.value.enabled === enabled) return;
  await writer.put({ kind: "layer", ...layer }, { ...layer.value, enabled });
}

/** Throws not-found if the style does not exist. */
export async function offerStyle(
  writer: CatalogWriter,
  layer: Stored<"layer">,
  { style, asDefault }: { readonly style: QualifiedName; readonly asDefault: boolean },
): Promise<void> {
  const found = await findUsableStyle(writer, layer.workspace, style);
  if (found === undefined) throw new CatalogError("not-found", noSuchStyle(style));
  await writer.put(
    { kind: "layer", ...layer },
    {
      ...layer.value,
      defaultStyle: asDefault ? found : layer.value.defaultStyle,
      styles: uniqueStyles([...layer.value.styles, found]),
    },
  );
}

function noSuchStyle(style: QualifiedName): string {
  return `No such style: ${formatName(style)}`;
}

/** For a bare name, a global style has precedence over one in workspace `from`. */
export async function findUsableStyle(
  reader: CatalogReader,
  from: string | null,
  style: QualifiedName,
): Promise<QualifiedName | undefined> {
  const places = style.workspace === null ? [null, from] : [style.workspace];
  for (const workspace of new Set(places)) {
    if ((await reader.get("style", workspace, style.name)) !== undefined)
      return { workspace, name: style.name };
  }
  return undefined;
}

/** The dialect drops or refuses unknown styles. Deviation: references-whole. */
async function usable(
  reader: CatalogReader,
  { unknownMembers }: Dialect,
  { layer, style }: { readonly layer: Stored<"layer">; readonly style: QualifiedName },
): Promise<QualifiedName | undefined> {
  const found = await findUsableStyle(reader, layer.workspace, style);
  if (found !== undefined || unknownMembers === "drop") return found;
  throw new CatalogError("style-unresolved", noSuchStyle(style));
}

function uniqueStyles(styles: readonly QualifiedName[]): readonly QualifiedName[] {
  return [...new Map(styles.map((style) => [styleLink(style), style])).values()];
}

/** Removes a layer, its access rules and group memberships (docs/compatibility.md, "Cascades"). */
export async function removeLayer(
  writer: CatalogWriter,
  workspace: string,
  name: string,
): Promise<void> {
  await takeOutOfGroups(writer, memberLink("layer", { workspace, name }));
  for (const kind of ["layer", "tile-layer"] as const)
    await writer.remove({ kind, workspace, name });
  await dropRules(writer, (key) => ruleTargetsLayer(key, workspace, name));
}

/** Rules and groups follow. Throws if a rule cannot follow, since it would guard nothing. */
export async function renameLayer(
  writer: CatalogWriter,
  { workspace, from, to }: { workspace: string; from: string; to: string },
): Promise<void> {
  if ((await writer.get("layer", workspace, from)) === undefined) return;
  // Replaces the tile layer of a group with the new name.
  if ((await writer.get("tile-layer", workspace, from)) !== undefined)
    await writer.remove({ kind: "tile-layer", workspace, name: to });
  for (const kind of ["layer", "tile-layer"] as const)
    await writer.rename({ kind, workspace, name: from }, { workspace, name: to });
  await updateLayerReferences(writer, { workspace, name: from }, { workspace, name: to });
  for (const { name } of await writer.list("access-rule")) {
    if (!ruleTargetsLayer(name, workspace, from)) continue;
    const key = renamedRuleKey(name, { layer: to });
    if (key === undefined) {
      const message = `The access rule ${name} cannot follow to the name '${to}'; remove the rule first`;
      throw new CatalogError("name-invalid", message);
    }
    await moveRule(writer, name, key);
  }
}

/** With `recurse`, also removes the resource; without, throws if a group contains the layer. */
export async function deleteLayer(
  writer: CatalogWriter,
  layer: Stored<"layer">,
  options: { recurse: boolean },
): Promise<void> {
  const workspace = layer.workspace ?? "";
  if (!options.recurse) await refuseLayerInGroup(writer, workspace, layer.name);
  await removeLayer(writer, workspace, layer.name);
  if (!options.recurse) return;
  const kind = shownKinds[layer.value.type];
  const shown = await writer.get(kind, workspace, layer.name);
  await writer.remove({ kind, workspace, name: layer.name });
  if (shown !== undefined && "store" in shown.value)
    await removeTemplates(writer, workspace, `${shown.value.store}/${layer.name}`);
}

export async function refuseLayerInGroup(
  reader: CatalogReader,
  workspace: string,
  name: string,
): Promise<void> {
  await refuseGroupUse(reader, memberLink("layer", { workspace, name }), "layer");
}

/** Default styles fall back, groups use the layer's default. Deviation: style-fallback. */
export async function detachStyle(
  writer: CatalogWriter,
  { styleFallsBackTo }: Pick<Dialect, "styleFallsBackTo">,
  style: QualifiedName,
): Promise<void> {
  const gone = styleLink(style);
  for (const layer of await writer.linked("layer", gone)) {
    const { defaultStyle, type } = layer.value;
    const styles = layer.value.styles.filter((other) => styleLink(other) !== gone);
    const alternate = styleFallsBackTo === "alternate" ? styles[0] : undefined;
    const next = alternate ?? firstStyle(type);
    await writer.put(
      { kind: "layer", ...layer },
      {
        ...layer.value,
        defaultStyle: defaultStyle && styleLink(defaultStyle) === gone ? next : defaultStyle,
        styles,
      },
    );
  }
  await detachGroupStyle(writer, style, (layer) => defaultStyleOf(writer, layer));
}

async function defaultStyleOf(reader: CatalogReader, key: QualifiedName): Promise<QualifiedName> {
  const layer = await reader.get("layer", key.workspace, key.name);
  return layer?.value.defaultStyle ?? FALLBACK_STYLE;
}
