/** The document of a grid set (docs/compatibility.md, "Tile cache"). */
import type { GridExtent, GridSet, GridSetInput } from "../model/grid-set.ts";
import type { RenderedDocument, Rendering } from "./document.ts";
import { javaDouble, renderTileCacheDocument } from "./tile-cache.ts";
import { listIn, filledNumberIn, numberListIn } from "./tile-values.ts";
import { member, memberFlag, memberText, memberWholeText, wholeText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { type XmlValue } from "./xml.ts";

/** Root element of a grid set. */
const GRID_SET = "gridSet";

const CORNERS = 4;

/** Parses a body. Throws WireError. */
export function parseGridSetInput(
  body: Tree,
): GridSetInput & { readonly name: string | undefined } {
  return {
    name: memberText(body, "name") || undefined,
    description: memberWholeText(body, "description"),
    srs: filledNumberIn(member(body, "srs"), "number"),
    extent: extentIn(body),
    alignTopLeft: memberFlag(body, "alignTopLeft"),
    resolutions: numberListIn(body, "resolutions"),
    scaleDenominators: numberListIn(body, "scaleDenominators"),
    levels: filledNumberIn(body, "levels"),
    metersPerUnit: filledNumberIn(body, "metersPerUnit"),
    pixelSize: filledNumberIn(body, "pixelSize"),
    scaleNames: listIn(body, "scaleNames", "string")?.map((one) => wholeText(one) ?? ""),
    tileHeight: filledNumberIn(body, "tileHeight"),
    tileWidth: filledNumberIn(body, "tileWidth"),
    yCoordinateFirst: memberFlag(body, "yCoordinateFirst"),
  };
}

function extentIn(body: Tree): GridExtent | undefined {
  const coords = numberListIn(member(body, "extent"), "coords");
  if (coords === undefined) return undefined;
  if (coords.length !== CORNERS)
    throw new WireError(
      "meaningless",
      `The extent has ${coords.length} numbers; it has ${CORNERS}`,
    );
  return coords as unknown as GridExtent;
}

/** Renders a grid set. */
export function renderGridSet(
  name: string,
  set: GridSet,
  rendering: Pick<Rendering, "format">,
): RenderedDocument {
  const { extent, srs, metersPerUnit, ...others } = set;
  const json = Object.fromEntries(
    Object.entries({ name, ...others, metersPerUnit }).filter(([, value]) => value !== null),
  );
  return renderTileCacheDocument(
    GRID_SET,
    {
      xml: membersOf(name, set),
      json: { ...json, srs: { number: srs }, extent: { coords: extent } },
    },
    rendering,
  );
}

function membersOf(name: string, set: GridSet): XmlValue {
  const doubles = (numbers: readonly number[]) => ({ double: numbers.map(javaDouble) });
  const { description, resolutions, scaleDenominators } = set;
  return {
    name,
    ...(description === null ? {} : { description }),
    srs: { number: set.srs },
    extent: { coords: doubles(set.extent) },
    alignTopLeft: set.alignTopLeft,
    ...(resolutions === null ? {} : { resolutions: doubles(resolutions) }),
    ...(scaleDenominators === null ? {} : { scaleDenominators: doubles(scaleDenominators) }),
    metersPerUnit: javaDouble(set.metersPerUnit),
    pixelSize: javaDouble(set.pixelSize),
    scaleNames: { string: set.scaleNames },
    tileHeight: set.tileHeight,
    tileWidth: set.tileWidth,
    yCoordinateFirst: set.yCoordinateFirst,
  };
}
