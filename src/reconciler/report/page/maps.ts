/** Maps of added and removed granules, by mosaic. Pure. */
import { count } from "../../../model/count.ts";
import type { Box } from "../../../model/geometry.ts";
import type { PageFootprint, PageMap } from "../../../report-page/data.ts";
import type { RunDocument } from "../documents.ts";
import { planIn } from "../run-document.ts";
import { visible } from "../visible.ts";
import { escaped } from "./text.ts";

/** Granules that a plan adds to a mosaic. */
export interface ComingGranules {
  readonly footprints: readonly { readonly name: string; readonly box: Box }[];
  /** Added granules with an unknown footprint. */
  readonly unknown: number;
}

/** Added granules by the address of their mosaic. */
export type ComingOf = ReadonlyMap<string, ComingGranules>;

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

export function mapsPart(maps: readonly PageMap[]): string {
  if (maps.length === 0) return "";
  return `<section aria-labelledby="maps"><h2 id="maps">Where granules come and go</h2>${maps.map(mapLine).join("\n")}</section>\n`;
}

/** `index` is the position among the maps. */
export function mapLine({ title, footprints, unknown }: PageMap, index: number): string {
  const more = unknown === 0 ? "" : `, and ${unknown} that come and are known once harvested`;
  const what = `${escaped(title)}, ${count(footprints.length, "granule")}${more}`;
  return `<details id="m${index}"><summary>${what}</summary></details>`;
}
