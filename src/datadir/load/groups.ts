/** Reads layer groups in the `layergroups` folder of their scope. */
import { each } from "../../model/each.ts";
import type { QualifiedName } from "../../model/layer.ts";
import { world, type Bounds } from "../../model/bounds.ts";
import { groupFlags, groupModeOf, type MemberType } from "../../model/layer-group.ts";
import { parseBounds } from "../../wire/bounds.ts";
import { layerGroupElements, parseLayerGroupInput } from "../../wire/layer-group.ts";
import { member, memberText, type Tree } from "../../wire/tree.ts";
import { WireError } from "../../wire/wire-error.ts";
import { folderOf, nameOf } from "../tree/file-tree.ts";
import {
  documentsIn,
  readDocument,
  referenceIn,
  referenceText,
  reportOthers,
  without,
  type Loading,
  type Reference,
  type StoredDocument,
} from "./document.ts";
import { indexOf, type ObjectIndex } from "./index-by.ts";
import { objectOf, type Layer, type LayerGroup, type Workspace } from "./objects.ts";
import { styleOf, type Styles } from "./styles.ts";

interface Referred {
  readonly layers: ObjectIndex<Layer>;
  readonly styles: Styles;
}

/** A group with unresolved members. */
interface Draft extends Omit<LayerGroup, "value"> {
  readonly document: StoredDocument;
}

export async function loadGroups(
  loading: Loading,
  workspaces: readonly Workspace[],
  referred: Referred,
): Promise<readonly LayerGroup[]> {
  const places = [
    { workspace: null, folder: "layergroups" },
    ...workspaces.map(({ name, file }) => ({
      workspace: name,
      folder: `${folderOf(file)}/layergroups`,
    })),
  ];
  const found = await each(places, async ({ workspace, folder }) =>
    each(await documentsIn(loading, folder), async (file) => {
      const document = await readDocument(loading, file);
      if (document === undefined) return undefined;
      const { id, content } = document;
      const name = memberText(content, "name") || nameOf(file).replace(/\.xml$/i, "");
      return { kind: "layer-group", id, name, file, workspace, document } as const;
    }),
  );
  const drafts = indexOf<Draft>(found.flat(), loading.notes);
  return drafts.all.flatMap((draft) => groupOf(loading, draft, { ...referred, drafts }) ?? []);
}

type Lookup = Referred & { readonly drafts: ObjectIndex<Draft> };

function groupOf(loading: Loading, draft: Draft, lookup: Lookup): LayerGroup | undefined {
  const { file, document } = draft;
  const { content } = document;
  try {
    const { description } = parseLayerGroupInput(without(content, REFERRING));
    reportOthers(loading, document, READ);
    return objectOf(document, draft, {
      mode: groupModeOf(memberText(content, "mode") ?? "") ?? "SINGLE",
      members: membersOf(loading, draft, lookup),
      root: rootOf(loading, draft, lookup),
      bounds: boundsOf(loading, draft),
      description,
    });
  } catch (error) {
    loading.notes.unreadable(file, error, addressOf(draft));
    return undefined;
  }
}

/** References and bounds are parsed here. */
const REFERRING = [
  "workspace",
  "publishables",
  "layers",
  "styles",
  "rootLayer",
  "rootLayerStyle",
  "bounds",
];

const READ = [...REFERRING, ...Object.keys(groupFlags), ...layerGroupElements];

function addressOf({ workspace, name }: Draft) {
  return { kind: "LayerGroup", workspace, name };
}

/** Gives list elements with empty ones in place, because styles match members by index. */
function placesIn(tree: Tree | undefined): readonly Tree[] {
  if (tree === undefined) return [];
  return Array.isArray(tree) ? (tree as readonly Tree[]) : [tree];
}

function membersOf(loading: Loading, draft: Draft, lookup: Lookup): LayerGroup["value"]["members"] {
  const { content } = draft.document;
  const published = member(member(content, "publishables"), "published");
  const entries = placesIn(published ?? member(member(content, "layers"), "layer"));
  const styles = placesIn(member(member(content, "styles"), "style"));
  return entries.flatMap((entry, index) => {
    const isGroup = memberText(entry, "@type")?.toLowerCase() === "layergroup";
    const type: MemberType = isGroup ? "layerGroup" : "layer";
    const reference = referenceIn(entry);
    const found = reference && memberOf(reference, type, draft, lookup);
    if (found === undefined) {
      const what = reference === undefined ? "" : ` ${referenceText(reference)}`;
      report(loading, draft, `Member ${index + 1}${what} is not there; it is left out`);
      return [];
    }
    const style = referenceIn(styles[index]);
    return [{ type, ...found, style: drawnWith(loading, draft, lookup, style) }];
  });
}

function memberOf(
  reference: Reference,
  type: MemberType,
  { workspace }: Draft,
  { layers, drafts }: Lookup,
): QualifiedName | undefined {
  if (type === "layerGroup") {
    const group = drafts.find(reference, workspace) ?? drafts.find(reference, null);
    return group && { workspace: group.workspace, name: group.name };
  }
  const { id, name } = reference;
  const colon = name?.indexOf(":") ?? -1;
  const layer =
    colon > 0
      ? layers.find({ id, name: name?.slice(colon + 1) }, name?.slice(0, colon))
      : layers.find(reference, workspace);
  return layer && { workspace: layer.workspace, name: layer.name };
}

function drawnWith(
  loading: Loading,
  draft: Draft,
  { styles }: Lookup,
  reference: Reference | undefined,
): QualifiedName | null {
  if (reference === undefined || reference.name === "null") return null;
  const style = styleOf(styles, reference, draft.workspace);
  if (style !== undefined) return { workspace: style.workspace, name: style.name };
  const what = `The style ${referenceText(reference)} of a member is not there`;
  report(loading, draft, `${what}; the layer's own default is taken`);
  return null;
}

function rootOf(loading: Loading, draft: Draft, lookup: Lookup): LayerGroup["value"]["root"] {
  const { content } = draft.document;
  const [layer, style] = ["rootLayer", "rootLayerStyle"].map((name) =>
    referenceIn(member(content, name)),
  );
  if (layer === undefined) return null;
  const found = memberOf(layer, "layer", draft, lookup);
  const drawn = style && styleOf(lookup.styles, style, draft.workspace);
  if (found !== undefined && drawn !== undefined)
    return { layer: found, style: { workspace: drawn.workspace, name: drawn.name } };
  report(loading, draft, "The root layer of the group, or its style, does not exist");
  return null;
}

function boundsOf(loading: Loading, draft: Draft): Bounds {
  try {
    const bounds = parseBounds(member(draft.document.content, "bounds"));
    if (bounds !== undefined) return bounds;
    report(loading, draft, "The group has no bounds; they are taken for the whole world");
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    report(loading, draft, `${error.message}; the bounds are taken for the whole world`);
  }
  return world;
}

function report({ notes }: Loading, draft: Draft, message: string): void {
  notes.damaged({ file: draft.file, message, address: addressOf(draft) });
}
