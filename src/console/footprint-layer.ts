/**
 * A map layer of many areas that does not block the page. It draws some areas per frame on a hidden
 * canvas; until that is complete, the last canvas moves with the map.
 */
import type { FrameState } from "ol/Map.js";
import Layer from "ol/layer/Layer.js";
import ViewHint from "ol/ViewHint.js";
import type { Footprint } from "./footprint.ts";

/** Drawn areas per frame, and the most milliseconds per frame. */
const AT_ONCE = 1_000;
const BUSY_MS = 8;

/** Areas below this size in pixels become dots, one per place. */
const DOT = 2;

/** The part of the map that a canvas shows. */
interface Sight {
  readonly x: number;
  readonly y: number;
  readonly resolution: number;
  readonly width: number;
  readonly height: number;
}

export interface AreaColours {
  readonly line: string;
  readonly fill: string;
}

/** Makes a layer; `show` replaces its areas. */
export function footprintLayer(colours: AreaColours): {
  readonly layer: Layer;
  readonly show: (areas: readonly Footprint[]) => void;
} {
  const element = document.createElement("div");
  element.className = "footprints";
  let areas: readonly Footprint[] = [];
  let shown: { readonly canvas: HTMLCanvasElement; readonly sight: Sight } | undefined;
  let wanted: Sight | undefined;
  /** Cancels the current drawing. */
  let stop = () => {};
  const begin = (sight: Sight) => {
    stop();
    wanted = sight;
    stop = drawLater({ areas, sight, colours }, (canvas) => {
      shown = { canvas, sight };
      element.replaceChildren(canvas);
      layer.changed();
    });
  };
  const render = (frame: FrameState | null) => {
    if (frame === null) return element;
    const sight = sightOf(frame);
    const isMoving = frame.viewHints[ViewHint.ANIMATING] || frame.viewHints[ViewHint.INTERACTING];
    if (!isMoving && !isSame(sight, wanted)) begin(sight);
    if (shown !== undefined) move(shown.canvas, shown.sight, sight);
    return element;
  };
  const layer = new Layer({ render });
  return {
    layer,
    show: (given) => {
      areas = given;
      wanted = undefined;
      stop();
      layer.changed();
    },
  };
}

function sightOf({ size, viewState }: FrameState): Sight {
  const [[width = 0, height = 0], [x = 0, y = 0]] = [size, viewState.center];
  return { x, y, resolution: viewState.resolution, width, height };
}

function isSame(one: Sight, other: Sight | undefined): boolean {
  return (
    other !== undefined &&
    one.x === other.x &&
    one.y === other.y &&
    one.resolution === other.resolution &&
    one.width === other.width &&
    one.height === other.height
  );
}

/** Moves a canvas to its place on the current map. */
function move(canvas: HTMLCanvasElement, from: Sight, to: Sight): void {
  const scale = from.resolution / to.resolution;
  const x = (from.x - to.x) / to.resolution + (to.width - scale * from.width) / 2;
  const y = (to.y - from.y) / to.resolution + (to.height - scale * from.height) / 2;
  canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
}

interface Drawing {
  readonly areas: readonly Footprint[];
  readonly sight: Sight;
  readonly colours: AreaColours;
}

/** Draws frame by frame on a new canvas; returns a function that cancels. */
function drawLater(drawing: Drawing, onDone: (canvas: HTMLCanvasElement) => void): () => void {
  const { areas, sight } = drawing;
  const canvas = document.createElement("canvas");
  const ratio = devicePixelRatio;
  canvas.width = Math.ceil(sight.width * ratio);
  canvas.height = Math.ceil(sight.height * ratio);
  const context = canvas.getContext("2d");
  if (context === null) return () => {};
  context.scale(ratio, ratio);
  const draw = painter(context, drawing);
  let next = 0;
  let frame = 0;
  const go = () => {
    const until = performance.now() + BUSY_MS;
    for (let seen = 0; next < areas.length && seen < AT_ONCE && performance.now() < until;) {
      seen += draw(next, next + STEP);
      next += STEP;
    }
    if (next < areas.length) frame = requestAnimationFrame(go);
    else onDone(canvas);
  };
  frame = requestAnimationFrame(go);
  return () => cancelAnimationFrame(frame);
}

/** Areas between two checks of the time. */
const STEP = 100;

/** Draws a range of areas; returns how many of them are visible. */
function painter(
  context: CanvasRenderingContext2D,
  { areas, sight, colours }: Drawing,
): (from: number, to: number) => number {
  const { resolution, width, height } = sight;
  const [left, top] = [sight.x - (width / 2) * resolution, sight.y + (height / 2) * resolution];
  const columns = Math.ceil(width / DOT) + 1;
  const dots = new Uint8Array(columns * (Math.ceil(height / DOT) + 1));
  context.lineWidth = 1.5;
  context.strokeStyle = colours.line;
  return (from, to) => {
    const path = emptyPath();
    let seen = 0;
    context.fillStyle = colours.line;
    for (const area of areas.slice(from, to)) {
      const [x, y] = [(area.left - left) / resolution, (top - area.top) / resolution];
      const [wide, high] = [area.right - area.left, area.top - area.bottom];
      const isSeen =
        x < width && y < height && x + wide / resolution > 0 && y + high / resolution > 0;
      if (!isSeen) continue;
      seen++;
      if (Math.max(wide, high) < DOT * resolution) {
        const place = Math.max(0, Math.floor(y / DOT)) * columns + Math.max(0, Math.floor(x / DOT));
        if (dots[place] === 0) context.fillRect(x, y, DOT, DOT);
        dots[place] = 1;
      } else trace(path, area, (px, py) => [(px - left) / resolution, (top - py) / resolution]);
    }
    context.fillStyle = colours.fill;
    context.fill(path);
    context.stroke(path);
    return seen;
  };
}

function emptyPath(): Path2D {
  return new Path2D();
}

function trace(
  path: Path2D,
  { rings }: Footprint,
  place: (x: number, y: number) => readonly [number, number],
): void {
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = place(ring[at] ?? 0, ring[at + 1] ?? 0);
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }
}
