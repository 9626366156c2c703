/** A map of granules in the coordinates of their index: footprints on a graticule, and nothing from elsewhere. */
import Feature from "ol/Feature.js";
import Map from "ol/Map.js";
import View from "ol/View.js";
import { defaults } from "ol/control/defaults.js";
import { buffer, createEmpty, extend, getHeight, getWidth, isEmpty } from "ol/extent.js";
import GeoJSON from "ol/format/GeoJSON.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorImageLayer from "ol/layer/VectorImage.js";
import Projection from "ol/proj/Projection.js";
import VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
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
  const features = featuresOf(granules);
  const extent = createEmpty();
  for (const feature of features.values()) extend(extent, feature.getGeometry()?.getExtent() ?? []);
  const size = isEmpty(extent) ? 1 : Math.max(getWidth(extent), getHeight(extent)) || 1;
  const around = isEmpty(extent) ? [-1, -1, 1, 1] : buffer(extent, size * AROUND);
  const projection = new Projection({ code: "index", units: "m", extent: around });
  const source = new VectorSource();
  const lines = new VectorSource();
  const colours = pageColours();
  const stroke = new Stroke({ color: colours.granules, width: 1.5 });
  const fill = new Fill({ color: translucent(colours.granules) });
  const map = new Map({
    target,
    controls: defaults({ attribution: false, rotate: false }),
    layers: [
      new VectorLayer({ source: lines, style: graticuleStyle(colours) }),
      new VectorImageLayer({ source, imageRatio: 2, style: new Style({ stroke, fill }) }),
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
  // There is no size to fit into before the page has laid it out.
  map.once("change:size", () =>
    view.fit(isEmpty(extent) ? around : extent, { padding: [40, 40, 40, 40] }),
  );
  map.on("moveend", () => {
    lines.clear(true);
    lines.addFeatures([...graticule(view.calculateExtent())]);
  });
  map.on("click", ({ pixel }) => {
    const found = map.getFeaturesAtPixel(pixel, {
      layerFilter: (layer) => layer.getSource() === source,
    });
    const ids = new Set(found.slice(0, FOUND).map((feature) => feature.getId()));
    onFound(granules.filter(({ id }) => ids.has(id)));
  });
  return (shown) => {
    source.clear(true);
    source.addFeatures(shown.flatMap(({ id }) => features.get(id) ?? []));
  };
}

/** Features by id; granules without a footprint have none. */
function featuresOf(granules: readonly Granule[]): ReadonlyMap<string, Feature> {
  const format = new GeoJSON();
  return new globalThis.Map(
    granules.flatMap(({ id, geometry }) => {
      if (typeof geometry !== "object" || geometry === null) return [];
      const feature = new Feature(format.readGeometry(geometry) ?? undefined);
      feature.setId(id);
      return [[id, feature] as const];
    }),
  );
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
