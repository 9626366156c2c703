/** A map of granules in the coordinates of their index, without external sources. */
import Map from "ol/Map.js";
import View from "ol/View.js";
import { defaults } from "ol/control/defaults.js";
import { buffer, createEmpty, extend, getHeight, getWidth, isEmpty } from "ol/extent.js";
import VectorLayer from "ol/layer/Vector.js";
import Projection from "ol/proj/Projection.js";
import VectorSource from "ol/source/Vector.js";
import { coastLayer } from "./coast.ts";
import { covers } from "./footprint.ts";
import { footprintLayer } from "./footprint-layer.ts";
import type { Granule } from "./granule-index.ts";
import { graticule, graticuleStyle } from "./graticule.ts";

/** How far the map extends beyond the granules, in sizes of their extent. */
const AROUND = 2;

/** The most granules per click. */
const FOUND = 100;

/** Maps all granules; the result shows a part of them. `onFound` receives the clicked ones. */
export function openMap(
  target: HTMLElement,
  { granules, isDegrees }: { readonly granules: readonly Granule[]; readonly isDegrees: boolean },
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
    fill: colours.granules.replace(/^rgb\((.*)\)$/, "rgba($1, 0.15)"),
  });
  let here: readonly Granule[] = [];
  const map = new Map({
    target,
    controls: defaults({ attribution: false, rotate: false }),
    layers: [
      ...(isDegrees ? [coastLayer(colours.text)] : []),
      new VectorLayer({ source: lines, style: graticuleStyle(colours) }),
      layer,
    ],
    view: new View({
      projection,
      extent: around,
      showFullExtent: true,
      center: [0, 0],
      resolution: 1,
    }),
  });
  const view = map.getView();
  // The map has no size before the page is laid out.
  map.once("change:size", () =>
    view.fit(isEmpty(extent) ? around : extent, { padding: [40, 40, 40, 40] }),
  );
  map.on("moveend", () => {
    lines.clear(true);
    lines.addFeatures([...graticule(view.calculateExtent(), isDegrees)]);
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

/** Follows the light or dark mode. */
function pageColours() {
  const { color, caretColor, borderTopColor } = getComputedStyle(document.documentElement);
  return { text: color, granules: caretColor, lines: borderTopColor };
}
