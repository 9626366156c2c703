/** Maps of a page: where granules lie that come and go, by their mosaics. Pure. */
import { count } from "../../../model/count.ts";
import type { Box } from "../../../model/geometry.ts";
import type { PageFootprint, PageMap } from "../../../report-page/data.ts";
import type { RunDocument } from "../documents.ts";
import { planIn } from "./plan-in.ts";
import { visible } from "../visible.ts";
import { escaped } from "./text.ts";

/** Granules that come to a mosaic. */
export interface ComingGranules {
  readonly footprints: readonly { readonly name: string; readonly box: Box }[];
  /** How many come of which nobody knows where they lie. */
  readonly unknown: number;
}

/** The same by the texts of the addresses of mosaics. */
export type ComingOf = ReadonlyMap<string, ComingGranules>;

/** A map for each object of which it is known where something lies that comes or goes. */
export function pageMaps(document: RunDocument, coming: ComingOf = new Map()): readonly PageMap[] {
  const going = Map.groupBy(planIn(document)?.footprints ?? [], ({ address }) => address);
  const addresses = [...new Set([...going.keys(), ...coming.keys()])];
  return addresses.flatMap((address): readonly PageMap[] => {
    const gone = (going.get(address) ?? []).flatMap(({ name, box }) =>
      footprintOf(name, "goes", box),
    );
    const { footprints = [], unknown = 0 } = coming.get(address) ?? {};
    const come = footprints.flatMap(({ name, box: { minx, miny, maxx, maxy } }) =>
      footprintOf(name, "comes", [minx, miny, maxx, maxy]),
    );
    const all = [...gone, ...come];
    return all.length + unknown === 0
      ? []
      : [{ title: visible(address), footprints: all, unknown }];
  });
}

function footprintOf(
  name: string,
  fate: PageFootprint["fate"],
  [minx, miny, maxx, maxy]: readonly number[],
): readonly PageFootprint[] {
  const isWhole =
    minx !== undefined && miny !== undefined && maxx !== undefined && maxy !== undefined;
  return isWhole ? [{ location: visible(name), fate, box: [minx, miny, maxx, maxy] }] : [];
}

/** The maps as what is opened, each with what it holds in a line. */
export function mapsPart(maps: readonly PageMap[]): string {
  if (maps.length === 0) return "";
  return `<section aria-labelledby="maps"><h2 id="maps">Where granules come and go</h2>${maps.map(mapLine).join("\n")}</section>\n`;
}

/** A map as what is opened, by its place among them. */
export function mapLine({ title, footprints, unknown }: PageMap, index: number): string {
  const more = unknown === 0 ? "" : `, and ${unknown} that come and are known once harvested`;
  const what = `${escaped(title)}, ${count(footprints.length, "granule")}${more}`;
  return `<details id="m${index}"><summary>${what}</summary></details>`;
}
