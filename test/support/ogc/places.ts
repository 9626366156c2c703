/** Where the features of a layer are. */
import type { Layer } from "./catalog.ts";
import { effectIn, type Scene } from "./scene.ts";
import { isRealBox, middle, reproject, type Point } from "./window.ts";

/** Where the table of the recordings has its features. */
const USUAL: Point = [0.01, 50.05];

/** Where degrees come to lie that are taken for metres of a zone of UTM. */
const ELSEWHERE: Point = [4.511, 0.000_45];

/** The place of a layer's features in a reference system; undefined where the tests know no way there. */
export function placeOf(
  scene: Pick<Scene, "scenery">,
  layer: Layer,
  srs: string,
): Point | undefined {
  const own = scene.scenery.traits[layer.key]?.at;
  if (effectIn(scene, layer).isElsewhere === true)
    return srs === layer.srs ? (own ?? USUAL) : reproject(ELSEWHERE, "EPSG:4326", srs);
  if (own !== undefined) return reproject(own, layer.srs, srs);
  if (layer.box !== undefined && isRealBox(layer.box))
    return reproject(middle(layer.box), layer.srs, srs);
  const known =
    layer.geoBox !== undefined && isRealBox(layer.geoBox) ? middle(layer.geoBox) : USUAL;
  return reproject(known, "EPSG:4326", srs);
}
