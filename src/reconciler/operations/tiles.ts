/**
 * Draws and removes tiles. A server answers success to levels, formats and layers that it cannot
 * use, so they are compared with its documents first.
 */
import type { Address } from "../../model/address.ts";
import { builtInGridSets } from "../../model/built-in-grid-sets.ts";
import { count } from "../../model/count.ts";
import type { GridSetInput } from "../../model/grid-set.ts";
import { qualifiedName, splitQualifiedName } from "../../model/layer.ts";
import { unknownWord } from "../../model/nearest.ts";
import {
  blankTileLayer,
  patchedTileLayer,
  type GridSubset,
  type TileLayer,
} from "../../model/tile-layer.ts";
import { documentIn } from "../../wire/answered-document.ts";
import { pathTo } from "../../wire/addressing.ts";
import { parseGridSetInput } from "../../wire/grid-set.ts";
import { expectFound, get, getIfThere, ifReadable } from "../../wire/reading.ts";
import type { Reader } from "../../wire/request.ts";
import { parseTileLayer } from "../../wire/tile-layer.ts";
import {
  allTileTasksPath,
  parseTileTasks,
  tileTasksEnd,
  tileTaskStart,
  tileTasksPath,
  truncation,
  type TileTask,
} from "../../wire/tile-tasks.ts";
import { member, memberFlag, memberText } from "../../wire/tree.ts";
import {
  OperationError,
  type Operation,
  type OperationContext,
  type Running,
} from "./operation.ts";

const common = {
  kinds: ["TileLayer", "Layer", "LayerGroup", "FeatureType", "Coverage"],
  usual: "TileLayer",
  subject: nameOf,
} as const;

export const seed: Operation = {
  ...common,
  options: ["gridSet", "zoom", "format", "threads", "reseed", "stop"],
  words: ["Draw", "the tiles of", "are being drawn"],
  problem: ({ zoom, stop, gridSet, format, threads, reseed }) => {
    if (stop !== true) return zoom ? undefined : "seed needs to know which levels: give --zoom.";
    const others = [zoom, gridSet, format, threads, reseed].some((one) => one !== undefined);
    return others ? "--stop ends what runs for a layer, and takes nothing beside it." : undefined;
  },
  prepare: async (address, context) => {
    const { read, options } = context;
    await expectTasks(read);
    const layer = nameOf(address);
    if (options.stop === true) {
      await tileLayerAt(layer, read);
      return { requests: [tileTasksEnd(layer)] };
    }
    const tasks = await tasksFor(layer, options.reseed === true ? "reseed" : "seed", context);
    await expectDrawn(layer, read);
    return { requests: tasks.map(tileTaskStart), running: await runningNow(layer, read) };
  },
};

export const truncate: Operation = {
  ...common,
  options: ["gridSet", "zoom", "format"],
  words: ["Truncate", "the tiles of", "were truncated"],
  prepare: async (address, context) => {
    const { read, options } = context;
    const layer = nameOf(address);
    const isWhole = [options.gridSet, options.zoom, options.format].every((one) => !one);
    if (isWhole) {
      await tileLayerAt(layer, read);
      if ((await get(read, pathTo("massTruncate", {}))).status === 404) throw missing("truncate");
      return { requests: [truncation(layer)] };
    }
    await expectTasks(read);
    const tasks = await tasksFor(layer, "truncate", context);
    return { requests: tasks.map(tileTaskStart), running: await runningNow(layer, read) };
  },
};

function nameOf({ workspace, name }: Address): string {
  return qualifiedName(workspace, name);
}

function missing(what: string): OperationError {
  return new OperationError(
    `The server has no tasks for tiles, so it cannot ${what}`,
    "Only a server that draws tiles has them; this one keeps their settings.",
  );
}

async function expectTasks(read: Reader): Promise<void> {
  const found = await get(read, allTileTasksPath);
  if (found.status === 404) throw missing("seed or truncate levels");
  expectFound(found, allTileTasksPath);
}

async function runningNow(layer: string, read: Reader): Promise<Running> {
  const path = tileTasksPath(layer);
  const list = async (reader: Reader) => parseTileTasks(expectFound(await get(reader, path), path));
  return { list, before: (await list(read)).map(({ id }) => id) };
}

