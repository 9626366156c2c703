/** Uploads of mosaics to the stock server, and harvests. */
import { isZip, param, flag, type Call } from "./call.ts";
import type { Answer } from "./documents.ts";
import { unzipped } from "./mapping-upload.ts";
import { folderOf, harvestPaths, indexOf } from "./mosaic-index.ts";
import { addCoverage, renewBounds } from "./publish.ts";
import { found, Refusal } from "./refusal.ts";
import {
  inWorkspace,
  now,
  scoped,
  type CoverageStore,
  type MosaicIndex,
  type State,
} from "./state.ts";

const FORMATS = ["imagemosaic", "geotiff", "worldimage", "imagepyramid", "arcgrid"];

function formatOf(call: Call): readonly [way: string, format: string] {
  const [way = "", format = ""] = param(call, "upload").split(".");
  if (FORMATS.includes(format)) return [way, format];
  throw new Refusal(
    400,
    `Unsupported format: ${format}, available formats are: [${FORMATS.join(", ")}]`,
  );
}

/** Files are added to those that are there; an index that is there does not hear of them. */
export async function uploadMosaic(call: Call): Promise<CoverageStore> {
  const { state } = call;
  formatOf(call);
  const [workspace, name] = [param(call, "workspace"), param(call, "store")];
  const key = scoped(workspace, name);
  const folder = `data/${workspace}/${name}`;
  if (isZip(call)) {
    for (const [path, bytes] of await unzipped(call.body))
      state.files.set(`${folder}/${path}`, bytes);
  } else {
    state.files.set(`${folder}/${call.query["filename"] ?? `${name}.imagemosaic`}`, call.body);
  }
  if (!state.workspaces.has(workspace)) throw new Refusal(500, "Store must be part of a workspace");
  const made = { type: "ImageMosaic", description: "", enabled: true, created: now(state) };
  const store = state.coverageStores.get(key) ?? {
    workspace,
    name,
    url: `file:${folder}`,
    ...made,
  };
  state.coverageStores.set(key, store);
  // Nobody looks into what is only put there.
  if (call.query["configure"]?.toLowerCase() === "none") return store;
  const index = opened(state, store);
  if (index.rows.length === 0) throw new Refusal(500, "Error auto-configuring coverage");
  const known = inWorkspace(state.coverages, workspace).some(
    (one) => one.store === name && (one.nativeCoverageName ?? one.nativeName) === index.coverage,
  );
  const { coverage } = index;
  const named = { name: coverage, nativeName: coverage, nativeCoverageName: coverage };
  if (!known) addCoverage(state, store, { ...named, shows: coverage });
  return store;
}

/** The entry of a store stays when its mosaic turns out to be unreadable. */
function opened(state: State, store: CoverageStore): MosaicIndex {
  try {
    return indexOf(state, store);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(500, "Could not acquire reader for coverage.");
  }
}

/** Harvests are accepted, and nobody is reported what became of the files. */
export async function harvest(call: Call): Promise<Answer> {
  const { state } = call;
  const [way, format] = formatOf(call);
  const [workspace, name] = [param(call, "workspace"), param(call, "store")];
  const store = found(
    state.coverageStores.get(scoped(workspace, name)),
    `No such coverage store: ${workspace},${name}`,
  );
  if (format !== "imagemosaic" || store.type !== "ImageMosaic")
    throw new Refusal(405, "Coverage store found, but it does not support resource harvesting");
  // The reader is opened before anything is kept of what was sent.
  const index = indexOf(state, store);
  if (way === "remote") harvestRemote(call, index);
  const paths =
    way === "external" ? externalPaths(call) : way === "remote" ? [] : await sentPaths(call, store);
  harvestPaths(state, store, index, paths);
  if (flag(call, "updateBBox")) renewBounds(state, store);
  return { status: 202, body: "" };
}

/** Nothing happens, and nobody is told so, without the module or where the address cannot be read. */
function harvestRemote({ state, body }: Call, index: MosaicIndex): void {
  const location = new TextDecoder().decode(body);
  const isRead = state.modules.has("cog") && state.disk.has(location);
  if (!isRead || index.rows.some((row) => row.location === location)) return;
  index.rows = [...index.rows, { id: index.next, location, time: null }];
  index.next += 1;
}

async function sentPaths(call: Call, store: CoverageStore): Promise<readonly string[]> {
  const folder = folderOf(store);
  const files = isZip(call)
    ? await unzipped(call.body)
    : new Map([[call.query["filename"] ?? `${store.name}.imagemosaic`, call.body]]);
  for (const [path, bytes] of files) call.state.files.set(`${folder}/${path}`, bytes);
  return [...files.keys()];
}

/** A path of a file, or of a folder with all its files; addresses are refused until a URL check lets them pass. */
function externalPaths({ state, body }: Call): readonly string[] {
  const path = new TextDecoder().decode(body);
  if (/^file:/i.test(path.trim()))
    throw new Refusal(400, `Failed to locate the input file ${path}`);
  const folder = path.endsWith("/") ? path : `${path}/`;
  const paths = [...state.disk].filter((one) => one === path || one.startsWith(folder));
  if (paths.length > 0) return paths;
  throw new Refusal(500, "Error while storing uploaded file:");
}
