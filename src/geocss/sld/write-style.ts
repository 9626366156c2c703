/** Writes a style after the cascade as SLD 1.0. */
import { renderNodes, type XmlElementNode } from "../../wire/xml.ts";
import { NOTHING_DRAWS, type SheetProblem } from "../problem.ts";
import type { Styling } from "../styling.ts";
import { excessOfText, excessOfTree } from "./excess.ts";
import { sld, textNode, withAttributes } from "./nodes.ts";
import { rasterProblems } from "./raster.ts";
import { levelNode } from "./rule.ts";
import { contentOf } from "./value.ts";

export type Written =
  | { readonly sld: string; readonly problems?: undefined }
  | { readonly sld?: undefined; readonly problems: readonly SheetProblem[] };

/** A style as a StyledLayerDescriptor 1.0.0. */
export function writeStyle(styling: Styling): Written {
  const problems = styling.levels.flatMap(({ rules }) => rules.flatMap(rasterProblems));
  if (problems.length > 0) return { problems: withoutRepeats(problems) };
  const levels = styling.levels.flatMap((level) => levelNode(level) ?? []);
  if (levels.length === 0) return atStart(NOTHING_DRAWS);
  const root = withAttributes(sld("StyledLayerDescriptor", layerNode(styling, levels)), {
    xmlns: "http://www.opengis.net/sld",
    "xmlns:sld": "http://www.opengis.net/sld",
    "xmlns:gml": "http://www.opengis.net/gml",
    "xmlns:ogc": "http://www.opengis.net/ogc",
    version: "1.0.0",
  });
  const tooLarge = excessOfTree(root);
  if (tooLarge !== undefined) return atStart(tooLarge, { isBound: true });
  const text = renderNodes(root);
  const tooLong = excessOfText(text);
  return tooLong === undefined ? { sld: text } : atStart(tooLong, { isBound: true });
}

function atStart(message: string, bound: Pick<SheetProblem, "isBound"> = {}): Written {
  return { problems: [{ message, place: { line: 1, column: 1 }, ...bound }] };
}

/** A wrong property can be in many rules, and is reported once. */
function withoutRepeats(problems: readonly SheetProblem[]): readonly SheetProblem[] {
  const byText = new Map(
    problems.map((problem) => [
      `${problem.place.line}:${problem.place.column} ${problem.message}`,
      problem,
    ]),
  );
  return [...byText.values()];
}

/**
 * One layer with one style of the same name, as a stock server returns it. Rules for other feature
 * types are levels of their own.
 */
function layerNode(
  { name = "Default Styler", title, abstract, background }: Styling,
  levels: readonly XmlElementNode[],
): XmlElementNode {
  return sld(
    "NamedLayer",
    sld("Name", textNode(name)),
    sld(
      "UserStyle",
      sld("Name", textNode(name)),
      title === undefined ? undefined : sld("Title", textNode(title)),
      abstract === undefined ? undefined : sld("Abstract", textNode(abstract)),
      backgroundNode(background),
      ...levels,
    ),
  );
}

/** The background colour of the map, an extension of SLD 1.0. */
function backgroundNode(background: Styling["background"]): XmlElementNode | undefined {
  const colour = background?.values.find(({ type }) => type !== "none");
  if (colour === undefined) return undefined;
  const fill = sld("CssParameter", ...contentOf(colour));
  return sld("Background", withAttributes(fill, { name: "fill" }));
}
