/** Uploads of mosaics to the stock server, and harvests. */
import { isZip, param, flag, type Call } from "./call.ts";
import type { Answer } from "./documents.ts";
import { unzipped } from "./mapping-upload.ts";
import { folderOf, harvestPaths, indexOf } from "./mosaic-index.ts";
import { addCoverage, renewBounds } from "./publish.ts";
import { found, Refusal } from "./refusal.ts";
import { inWorkspace, now, scoped, type CoverageStore } from "./state.ts";

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
  const index = indexOf(state, store);
  if (call.query["configure"]?.toLowerCase() === "none") return store;
  if (index.rows.length === 0) throw new Refusal(500, "Error auto-configuring coverage");
  const known = inWorkspace(state.coverages, workspace).some(
    (one) => one.store === name && (one.nativeCoverageName ?? one.nativeName) === index.coverage,
  );
  const { coverage } = index;
  const named = { name: coverage, nativeName: coverage, nativeCoverageName: coverage };
  if (!known) addCoverage(state, store, { ...named, shows: coverage });
  return store;
}

/** Harvests are accepted, and nobody is told what became of the files. */
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
  const paths = way === "external" ? externalPaths(call) : await sentPaths(call, store);
  harvestPaths(state, store, indexOf(state, store), paths);
  if (flag(call, "updateBBox")) renewBounds(state, store);
  return { status: 202, body: "" };
}

async function sentPaths(call: Call, store: CoverageStore): Promise<readonly string[]> {
  const folder = folderOf(store);
  const files = isZip(call)
    ? await unzipped(call.body)
    : new Map([[call.query["filename"] ?? `${store.name}.imagemosaic`, call.body]]);
  for (const [path, bytes] of files) call.state.files.set(`${folder}/${path}`, bytes);
  return [...files.keys()];
}

/** A path, or the address of one: a file, or all files of a folder. */
function externalPaths({ state, body }: Call): readonly string[] {
  const text = new TextDecoder().decode(body);
  const isAddress = /^file:/i.test(text.trim());
  const path = isAddress ? decodeURIComponent(new URL(text.trim()).pathname) : text;
  const folder = path.endsWith("/") ? path : `${path}/`;
  const paths = [...state.disk].filter((one) => one === path || one.startsWith(folder));
  if (paths.length > 0) return paths;
  if (isAddress) throw new Refusal(400, `Failed to locate the input file ${text}`);
  throw new Refusal(500, "Error while storing uploaded file:");
}
