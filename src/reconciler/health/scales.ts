/** Scales at which a style draws, from its content on the server. GET only. */
import { verify as limits } from "../../model/limits.ts";
import { splitQualifiedName } from "../../model/layer.ts";
import { readStyle } from "../../painter/read/read-style.ts";
import { stylePathTo } from "../../wire/addressing.ts";
import { getIfThere, ifReadable } from "../../wire/reading.ts";
import type { Reader } from "../../wire/request.ts";

/** Scale denominators, one for each band in which other rules draw; largest scale first. */
export type ScalesOf = (style: string | undefined) => Promise<readonly number[]>;

/** Where nothing limits the scale. */
const USUAL_SCALE = 25_000;

/** Reads each style once. A style that cannot be read has the usual scale. */
export function scalesIn(read: Reader): ScalesOf {
  const known = new Map<string, Promise<readonly number[]>>();
  return async (style) => {
    if (style === undefined) return [USUAL_SCALE];
    const found = known.get(style) ?? readScales(read, style);
    known.set(style, found);
    return found;
  };
}

async function readScales(read: Reader, style: string): Promise<readonly number[]> {
  const { workspace, name } = splitQualifiedName(style);
  const response = await ifReadable(() => getIfThere(read, stylePathTo(workspace, name, "sld")));
  if (response === undefined) return [USUAL_SCALE];
  try {
    return bandsOf(
      readStyle(response.body)
        .levels.flatMap(({ rules }) => rules)
        .map(({ scale }) => scale),
    );
  } catch {
    return [USUAL_SCALE];
  }
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** One scale of each band between two bounds in which a rule draws, so that each bound is met. */
function bandsOf(ranges: readonly Range[]): readonly number[] {
  const bounds = [...new Set(ranges.flatMap(({ min, max }) => [min, max]))].toSorted(
    (a, b) => a - b,
  );
  const bands = bounds.flatMap((from, at) => {
    const to = bounds[at + 1];
    if (to === undefined || !(to > from)) return [];
    const middle = between(from, to);
    return ranges.some(({ min, max }) => middle >= min && middle < max) ? [middle] : [];
  });
  if (bands.length === 0) return [USUAL_SCALE];
  if (bands.length <= limits.bands) return bands;
  const step = (bands.length - 1) / (limits.bands - 1);
  return Array.from(
    { length: limits.bands },
    (_none, at) => bands[Math.round(at * step)] ?? USUAL_SCALE,
  );
}

/** Well inside the band, because a bound itself may belong to another rule. */
function between(from: number, to: number): number {
  if (from <= 0 && to === Infinity) return USUAL_SCALE;
  if (to === Infinity) return from * 2;
  return from <= 0 ? to / 2 : Math.sqrt(from * to);
}
