/** Reads stores, each in a folder of its workspace. */
import { storeTypeOf } from "../../model/connection-parameters.ts";
import { cascadedStoreFields, type CascadedStore as Cascade } from "../../model/cascaded-store.ts";
import { coverageStoreFields, type CoverageStore } from "../../model/coverage-store.ts";
import { type Patch, fieldsOfPatch, usualOf } from "../../model/schema.ts";
import { storeFields, type Store as BaseStore } from "../../model/store.ts";
import { member } from "../../wire/tree.ts";
import { parseCascadedStoreInput } from "../../wire/cascaded-store.ts";
import { parseCoverageStoreInput } from "../../wire/coverage-store.ts";
import { parseDataStoreInput } from "../../wire/data-store.ts";
import { nameOf } from "../tree/file-tree.ts";
import {
  detailsIn,
  each,
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
import type { CascadedStore, Store, Workspace } from "./objects.ts";

export interface FoundStores {
  readonly stores: ObjectIndex<Store>;
  readonly cascaded: ObjectIndex<CascadedStore>;
  /** Folders without a readable store. */
  readonly storeless: readonly string[];
}

/** These folders of a workspace are not stores. */
const OTHERS = new Set(["styles", "layergroups", "gwc-layers", "templates", "images"]);

export async function loadStores(
  loading: Loading,
  workspaces: ObjectIndex<Workspace>,
): Promise<FoundStores> {
  const stores: Store[] = [];
  const cascaded: CascadedStore[] = [];
  const storeless: string[] = [];
  for (const home of workspaces.all) {
    const folders = await foldersIn(loading, home.folder);
    await each(
      folders.filter((folder) => !OTHERS.has(nameOf(folder))),
      async (folder) => {
        const found = await loadStore(loading, { home, folder, workspaces });
        if (found === undefined) storeless.push(folder);
        else if (isCascaded(found)) cascaded.push(found);
        else stores.push(found);
      },
    );
  }
  stores.sort((a, b) => (a.file < b.file ? -1 : 1));
  const index = indexOf(stores, {
    notes: loading.notes,
    scopeOf: ({ noun, workspace }) => `${noun} ${workspace}`,
    addressOf: ({ noun, workspace, name }) => ({ kind: KINDS[noun], workspace, name }),
  });
  cascaded.sort((a, b) => (a.file < b.file ? -1 : 1));
  const cascades = indexOf(cascaded, {
    notes: loading.notes,
    scopeOf: ({ noun, workspace }) => `${noun} ${workspace}`,
    addressOf: ({ noun, workspace, name }) => ({ kind: KINDS[noun], workspace, name }),
  });
  return { stores: index, cascaded: cascades, storeless };
}

const KINDS = {
  dataStore: "DataStore",
  coverageStore: "CoverageStore",
  wmsStore: "WmsStore",
  wmtsStore: "WmtsStore",
} as const;

function isCascaded(store: Store | CascadedStore): store is CascadedStore {
  return store.noun === "wmsStore" || store.noun === "wmtsStore";
}

interface Place {
  readonly home: Workspace;
  readonly folder: string;
  readonly workspaces: ObjectIndex<Workspace>;
}

async function loadStore(
  loading: Loading,
  place: Place,
): Promise<Store | CascadedStore | undefined> {
  const { folder } = place;
  const data = await readDocument(loading, `${folder}/datastore.xml`);
  if (data !== undefined)
    return unlessDamaged(loading, data, () => dataStoreOf(loading, data, place));
  const coverage = await readDocument(loading, `${folder}/coveragestore.xml`);
  if (coverage !== undefined)
    return unlessDamaged(loading, coverage, () => coverageStoreOf(loading, coverage, place));
  for (const noun of ["wmsStore", "wmtsStore"] as const) {
    const document = await readDocument(loading, `${folder}/${noun.toLowerCase()}.xml`);
    if (document === undefined) continue;
    const cascade = () => cascadedStoreOf(loading, document, { ...place, noun });
    return unlessDamaged(loading, document, cascade);
  }
  return undefined;
}

function dataStoreOf(loading: Loading, document: StoredDocument, place: Place): Store {
  const patch = parseDataStoreInput(withMembers(document.content, { workspace: undefined }));
  const { parameters = new Map<string, string>() } = patch;
  const storeType = patch.storeType ?? storeTypeOf(parameters);
  const common = commonOf(loading, document, place, patch);
  const unused = usualOf(coverageStoreFields);
  return { ...unused, ...common, noun: "dataStore", storeType, parameters };
}

function coverageStoreOf(loading: Loading, document: StoredDocument, place: Place): Store {
  const patch = parseCoverageStoreInput(withMembers(document.content, { workspace: undefined }));
  const given = { ...usualOf(coverageStoreFields), ...fieldsOfPatch<CoverageStore>(patch) };
  const common = commonOf(loading, document, place, patch);
  const parameters = new Map<string, string>();
  return {
    ...given,
    ...common,
    noun: "coverageStore",
    storeType: given.storeType ?? "",
    parameters,
  };
}

function commonOf(
  loading: Loading,
  document: StoredDocument,
  place: Place,
  patch: Patch<BaseStore>,
) {
  const { file, id, created, modified } = document;
  const { folder } = place;
  const name = namedBy(loading, document, patch.name);
  const workspace = workspaceOf(loading, document, place);
  const enabled = flagIn(loading, document, "enabled");
  const details = detailsIn(patch.details ?? {});
  const given = { ...usualOf(storeFields), ...fieldsOfPatch(patch) };
  const found = { id, name, file, folder, created, modified };
  return { ...given, ...found, workspace, enabled, details };
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

const SERVICES = { wmsStore: "wms", wmtsStore: "wmts" } as const;

function cascadedStoreOf(
  loading: Loading,
  document: StoredDocument,
  place: Place & { readonly noun: CascadedStore["noun"] },
): CascadedStore {
  const { noun } = place;
  const content = withMembers(document.content, { workspace: undefined });
  const patch = parseCascadedStoreInput(SERVICES[noun], content);
  const given = { ...usualOf(cascadedStoreFields), ...fieldsOfPatch<Cascade>(patch) };
  return { ...given, ...commonOf(loading, document, place, patch), noun };
}
