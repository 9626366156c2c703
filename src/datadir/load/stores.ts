/** Reads stores, each in a folder of its workspace. */
import { cascadedStoreFields } from "../../model/cascaded-store.ts";
import { storeTypeOf } from "../../model/connection-parameters.ts";
import { coverageStoreFields, type CoverageStorePatch } from "../../model/coverage-store.ts";
import type { DataStorePatch } from "../../model/data-store.ts";
import { each } from "../../model/each.ts";
import { fieldsOfPatch, usualOf, type Patch } from "../../model/schema.ts";
import { storeFields, type Store as BaseStore } from "../../model/store.ts";
import { parseCascadedStoreInput } from "../../wire/cascaded-store.ts";
import { parseCoverageStoreInput } from "../../wire/coverage-store.ts";
import { parseDataStoreInput } from "../../wire/data-store.ts";
import { member, type Tree } from "../../wire/tree.ts";
import { folderOf, nameOf } from "../tree/file-tree.ts";
import {
  detailsIn,
  flagIn,
  foldersIn,
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
import { objectOf, type Store, type Workspace } from "./objects.ts";

export interface FoundStores {
  readonly stores: ObjectIndex<Store>;
  /** Folders without a readable store. */
  readonly storeless: readonly string[];
}

type Said = Patch<BaseStore> &
  Pick<CoverageStorePatch, "storeType"> &
  Pick<DataStorePatch, "parameters">;

interface Sort {
  readonly kind: Store["kind"];
  readonly file: string;
  readonly usual: object;
  readonly parse: (tree: Tree) => Said;
}

const CASCADE = usualOf(cascadedStoreFields);
const RASTER = { ...usualOf(coverageStoreFields), storeType: "" };

const parseWmsStore = (tree: Tree) => parseCascadedStoreInput("wms", tree);
const parseWmtsStore = (tree: Tree) => parseCascadedStoreInput("wmts", tree);
const parseDataStore = (tree: Tree): Said => {
  const { parameters = new Map<string, string>(), ...patch } = parseDataStoreInput(tree);
  return { ...patch, storeType: patch.storeType ?? storeTypeOf(parameters), parameters };
};

const SORTS: readonly Sort[] = [
  { kind: "data-store", file: "datastore.xml", usual: usualOf(storeFields), parse: parseDataStore },
  {
    kind: "coverage-store",
    file: "coveragestore.xml",
    usual: RASTER,
    parse: parseCoverageStoreInput,
  },
  { kind: "wms-store", file: "wmsstore.xml", usual: CASCADE, parse: parseWmsStore },
  { kind: "wmts-store", file: "wmtsstore.xml", usual: CASCADE, parse: parseWmtsStore },
];

/** These folders of a workspace are not stores. */
const OTHERS = new Set(["styles", "layergroups", "gwc-layers", "templates", "images"]);

export async function loadStores(
  loading: Loading,
  workspaces: ObjectIndex<Workspace>,
): Promise<FoundStores> {
  const stores: Store[] = [];
  const storeless: string[] = [];
  for (const home of workspaces.all) {
    const folders = await foldersIn(loading, folderOf(home.file));
    await each(
      folders.filter((folder) => !OTHERS.has(nameOf(folder))),
      async (folder) => {
        const found = await loadStore(loading, { home, folder, workspaces });
        if (found === undefined) storeless.push(folder);
        else stores.push(found);
      },
    );
  }
  stores.sort((a, b) => (a.file < b.file ? -1 : 1));
  const scopeOf = ({ kind, workspace }: Store) => `${kind} ${workspace}`;
  return { stores: indexOf(stores, loading.notes, scopeOf), storeless };
}

interface Place {
  readonly home: Workspace;
  readonly folder: string;
  readonly workspaces: ObjectIndex<Workspace>;
}

async function loadStore(loading: Loading, place: Place): Promise<Store | undefined> {
  for (const sort of SORTS) {
    const document = await readDocument(loading, `${place.folder}/${sort.file}`);
    if (document === undefined) continue;
    return unlessDamaged(loading, document, () => storeOf(loading, document, { place, sort }));
  }
  return undefined;
}

function storeOf(
  loading: Loading,
  document: StoredDocument,
  { place, sort }: { readonly place: Place; readonly sort: Sort },
): Store {
  const { kind, usual, parse } = sort;
  const patch = parse(withMembers(document.content, { workspace: undefined }));
  const { name: given, workspace: _none, details = {}, parameters, ...said } = patch;
  const name = namedBy(loading, document, given);
  const workspace = workspaceOf(loading, document, place);
  return objectOf(document, { kind, workspace, name }, {
    ...usual,
    ...fieldsOfPatch(said),
    ...(parameters && { parameters: Object.fromEntries(parameters) }),
    enabled: flagIn(loading, document, "enabled"),
    details: detailsIn(details),
  } as Store["value"]) as Store;
}

function workspaceOf({ notes }: Loading, document: StoredDocument, place: Place): string {
  const { file, content } = document;
  const reference = referenceIn(member(content, "workspace"));
  const found = place.workspaces.find(reference);
  if (found === undefined && reference !== undefined) {
    const message = `The workspace ${referenceText(reference)} is not there; that of the folder is taken, ${place.home.name}`;
    notes.damaged({ file, message });
  }
  return found?.name ?? place.home.name;
}
