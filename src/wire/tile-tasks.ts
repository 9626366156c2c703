/**
 * Tasks of a tile cache: drawing and removing tiles (docs/compatibility.md, "After new data"). The
 * included server has no tasks, so their paths are only here.
 */
import { pathTo } from "./addressing.ts";
import { parseJson } from "./json.ts";
import { mediaTypes } from "./media.ts";
import { inAnswer } from "./answered-document.ts";
import { bodyText, type WireRequest, type WireResponse } from "./request.ts";
import { asList, member, textOf } from "./tree.ts";
import { renderXml } from "./xml.ts";

/** Lists the tasks of all layers; it is there where tasks can be started. */
export const allTileTasksPath = "/gwc/rest/seed.json";

/** Lists the tasks of a layer. */
export function tileTasksPath(layer: string): string {
  return taskPath(layer, ".json");
}

function taskPath(layer: string, suffix: string): string {
  return `/gwc/rest/seed/${encodeURIComponent(layer)}${suffix}`;
}

/** Which tiles of a layer, and what happens to them. */
export interface TileTask {
  readonly layer: string;
  readonly type: "seed" | "reseed" | "truncate";
  readonly gridSet: string;
  readonly zoom: readonly [from: number, to: number];
  readonly format: string;
  readonly threads: number;
}

/** Starts a task. A server answers success to values that it cannot use: check them before. */
export function tileTaskStart({
  layer,
  type,
  gridSet,
  zoom,
  format,
  threads,
}: TileTask): WireRequest {
  const text = renderXml("seedRequest", {
    name: layer,
    gridSetId: gridSet,
    zoomStart: zoom[0],
    zoomStop: zoom[1],
    format,
    type,
    threadCount: threads,
  });
  const body = { kind: "text", text } as const;
  return { method: "POST", path: taskPath(layer, ".xml"), mediaType: mediaTypes.textXml, body };
}

/** Ends all tasks of a layer. Only the path without a suffix takes it. */
export function tileTasksEnd(layer: string): WireRequest {
  return {
    method: "POST",
    path: taskPath(layer, ""),
    mediaType: "application/x-www-form-urlencoded",
    body: { kind: "text", text: "kill_all=all" },
  };
}

/** Removes all tiles of a layer. The media type must have no parameters. */
export function truncation(layer: string): WireRequest {
  const text = renderXml("truncateLayer", { layerName: layer });
  const path = pathTo("massTruncate", {});
  return { method: "POST", path, mediaType: mediaTypes.textXml, body: { kind: "text", text } };
}

/** A task as a server lists it, until it has listed its end once. */
export interface ListedTask {
  readonly id: number;
  /** Negative until the server has counted. */
  readonly done: number;
  readonly total: number;
  /** Negative where unknown. */
  readonly secondsLeft: number;
  readonly state: "aborted" | "waiting" | "running" | "done";
}

const STATES = ["aborted", "waiting", "running", "done"] as const;

/** Throws WireError. */
export function parseTileTasks(response: WireResponse): readonly ListedTask[] {
  return inAnswer(response, () => {
    const rows = asList(member(parseJson(bodyText(response)), "long-array-array"));
    return rows.map((row) => {
      const [done = 0, total = 0, secondsLeft = -1, id = 0, state = 0] = asList(row).map((one) =>
        Number(textOf(one)),
      );
      return { id, done, total, secondsLeft, state: STATES[state + 1] ?? "aborted" };
    });
  });
}
