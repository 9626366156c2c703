/** Reads published resources, each in a folder of its store. */
import { each } from "../../model/each.ts";
import { parseCascadedLayerInput } from "../../wire/cascaded-layer.ts";
import { parsePublishedInput } from "../../wire/published.ts";
import { member, memberText, type Tree } from "../../wire/tree.ts";
import { folderOf, nameOf } from "../tree/file-tree.ts";
import {
  detailsIn,
  flagIn,
  namedBy,
  readDocument,
  referenceIn,
  referenceText,
  unlessDamaged,
  withMembers,
  type Loading,
  type StoredDocument,
} from "./document.ts";
import { indexOf, type ObjectIndex } from "./index-by.ts";
import { objectOf, type Published, type Store } from "./objects.ts";

const parseWmsLayer = (tree: Tree) => parseCascadedLayerInput("wms", tree);
const parseWmtsLayer = (tree: Tree) => parseCascadedLayerInput("wmts", tree);

interface Sort {
  readonly kind: Published["kind"];
  readonly file: string;
  readonly store: Store["kind"];
  readonly parse: (tree: Tree) => ReturnType<typeof parsePublishedInput>;
}

const SORTS: readonly Sort[] = [
  {
    kind: "feature-type",
    file: "featuretype.xml",
    store: "data-store",
    parse: parsePublishedInput,
  },
  { kind: "coverage", file: "coverage.xml", store: "coverage-store", parse: parsePublishedInput },
  { kind: "wms-layer", file: "wmslayer.xml", store: "wms-store", parse: parseWmsLayer },
  { kind: "wmts-layer", file: "wmtslayer.xml", store: "wmts-store", parse: parseWmtsLayer },
];

/** Reads published resources. A resource without a store is reported and left out. */
export async function loadPublished(
  loading: Loading,
  stores: ObjectIndex<Store>,
  folders: readonly string[],
): Promise<ObjectIndex<Published>> {
  const homes = new Map(stores.all.map((store) => [folderOf(store.file), store]));
  const found = await each(folders, async (folder) => {
    for (const sort of SORTS) {
      const document = await readDocument(loading, `${folder}/${sort.file}`);
      if (document === undefined) continue;
      const about = { home: homes.get(folderOf(folder)), sort, stores };
      return unlessDamaged(loading, document, () => publishedOf(loading, document, about));
    }
    return undefined;
  });
  return indexOf(found, loading.notes);
}

interface Place {
  readonly home: Store | undefined;
  readonly sort: Sort;
  readonly stores: ObjectIndex<Store>;
}

function publishedOf(
  loading: Loading,
  document: StoredDocument,
  place: Place,
): Published | undefined {
  const { content } = document;
  const { kind, parse } = place.sort;
  const store = storeOf(loading, document, place);
  if (store === undefined) return undefined;
  const input = parse(withMembers(content, { store: undefined, namespace: undefined }));
  const name = namedBy(loading, document, input.name);
  const key = { kind, workspace: store.workspace, name };
  return objectOf(document, key, {
    store: store.name,
    nativeName: input.nativeName ?? memberText(content, "nativeCoverageName") ?? name,
    title: input.title ?? null,
    enabled: flagIn(loading, document, "enabled"),
    details: detailsIn(input.details),
  });
}

function storeOf(
  { notes }: Loading,
  { file, content }: StoredDocument,
  { home, sort, stores }: Place,
): Store | undefined {
  const reference = referenceIn(member(content, "store"));
  const named = stores.find(reference);
  const found = named?.kind === sort.store ? named : undefined;
  if (found !== undefined) return found;
  const text = reference === undefined ? "it is published from" : referenceText(reference);
  if (home?.kind === sort.store) {
    if (reference !== undefined) {
      const message = `The store ${text} is not there; that of the folder is taken, ${home.name}`;
      notes.damaged({ file, message });
    }
    return home;
  }
  const name = memberText(content, "name") ?? nameOf(folderOf(file));
  const message = `The store ${text} is not there or cannot be read, so ${name} is left out`;
  notes.damaged({ file, message });
  return undefined;
}
