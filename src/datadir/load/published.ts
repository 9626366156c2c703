/** Feature types and coverages: a folder each in the folder of their store. */
import { parsePublishedInput } from "../../wire/published.ts";
import { member, memberText } from "../../wire/tree.ts";
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
  type StoredDocument,
} from "./document.ts";
import { indexOf, type ObjectIndex } from "./index-by.ts";
import type { Published, Store } from "./objects.ts";

const PUBLISHED_TYPES = [
  { noun: "featureType", document: "featuretype.xml", kind: "FeatureType" },
  { noun: "coverage", document: "coverage.xml", kind: "Coverage" },
] as const;

type PublishedType = (typeof PUBLISHED_TYPES)[number];

/** Reads what folders in those of stores publish; what no store is there for is reported and left out. */
export async function loadPublished(
  loading: Loading,
  stores: ObjectIndex<Store>,
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
        const kind = noun === "coverage" ? "Coverage" : "FeatureType";
        return { kind, workspace, name };
      },
    },
  );
}

interface Place {
  readonly folder: string;
  readonly home: Store | undefined;
  readonly type: PublishedType;
  readonly stores: ObjectIndex<Store>;
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
  const input = parsePublishedInput(plain);
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
): Store | undefined {
  const noun = type.noun === "coverage" ? "coverageStore" : "dataStore";
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
