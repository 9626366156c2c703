/** Footprints of added and removed granules on a graticule, without external images. */
import type { PageFootprint, PageMap } from "./data.ts";
import { element, shape } from "./element.ts";

/** In its own units; the height depends on the content. */
const WIDTH = 800;
/** Limits of height to width. */
const TALLEST = 1;
const FLATTEST = 0.4;
/** Free space around the content, relative to its size. */
const MARGIN = 0.06;
/** Approximate number of lines in each direction. */
const LINES = 6;

interface Extent {
  readonly minx: number;
  readonly miny: number;
  readonly maxx: number;
  readonly maxy: number;
}

/** Draws each map when it is opened. */
export function drawMaps(maps: readonly PageMap[]): void {
  for (const [index, map] of maps.entries()) {
    const details = document.querySelector<HTMLDetailsElement>(`#m${index}`);
    details?.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) details.append(drawMap(map));
    });
  }
}

function drawMap({ title, footprints }: PageMap): HTMLElement {
  if (footprints.length === 0)
    return element("p", { class: "map" }, "Their location is known after the harvest.");
  const extent = extentOf(footprints);
  const scale = WIDTH / (extent.maxx - extent.minx);
  const height = (extent.maxy - extent.miny) * scale;
  const [x, y] = [
    (value: number) => rounded((value - extent.minx) * scale),
    (value: number) => rounded((extent.maxy - value) * scale),
  ];
  const boxes = footprints.map(({ location, fate, box: [minx, miny, maxx, maxy] }) => {
    const size = { width: rounded((maxx - minx) * scale), height: rounded((maxy - miny) * scale) };
    const place = { x: x(minx), y: y(maxy), ...size, class: fate };
    return shape("rect", place, shape("title", {}, `${location} ${fate}`));
  });
  const across = ticks(extent.minx, extent.maxx).flatMap((value) => [
    shape("path", { d: `M${x(value)} 0V${rounded(height)}`, class: "graticule" }),
    shape("text", { x: x(value) + 3, y: rounded(height) - 4 }, String(value)),
  ]);
  const up = ticks(extent.miny, extent.maxy).flatMap((value) => [
    shape("path", { d: `M0 ${y(value)}H${WIDTH}`, class: "graticule" }),
    shape("text", { x: 3, y: y(value) - 3 }, String(value)),
  ]);
  const label = `Footprints of ${title}: ${countOf(footprints, "comes")} come, ${countOf(footprints, "goes")} go`;
  const size = { viewBox: `0 0 ${WIDTH} ${rounded(height)}`, role: "img", "aria-label": label };
  return element(
    "div",
    { class: "map" },
    shape("svg", size, ...across, ...up, ...boxes),
    listOf(footprints),
  );
}

function countOf(footprints: readonly PageFootprint[], fate: PageFootprint["fate"]): number {
  return footprints.filter((one) => one.fate === fate).length;
}

/** The map as text, for screen readers. */
function listOf(footprints: readonly PageFootprint[]): HTMLElement {
  const items = footprints.map(({ location, fate, box }) =>
    element("li", { class: fate }, `${fate} `, element("code", {}, location), ` ${box.join(", ")}`),
  );
  return element("ul", {}, ...items);
}

/** The content with a margin, in a limited aspect ratio. */
function extentOf(footprints: readonly PageFootprint[]): Extent {
  const ends = (at: 0 | 1 | 2 | 3, choose: (a: number, b: number) => number, from: number) =>
    footprints.reduce((found, { box }) => choose(found, box[at]), from);
  const [minx, miny] = [ends(0, Math.min, Infinity), ends(1, Math.min, Infinity)];
  const [maxx, maxy] = [ends(2, Math.max, -Infinity), ends(3, Math.max, -Infinity)];
  const wide = Math.max(maxx - minx, (maxy - miny) / TALLEST, 1e-6);
  const tall = Math.max(maxy - miny, wide * FLATTEST);
  const [x, y] = [(minx + maxx) / 2, (miny + maxy) / 2];
  const [dx, dy] = [wide * (0.5 + MARGIN), tall * (0.5 + MARGIN)];
  return { minx: x - dx, maxx: x + dx, miny: y - dy, maxy: y + dy };
}

/** Round values in a range. */
function ticks(from: number, to: number): readonly number[] {
  const rough = (to - from) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_unused, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
