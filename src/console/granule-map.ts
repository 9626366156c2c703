/** A map of granules in the coordinates of their index: footprints on a graticule, and nothing from elsewhere. */
import Map from "ol/Map.js";
import View from "ol/View.js";
import { defaults } from "ol/control/defaults.js";
import { buffer, createEmpty, extend, getHeight, getWidth, isEmpty } from "ol/extent.js";
import VectorLayer from "ol/layer/Vector.js";
import Projection from "ol/proj/Projection.js";
import VectorSource from "ol/source/Vector.js";
import { covers } from "./footprint.ts";
import { footprintLayer } from "./footprint-layer.ts";
import type { Granule } from "./granule-index.ts";
import { graticule, graticuleStyle } from "./graticule.ts";

/** How far one can look beyond the granules, in sizes of what they cover. */
const AROUND = 2;

/** Granules that a click finds, at most. */
const FOUND = 100;

/**
 * Draws a map of all granules into an element. What it returns shows some of them. `onFound` is told which lie
 * where somebody clicks.
 */
export function openMap(
  target: HTMLElement,
  granules: readonly Granule[],
  onFound: (granules: readonly Granule[]) => void,
): (shown: readonly Granule[]) => void {
  const extent = createEmpty();
  for (const { footprint: area } of granules)
    if (area !== undefined) extend(extent, [area.left, area.bottom, area.right, area.top]);
  const size = isEmpty(extent) ? 1 : Math.max(getWidth(extent), getHeight(extent)) || 1;
  const around = isEmpty(extent) ? [-1, -1, 1, 1] : buffer(extent, size * AROUND);
  const projection = new Projection({ code: "index", units: "m", extent: around });
  const lines = new VectorSource();
  const colours = pageColours();
  const { layer, show } = footprintLayer({
    line: colours.granules,
    fill: translucent(colours.granules),
  });
  let here: readonly Granule[] = [];
  const map = new Map({
    target,
    controls: defaults({ attribution: false, rotate: false }),
    layers: [new VectorLayer({ source: lines, style: graticuleStyle(colours) }), layer],
    view: new View({
      projection,
      extent: around,
      showFullExtent: true,
      center: [0, 0],
      resolution: 1,
    }),
  });
  const view = map.getView();
  // There is no size to fit into before the page has laid it out.
  map.once("change:size", () =>
    view.fit(isEmpty(extent) ? around : extent, { padding: [40, 40, 40, 40] }),
  );
  map.on("moveend", () => {
    lines.clear(true);
    lines.addFeatures([...graticule(view.calculateExtent())]);
  });
  map.on("click", ({ coordinate: [x = 0, y = 0] }) => {
    const found = here.values().filter(({ footprint }) => footprint && covers(footprint, x, y));
    onFound([...found.take(FOUND)]);
  });
  return (shown) => {
    here = shown;
    show(shown.flatMap(({ footprint }) => footprint ?? []));
  };
}

/** Colours of the page, which follow whether it is light or dark. */
function pageColours() {
  const { color, caretColor, borderTopColor } = getComputedStyle(document.documentElement);
  return { text: color, granules: caretColor, lines: borderTopColor };
}

/** A colour that lets what lies behind it be seen. */
function translucent(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/, "rgba($1, 0.15)");
}
