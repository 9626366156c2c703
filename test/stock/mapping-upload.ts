/** Uploads of app-schema mappings to the stock server, which are anything but all or nothing. */
import { readZip } from "../../src/wire/zip.ts";
import { isZip, param, type Call } from "./call.ts";
import type { Answer } from "./documents.ts";
import { APP_SCHEMA, checkNamespace, DATA_DIRECTORY, open } from "./mappings.ts";
import { addFeatureType } from "./publish.ts";
import { shuffled } from "./random.ts";
import { Refusal } from "./refusal.ts";
import { inWorkspace, now, scoped, type DataStore, type State } from "./state.ts";

/** Stores the bytes, then the entry, and opens the mapping last. */
export async function uploadMapping(call: Call): Promise<Answer> {
  const { state } = call;
  const [way = "", format = ""] = param(call, "upload").split(".");
  if (way === "remote") throw new Refusal(400, `Unrecognized file upload method: ${way}`);
  if (format !== "appschema") throw new Refusal(400, `Unsupported format: ${format}`);
  const [workspace, name] = [param(call, "workspace"), param(call, "store")];
  const folder = `data/${workspace}/${name}`;
  const main = await keep(call, folder, `${name}.appschema`);
  const namespace = state.workspaces.get(workspace)?.uri;
  if (namespace === undefined)
    throw new Refusal(500, 'Cannot invoke "org.geoserver.catalog.NamespaceInfo.getURI()"');
  const store = entryOf(state, { workspace, name, namespace, main: `${folder}/${main}` });
  const { configure = "first" } = call.query;
  if (configure.toLowerCase() === "none") return { status: 201, body: "" };
  const names = shuffled(state.random, open(state, store));
  checkNamespace(state, store);
  const wanted = configure.toLowerCase() === "all" ? names : names.slice(0, 1);
  for (const native of wanted) configureType(state, store, native);
  return { status: wanted.length > 0 ? 201 : 202, body: "" };
}

/** Writes what was sent; the folder is emptied only where the very same file is there. */
async function keep({ state, ...call }: Call, folder: string, file: string): Promise<string> {
  if (state.files.has(`${folder}/${file}`)) {
    for (const path of state.files.keys()) {
      if (path.startsWith(`${folder}/`)) state.files.delete(path);
    }
  }
  if (!isZip({ state, ...call })) {
    const name = call.query["filename"] ?? file;
    state.files.set(`${folder}/${name}`, call.body);
    return name;
  }
  const unpacked = await unzipped(call.body);
  const main = [...unpacked.keys()].find((path) => /\.appschema$/i.test(path));
  if (main === undefined)
    throw new Refusal(400, "Could not find appropriate appschema file in archive");
  for (const [path, bytes] of unpacked) state.files.set(`${folder}/${path}`, bytes);
  return main;
}

export async function unzipped(bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  try {
    return await readZip(bytes);
  } catch {
    throw new Refusal(500, "Error occured unzipping file");
  }
}

function entryOf(
  state: State,
  given: { workspace: string; name: string; namespace: string; main: string },
): DataStore {
  const { workspace, name, namespace, main } = given;
  const key = scoped(workspace, name);
  const known = state.dataStores.get(key);
  const store: DataStore = known ?? {
    workspace,
    name,
    type: APP_SCHEMA,
    description: "",
    enabled: true,
    parameters: new Map(),
    created: now(state),
  };
  if (known !== undefined) store.modified = now(state);
  store.parameters.set("dbtype", "app-schema");
  store.parameters.set("namespace", namespace);
  store.parameters.set("url", `file:${DATA_DIRECTORY}/${main}`);
  state.dataStores.set(key, store);
  return store;
}

/** A known type gets new bounds; the name of a new one is counted up where it is taken. */
function configureType(state: State, store: DataStore, nativeName: string): void {
  const { workspace } = store;
  const known = inWorkspace(state.featureTypes, workspace).find(
    (one) => one.store === store.name && one.nativeName === nativeName,
  );
  if (known !== undefined) {
    known.modified = now(state);
    return;
  }
  const isTaken = (name: string) =>
    state.featureTypes.has(scoped(workspace, name)) || state.coverages.has(scoped(workspace, name));
  let name = nativeName;
  for (let number = 1; isTaken(name); number++) name = `${nativeName}${number}`;
  addFeatureType(state, { workspace, store: store.name, name, nativeName });
}
