/** Reads published resources, each in a folder of its store. */
import { parseCascadedLayerInput } from "../../wire/cascaded-layer.ts";
import { parsePublishedInput } from "../../wire/published.ts";
import { member, memberText, type Tree } from "../../wire/tree.ts";
import { folderOf, nameOf } from "../tree/file-tree.ts";
import {
  detailsIn,
  each,
  flagIn,
  namedBy,
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
import type { CascadedStore, Published, Store } from "./objects.ts";

const parseWmsLayer = (tree: Tree) => parseCascadedLayerInput("wms", tree);
const parseWmtsLayer = (tree: Tree) => parseCascadedLayerInput("wmts", tree);

const PUBLISHED_TYPES = [
  {
    noun: "featureType",
    document: "featuretype.xml",
    kind: "FeatureType",
    store: "dataStore",
    parse: parsePublishedInput,
  },
  {
    noun: "coverage",
    document: "coverage.xml",
    kind: "Coverage",
    store: "coverageStore",
    parse: parsePublishedInput,
  },
  {
    noun: "wmsLayer",
    document: "wmslayer.xml",
    kind: "WmsLayer",
    store: "wmsStore",
    parse: parseWmsLayer,
  },
  {
    noun: "wmtsLayer",
    document: "wmtslayer.xml",
    kind: "WmtsLayer",
    store: "wmtsStore",
    parse: parseWmtsLayer,
  },
] as const;

interface Homes {
  readonly all: readonly (Store | CascadedStore)[];
  readonly find: (reference: Reference | undefined) => Store | CascadedStore | undefined;
}

type PublishedType = (typeof PUBLISHED_TYPES)[number];

/** Reads published resources. A resource without a store is reported and left out. */
export async function loadPublished(
  loading: Loading,
  stores: Homes,
  folders: readonly string[],
): Promise<ObjectIndex<Published>> {
  const homes = new Map(stores.all.map((store) => [store.folder, store]));
  const found = await each(folders, async (folder) => {
    for (const type of PUBLISHED_TYPES) {
      const document = await readDocument(loading, `${folder}/${type.document}`);
      if (document === undefined) continue;
      const about = { folder, home: homes.get(folderOf(folder)), type, stores };
      return unlessDamaged(loading, document, () => publishedOf(loading, document, about));
    }
    return undefined;
  });
  return indexOf(
    found.filter((one) => one !== undefined),
    {
      notes: loading.notes,
      scopeOf: ({ workspace }) => workspace,
      addressOf: ({ noun, workspace, name }) => {
        const { kind } = PUBLISHED_TYPES.find((type) => type.noun === noun) ?? PUBLISHED_TYPES[0];
        return { kind, workspace, name };
      },
    },
  );
}

interface Place {
  readonly folder: string;
  readonly home: Store | CascadedStore | undefined;
  readonly type: PublishedType;
  readonly stores: Homes;
}

function publishedOf(
  loading: Loading,
  document: StoredDocument,
  place: Place,
): Published | undefined {
  const { file, id, content, created, modified } = document;
  const { folder, type } = place;
  const store = storeOf(loading, document, place);
  if (store === undefined) return undefined;
  const plain = withMembers(content, { store: undefined, namespace: undefined });
  const input = type.parse(plain);
  const name = namedBy(loading, document, input.name);
  const nativeCoverage = memberText(content, "nativeCoverageName");
  return {
    id,
    file,
    folder,
    noun: type.noun,
    name,
    nativeName: input.nativeName ?? nativeCoverage ?? name,
    workspace: store.workspace,
    store: store.name,
    title: input.title ?? null,
    enabled: flagIn(loading, document, "enabled"),
    details: detailsIn(input.details),
    created,
    modified,
  };
}

function storeOf(
  { notes }: Loading,
  { file, content }: StoredDocument,
  { home, type, stores, folder }: Place,
): Store | CascadedStore | undefined {
  const noun = type.store;
  const reference = referenceIn(member(content, "store"));
  const named = stores.find(reference);
  const found = named?.noun === noun ? named : undefined;
  if (found !== undefined) return found;
  const text = reference === undefined ? "it is published from" : referenceText(reference);
  if (home?.noun === noun) {
    if (reference !== undefined) {
      const message = `The store ${text} is not there; that of the folder is taken, ${home.name}`;
      notes.damaged({ file, message });
    }
    return home;
  }
  const name = memberText(content, "name") ?? nameOf(folder);
  const message = `The store ${text} is not there or cannot be read, so ${name} is left out`;
  notes.damaged({ file, message });
  return undefined;
}
