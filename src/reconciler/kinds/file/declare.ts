/**
 * Declares user files of the data directory. Several styles may share the images in folders
 * beside them, so these are declared as files.
 */
import { extname, posix } from "node:path";
import { dataFileProblem } from "../../../model/data-file.ts";
import { dataFile as limits } from "../../../model/limits.ts";
import { styleFolder } from "../../../model/style.ts";
import { count } from "../../../model/count.ts";
import type { Declare, DeclarePlace, KindContext, LeaveOut, Undeclared } from "../../kind.ts";
import { hideSecrets } from "../artefact/hide.ts";
import { declareEach, fromTheStart, goneMeanwhile, unread } from "../declare/each.ts";
import { orLeftOut } from "../declare/left-out.ts";
import { filesInUse } from "../style/in-use.ts";
import { byFolder, folderOf } from "./by-folder.ts";
import { bytesOfFile, fileAt, isFileAt, namesInFolder } from "./stored.ts";
import { saysTileDefaults, TILE_DEFAULTS } from "./tile-defaults.ts";

const FILES = [
  "controlflow.properties",
  TILE_DEFAULTS,
  "user_projections/epsg.properties",
  "user_projections/epsg_operations.properties",
  "user_projections/epsg_overrides.properties",
];

/** Folders whose files are all declared. */
const FOLDERS = ["layouts", "palettes", "templates", "www"];

const DRAWN = /\.(?:svg|png|jpe?g|gif|bmp|ttf|otf)$/i;

export const declareFiles: Declare = async (context, place) => {
  const { workspace } = place;
  if (!context.server.resources) {
    const undeclared = workspace === null ? [{ address: fileAt("*"), reason: NONE_SHOWN }] : [];
    return { declarations: [], undeclared };
  }
  const left: Undeclared[] = [];
  const shown = folderReader(context, (address, error) => void left.push(unread(address, error)));
  const found = [
    ...(workspace === null ? await knownFiles(shown) : []),
    ...(await sharedImages(shown, styleFolder(workspace))),
  ];
  const { taken, left: beyond } = await withinBound(found.filter(isWanted(place)), context, place);
  const declared = await declareEach(taken.map(fileAt), place, async (address) => {
    const { name } = address;
    const problem = dataFileProblem(name);
    if (problem !== undefined) return { address, reason: `Its path ${problem}` };
    const bytes = await bytesOfFile(context, name);
    if (bytes === undefined) return goneMeanwhile(address);
    if (bytes.byteLength > limits.fileBytes)
      return { address, reason: `It has more than ${limits.fileBytes} bytes` };
    if (name === TILE_DEFAULTS && !saysTileDefaults(bytes)) return fromTheStart(address);
    const file = `${place.fileName(name)}.d/${name.slice(name.lastIndexOf("/") + 1)}`;
    const hidden = hideSecrets(address, new Map([[file, bytes]]));
    if (typeof hidden === "string") return { address, reason: hidden };
    const { files: artefacts, variables, secrets } = hidden;
    const holds = Object.keys(variables).length > 0;
    const after = afterOf(name);
    const spec = {
      source: `./${file}`,
      ...(holds && { variables }),
      ...(after === undefined ? {} : { after }),
    };
    return { kind: "File", workspace: null, name, spec, artefacts, secrets };
  });
  const undeclared = [...declared.undeclared, ...beyond, ...left];
  return { declarations: byFolder(declared.declarations, place), undeclared };
};

/** Whether a file is selected, by itself or with its folder. */
function isWanted({ selects }: DeclarePlace): (name: string) => boolean {
  return (name) => {
    const folder = folderOf(name);
    const isIn = (one: string) => selects?.(fileAt(one)) ?? true;
    return isIn(name) || (folder !== undefined && isIn(folder));
  };
}

/** Takes all files that styles use, and others up to the limit. */
async function withinBound(
  names: readonly string[],
  context: KindContext,
  { workspace }: DeclarePlace,
): Promise<{ readonly taken: readonly string[]; readonly left: readonly Undeclared[] }> {
  if (names.length <= limits.files) return { taken: names, left: [] };
  const inUse = await filesInUse(context, workspace);
  const [used, others] = [true, false].map((is) => names.filter((name) => inUse.has(name) === is));
  const free = Math.max(limits.files - (used?.length ?? 0), 0);
  const beyond = others?.slice(free) ?? [];
  const left = [...Map.groupBy(beyond, (name) => folderOf(name) ?? name)].map(([folder, some]) => ({
    address: fileAt(`${folder}/*`),
    reason: `${count(some.length, "file")} of it ${some.length === 1 ? "is" : "are"} left out: there are more than ${limits.files}, and those that styles draw with come first`,
    onPurpose: true as const,
  }));
  return { taken: [...(used ?? []), ...(others ?? []).slice(0, free)], left };
}

const NONE_SHOWN = "The server shows no files of its data directory";

interface ShownFolders {
  readonly namesIn: (folder: string) => Promise<readonly string[]>;
  /** Undefined where it cannot be read. */
  readonly isFile: (path: string) => Promise<boolean | undefined>;
}

function folderReader(context: KindContext, leaveOut: LeaveOut): ShownFolders {
  return {
    namesIn: async (folder) => {
      const names = () => namesInFolder(context, folder);
      return (await orLeftOut([fileAt(posix.join(folder, "*"))], leaveOut, names)) ?? [];
    },
    isFile: (path) => orLeftOut([fileAt(path)], leaveOut, () => isFileAt(context, path)),
  };
}

function afterOf(name: string): "reset" | "reload" | undefined {
  if (name === TILE_DEFAULTS) return "reload";
  return /\.(?:ttf|otf)$/i.test(name) ? "reset" : undefined;
}

async function knownFiles(shown: ShownFolders): Promise<readonly string[]> {
  const folders = new Set(FILES.map((file) => file.split("/").slice(0, -1).join("/")));
  const there = new Set<string>();
  for (const folder of folders)
    for (const name of await shown.namesIn(folder))
      there.add(folder === "" ? name : `${folder}/${name}`);
  const below = await Promise.all(FOLDERS.map((folder) => filesBelow(shown, folder, 0)));
  return [...FILES.filter((file) => there.has(file)), ...below.flat()];
}

/** Images in folders below a styles folder, which styles share. */
async function sharedImages(shown: ShownFolders, folder: string): Promise<readonly string[]> {
  const names = await shown.namesIn(folder);
  const inside = names.filter((name) => extname(name) === "");
  const found = await Promise.all(inside.map((name) => filesBelow(shown, `${folder}/${name}`, 0)));
  return found.flat().filter((file) => DRAWN.test(file));
}

/** All files below a folder; a folder's name may look like a file's. */
async function filesBelow(
  shown: ShownFolders,
  folder: string,
  depth: number,
): Promise<readonly string[]> {
  if (depth > limits.depth) return [];
  const names = await shown.namesIn(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = `${folder}/${name}`;
      const isFile = await shown.isFile(path);
      if (isFile === undefined) return [];
      return isFile ? [path] : filesBelow(shown, path, depth + 1);
    }),
  );
  return found.flat();
}