async function tileLayerAt(layer: string, read: Reader): Promise<TileLayer> {
  const found = await getIfThere(read, pathTo("tileLayer", { tileLayer: layer }, "xml"));
  if (found === undefined)
    throw new OperationError(
      `There is no tile layer ${layer} on the server`,
      "It has the name of a layer, or of a layer group, as WORKSPACE:NAME.",
    );
  return patchedTileLayer(blankTileLayer, parseTileLayer(found).patch);
}

async function tasksFor(
  layer: string,
  type: TileTask["type"],
  { read, options }: OperationContext,
): Promise<readonly TileTask[]> {
  const tiles = await tileLayerAt(layer, read);
  if (type !== "truncate" && !tiles.enabled)
    throw new OperationError(
      `The tile layer ${layer} is switched off, so nothing is kept of what is drawn`,
      "Its manifest says enabled: true, if tiles are wanted.",
    );
  const known = tiles.gridSubsets.map(({ gridSet }) => gridSet);
  const gridSets = chosen("grid set", options.gridSet, known, layer);
  const formats = chosen("format", options.format, tiles.formats, layer);
  const subsets = tiles.gridSubsets.filter(({ gridSet }) => gridSets.includes(gridSet));
  const leveled = await Promise.all(
    subsets.map(async (one) => ({ one, levels: await levelsOf(one, read) })),
  );
  return leveled.flatMap(({ one: { gridSet }, levels }) => {
    const zoom = options.zoom ?? levels;
    if (zoom[0] < levels[0] || zoom[1] > levels[1])
      throw new OperationError(
        `${layer} has the levels ${levels.join(" to ")} of ${gridSet}, and not ${zoom.join(" to ")}`,
        "A server takes any number and draws nothing there: give --zoom within them.",
      );
    const threads = options.threads ?? 1;
    return formats.map((format) => ({ layer, type, gridSet, zoom, format, threads }));
  });
}

/** All of them where none is named. */
function chosen(
  sort: string,
  named: readonly string[] | undefined,
  known: readonly string[],
  layer: string,
): readonly string[] {
  const unknown = named?.find((one) => !known.includes(one));
  if (unknown !== undefined)
    throw new OperationError(
      unknownWord(sort, unknown, known),
      `${layer} has ${count(known.length, sort)}: ${known.join(", ")}.`,
    );
  if (known.length > 0) return named ?? known;
  throw new OperationError(`${layer} has no ${sort}`, "Its manifest says what is cached.");
}

function levelsIn(set: GridSetInput | undefined): number | undefined {
  const listed = set?.resolutions ?? set?.scaleDenominators;
  return listed?.length ?? set?.levels;
}

function builtInLevels(gridSet: string): number | undefined {
  return builtInGridSets().get(gridSet)?.().scaleNames.length;
}

/** The first and last level that the layer has of a grid set. */
async function levelsOf(
  { gridSet, zoomStart = 0, zoomStop }: GridSubset,
  read: Reader,
): Promise<readonly [number, number]> {
  if (zoomStop !== undefined) return [zoomStart, zoomStop];
  const found = await getIfThere(read, pathTo("gridSet", { gridSet }, "xml"));
  const levels =
    levelsIn(found && parseGridSetInput(documentIn(found).content)) ?? builtInLevels(gridSet);
  if (levels !== undefined) return [zoomStart, levels - 1];
  throw new OperationError(
    `The grid set ${gridSet} has no levels that can be read`,
    "Declare it as a GridSet, or name others with --grid-set.",
  );
}

/** A server starts tasks for layers that it does not draw, and they never end. */
async function expectDrawn(layer: string, read: Reader): Promise<void> {
  const found = await getIfThere(read, pathTo("layer", { layer }, "xml"));
  if (found === undefined) return;
  const resource = member(documentIn(found).content, "resource");
  const kind = memberText(resource, "@class") === "coverage" ? "coverage" : "featureType";
  const { workspace, name } = splitQualifiedName(layer);
  const place = { workspace: workspace ?? "", featureType: name, coverage: name };
  const path = pathTo(kind, place, "xml");
  const published = await ifReadable(() => getIfThere(read, path));
  if (published === undefined) return;
  const { content, broken } = documentIn(published);
  if (broken !== undefined)
    throw new OperationError(
      `The server cannot open the data of ${layer}: ${broken.message}`,
      "A task for it would never end. plumbline operation reset makes it look again.",
    );
  if (memberFlag(content, "enabled") === false)
    throw new OperationError(
      `${layer} is switched off, so nothing can be drawn`,
      "Enable it first.",
    );
}
