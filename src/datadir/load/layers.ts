/** Reads layers, which lie beside their resources. */
import { each } from "../../model/each.ts";
import { fieldsOfPatch, usualOf } from "../../model/schema.ts";
import { layerFields, type Layer as LayerValue, type QualifiedName } from "../../model/layer.ts";
import { shownKinds } from "../../server/catalog/layer.ts";
import { parseLayerInput } from "../../wire/layer.ts";
import { asList, member } from "../../wire/tree.ts";
import { folderOf } from "../tree/file-tree.ts";
import {
  detailsIn,
  readDocument,
  referenceIn,
  referenceText,
  unlessDamaged,
  withMembers,
  type Loading,
  type Reference,
  type StoredDocument,
} from "./document.ts";
import { indexOf, type ObjectIndex } from "./index-by.ts";
import { objectOf, type Layer, type Published } from "./objects.ts";
import { styleOf, type Styles } from "./styles.ts";

/** Reads the layers of folders. A layer without a resource is reported and left out. */
export async function loadLayers(
  loading: Loading,
  { published, styles }: { published: ObjectIndex<Published>; styles: Styles },
  folders: readonly string[],
): Promise<ObjectIndex<Layer>> {
  const besides = new Map(published.all.map((one) => [folderOf(one.file), one]));
  const found = await each(folders, async (folder) => {
    const document = await readDocument(loading, `${folder}/layer.xml`);
    if (document === undefined) return undefined;
    const reference = referenceIn(member(document.content, "resource"));
    const shown = published.find(reference) ?? besides.get(folder);
    if (shown === undefined) {
      const what = reference === undefined ? "" : ` ${referenceText(reference)}`;
      const message = `The feature type or coverage of the layer${what} is missing, so the layer is left out`;
      loading.notes.damaged({ file: document.file, message });
      return undefined;
    }
    return unlessDamaged(loading, document, () => layerOf(loading, document, { shown, styles }));
  });
  const layers = indexOf(found, loading.notes);
  for (const { file, kind, name, workspace } of published.all) {
    if (layers.find({ id: undefined, name }, workspace) !== undefined) continue;
    const message = `There is no layer of ${WORDS[kind]} ${name}, so nothing says how it is drawn`;
    loading.notes.damaged({ file, message, address: { kind: "Layer", workspace, name } });
  }
  return layers;
}

const WORDS: Readonly<Record<Published["kind"], string>> = {
  "feature-type": "feature type",
  coverage: "coverage",
  "wms-layer": "WMS layer",
  "wmts-layer": "WMTS layer",
};

const TYPES = Object.fromEntries(
  Object.entries(shownKinds).map(([type, kind]) => [kind, type]),
) as Readonly<Record<Published["kind"], LayerValue["type"]>>;

function layerOf(
  loading: Loading,
  document: StoredDocument,
  { shown, styles }: { readonly shown: Published; readonly styles: Styles },
): Layer {
  const { content, file } = document;
  const bare = { defaultStyle: undefined, styles: undefined, resource: undefined };
  const patch = parseLayerInput(withMembers(content, bare));
  const { name, workspace, kind } = shown;
  const address = { kind: "Layer", workspace, name };
  const meant = (reference: Reference | undefined, what: string): QualifiedName | null => {
    const style = styleOf(styles, reference, workspace);
    if (style !== undefined) return { workspace: style.workspace, name: style.name };
    if (reference !== undefined) {
      const message = `The ${what} ${referenceText(reference)} of layer ${name} is not there; it is left out`;
      loading.notes.damaged({ file, message, address });
    }
    return null;
  };
  const others = asList(member(member(content, "styles"), "style"));
  return objectOf(
    document,
    { kind: "layer", workspace, name },
    {
      ...usualOf(layerFields),
      ...fieldsOfPatch(patch),
      type: TYPES[kind],
      store: shown.value.store,
      // Servers ignore the flag of the layer's document and use that of the resource.
      enabled: shown.value.enabled,
      defaultStyle: meant(referenceIn(member(content, "defaultStyle")), "default style"),
      styles: others.flatMap((one) => meant(referenceIn(one), "style") ?? []),
      details: detailsIn(patch.details),
    },
  );
}
