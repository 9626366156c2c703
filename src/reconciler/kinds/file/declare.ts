/**
 * Manifests for the files of a server that people set: what its extensions, images and outputs are made from. Images
 * beside styles that have folders of their own may be used by several styles, so they are declared as files.
 */
import { extname } from "node:path";
import { dataFileProblem } from "../../../model/data-file.ts";
import { dataFile as limits } from "../../../model/limits.ts";
import { styleFolder } from "../../../model/style.ts";
import type { Address } from "../../../model/address.ts";
import type { Declare, KindContext } from "../../kind.ts";
import { hideSecrets } from "../artefact/hide.ts";
import { declareEach, fromTheStart, goneMeanwhile } from "../declare/each.ts";
import { bytesOfFile, isFileAt, namesInFolder } from "./stored.ts";
import { saysTileDefaults, TILE_DEFAULTS } from "./tile-defaults.ts";

/** Files at places of their own. */
const FILES = [
  "controlflow.properties",
  TILE_DEFAULTS,
  "user_projections/epsg.properties",
  "user_projections/epsg_operations.properties",
  "user_projections/epsg_overrides.properties",
];

/** Folders of which all files are declared. */
const FOLDERS = ["layouts", "palettes", "templates", "www"];

/** What styles draw with, and what the server reads for them. */
const DRAWN = /\.(?:svg|png|jpe?g|gif|bmp|ttf|otf)$/i;

/** Declares the files of everybody, or those of a workspace. */
export const declareFiles: Declare = async (context, place) => {
  if (!context.server.resources) return { declarations: [], undeclared: [] };
  const { workspace } = place;
  const found = [
    ...(workspace === null ? await knownFiles(context) : []),
    ...(await sharedImages(context, styleFolder(workspace))),
  ];
  const addresses = found.map((name): Address => ({ kind: "File", workspace: null, name }));
  const declared = await declareEach(addresses.slice(0, limits.files), place, async (address) => {
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
  const reason = `There are more than ${limits.files} files`;
  const others = addresses.slice(limits.files).map((address) => ({ address, reason }));
  return { ...declared, undeclared: [...declared.undeclared, ...others] };
};

/** What brings a file into force. */
function afterOf(name: string): "reset" | "reload" | undefined {
  if (name === TILE_DEFAULTS) return "reload";
  return /\.(?:ttf|otf)$/i.test(name) ? "reset" : undefined;
}

async function knownFiles(context: KindContext): Promise<readonly string[]> {
  const folders = new Set(FILES.map((file) => file.split("/").slice(0, -1).join("/")));
  const there = new Set<string>();
  for (const folder of folders)
    for (const name of await namesInFolder(context, folder))
      there.add(folder === "" ? name : `${folder}/${name}`);
  const below = await Promise.all(FOLDERS.map((folder) => filesBelow(context, folder, 0)));
  return [...FILES.filter((file) => there.has(file)), ...below.flat()];
}

/** Files that styles share: those in folders below that of a scope. */
async function sharedImages(context: KindContext, folder: string): Promise<readonly string[]> {
  const names = await namesInFolder(context, folder);
  const inside = names.filter((name) => extname(name) === "");
  const found = await Promise.all(
    inside.map((name) => filesBelow(context, `${folder}/${name}`, 0)),
  );
  return found.flat().filter((file) => DRAWN.test(file));
}

/** All files below a folder; names of folders may look like those of files. */
async function filesBelow(
  context: KindContext,
  folder: string,
  depth: number,
): Promise<readonly string[]> {
  if (depth > limits.depth) return [];
  const names = await namesInFolder(context, folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = `${folder}/${name}`;
      if (await isFileAt(context, path)) return [path];
      return filesBelow(context, path, depth + 1);
    }),
  );
  return found.flat();
}
