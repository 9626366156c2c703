/** Maps of a page: where granules lie that come and go, by their mosaics. Pure. */
import type { PageFootprint, PageMap } from "../../../report-page/data.ts";
import type { RunDocument } from "../documents.ts";
import { planIn } from "./plan-in.ts";
import { visible } from "./text.ts";

/** A map for each object of which the plan says where lies what goes. */
export function pageMaps(document: RunDocument): readonly PageMap[] {
  const groups = Map.groupBy(planIn(document)?.footprints ?? [], ({ address }) => address);
  return [...groups].flatMap(([address, found]) => {
    const footprints = found.flatMap(({ name, box }): readonly PageFootprint[] => {
      const [minx, miny, maxx, maxy] = box;
      const isWhole =
        minx !== undefined && miny !== undefined && maxx !== undefined && maxy !== undefined;
      return isWhole
        ? [{ location: visible(name), fate: "goes", box: [minx, miny, maxx, maxy] }]
        : [];
    });
    return footprints.length === 0 ? [] : [{ title: visible(address), footprints }];
  });
}
